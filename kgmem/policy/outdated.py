"""Which facts a triple puts out of date: taken back, counted anew, parted with, held by another."""

from __future__ import annotations

import re
from datetime import datetime

from kgmem.language.names import normalise
from kgmem.language.relations import Catalogue, text_of
from kgmem.language.verbs import is_past
from kgmem.policy import likeness
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId
from kgmem.types import Ref

_OFTEN = re.compile(r"\b(?:every|once|twice|times|daily|weekly|monthly|each)\b", re.IGNORECASE)
_MORE = re.compile(r"\b(another|other|more|additional|extra|also|too)\b", re.IGNORECASE)


def taken_back(case: Case, corrects: str) -> list[Neighbor]:
    """The facts that a correction says were never so.

    Where it does not say what it takes back ("I was wrong about Ana: she works at Foo"), it is the
    one value that is known of the same relation, if there is but one.
    """
    wrong = _other_role(case)
    if wrong:
        return wrong
    told = [
        n
        for n in case.neighbors
        if n.status != "retracted" and n.content.positive
        and n.content.subject == case.content.subject and not _put_right(case, n)
    ]  # fmt: skip
    if corrects:
        return [
            n for n in told if likeness.is_object(n, corrects) and likeness.near_relation(n, case)
        ]
    relation = case.content.relation
    same = [n for n in told if n.status == "live" and n.content.relation == relation and not n.here]
    if case.content.object is None:
        return [n for n in same if n.content.object is None and not _same_start(case, n)][:1]
    others = [n for n in same if not likeness.same_object(case, n)]
    return others if len(same) == 1 and case.content.kind != "event" else []


def _other_role(case: Case) -> list[Neighbor]:
    """What somebody was wrongly said to be to another: with "Ines is my cousin, not my sister"."""
    mine, wrong = text_of(case.triple.object), normalise(text_of(case.triple.corrects))
    whose, _, role = mine.rpartition(" ")
    noun = wrong.rpartition(" ")[2]
    if case.content.relation != "is_a" or not whose.endswith(("'s", "'")) or noun == role:
        return []
    return [
        n
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.object == EntityId(case.content.subject)
        and n.content.predicate == f"{noun} is"
        and n.content.text.startswith(f"{whose} {noun} is ")
    ]


def _put_right(case: Case, n: Neighbor) -> bool:
    """Whether a fact is the correction itself, told once already in the same words."""
    return n.here and likeness.same_object(case, n) and _same_start(case, n)


def _same_start(case: Case, n: Neighbor) -> bool:
    return case.content.validity.start == n.content.validity.start


def recounted(case: Case) -> list[Neighbor]:
    """The live states that give another number of the same ("two kids", "twice a week")."""
    mine = case.content
    if mine.kind == "event" or not mine.positive or is_past(case.triple.predicate):
        return []
    number = _count(mine)
    if not number or _dated(mine) or _MORE.search(case.triple.text):
        return []
    return [
        n
        for n in case.neighbors
        if n.status == "live"
        and likeness.same_kind(case, n.content)
        and n.content.subject == mine.subject
        and n.content.relation == mine.relation
        and likeness.same_object(case, n)
        and _count(n.content) not in ("", number)
        and not _dated(n.content)
        and datetime.fromisoformat(n.first_said or n.said) <= case.episode.time
    ]


def _count(content: Content) -> str:
    """How many, or how often; empty where it is not said."""
    filler = next((s.filler for s in content.qualifiers if s.role == "how_many"), None)
    said = getattr(filler, "text", "") if filler is not None else content.validity.wording
    return normalise(said) if filler is not None or _OFTEN.search(said) else ""


def _dated(content: Content) -> bool:
    return content.validity.start is not None or content.validity.end is not None


def meant(case: Case, relations: Catalogue) -> list[Neighbor]:
    """What a denial of "the guitar" means where one guitar is known: "the red guitar"."""
    target = case.triple.object
    if not case.triple.implied_by:
        return []
    if case.content.object is None or case.content.relation == "job_title":
        return _practised(case)
    if not isinstance(target, Ref):
        return []
    name = normalise(target.name).removeprefix(f"{normalise(case.triple.subject.name)}s ")
    found = [
        n
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.subject == case.content.subject
        and relations.says(case.content.relation, n.content.relation, positive=False)
        and _describes(normalise(n.object_name), name)
    ]
    return found if len(found) == 1 else []


_AGENT = re.compile(r"(?:yer|er|or|ist|ian|ant|ent|r|e|s)$")
"""What makes the one who does it of what is done: "teacher", "actor", "nurse", "accountant"."""
_DOING = re.compile(r"(?:ing|ism|ry|y|ics|e)?$")
_STEM = 3


def _practised(case: Case) -> list[Neighbor]:
    """The job that a denial of an activity means: who quit nursing is a nurse no longer."""
    content = case.content
    said = content.relation if content.object is None else text_of(case.triple.object)
    words = normalise(said).split()
    return [
        n
        for n in case.neighbors
        if words
        and n.status == "live"
        and n.content.positive
        and n.content.modality == "actual"
        and (n.content.subject, n.content.relation) == (content.subject, "job_title")
        and _does(n.object_name, words[-1])
    ]


def _does(job: str, activity: str) -> bool:
    """Whether a job has its name from an activity: "school nurse" from "nursing", "to nurse"."""
    title = re.split(r" (?:at|for|in|of|with) ", normalise(job))[0].split()
    who = _AGENT.sub("", title[-1]) if title else ""
    what = _DOING.sub("", activity, count=1)
    if min(len(who), len(what)) < _STEM:
        return False
    return what in (who, f"{who}{who[-1]}") or who == f"{what}{what[-1]}"


def _describes(known: str, name: str) -> bool:
    """Whether a description is of a thing of this name: "red guitar", "flat in Rome"."""
    where = rf"{re.escape(name)} (?:in|with|for|at|from|of|on|named|called)\b"
    return known.endswith(f" {name}") or re.match(where, known) is not None


def held_by_others(case: Case, relations: Catalogue) -> list[Neighbor]:
    """What is told from the other side of a relation that holds one: "Bo leads the team"."""
    inverse = relations.inverse(case.content.relation)
    if not inverse or inverse == case.content.relation or not case.content.positive:
        return []
    return [
        n
        for n in case.neighbors
        if n.status == "live"
        and n.content.positive
        and n.content.modality == "actual"
        and n.content.relation == inverse
        and n.content.kind != "event"
        and n.content.object == EntityId(case.content.subject)
        and case.content.object != EntityId(n.content.subject)
    ]
