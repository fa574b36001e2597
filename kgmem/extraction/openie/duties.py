"""Who has what to do: assigned, handed over, taken over, owned. One at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.extraction.openie import deeds, naming
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language import pipeline
from kgmem.language.standins import is_tied
from kgmem.types import Ref, Term

CERTAIN = 0.8
_TO = words("duties", "to")
_ALWAYS = frozenset(p for p in _TO if "assigned" in p)
_HANDED = _ALWAYS | {p for p in _TO if p.split()[-2] in {"handed", "over", "given", "passed"}}
_OVER = words("duties", "over")
_PLAIN = frozenset(p for p in _OVER if p.split()[-1] in {"over", "for", "of"})
_GIVING = frozenset(["assigned", "reassigned", "handed", "passed", "gave", "has assigned"])
_OWNING = frozenset(["owns", "is the owner of", "maintains"])


def duties(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """The draft, or beside it, who has a thing to do."""
    draft = deeds.counted(draft) if reading.scene.working else draft
    told = _to(draft, reading) or deeds.told(draft, reading)
    if told is not None:
        yield told
        yield from deeds.results(told, reading)
        return
    yield draft
    found = _over(draft, reading) or _given(draft, reading) or _owned(draft, reading)
    yield from [found] if found is not None else deeds.results(draft, reading)


def tried(draft: Draft, clause: Clause, reading: Reading) -> Draft:
    """As in "I could not upgrade because ...": an agent's report of what did not come about."""
    if draft.positive or draft.modality != "hypothetical" or not reading.scene.working:
        return draft
    helpers = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "aux"}
    if "could" not in helpers or clause.mark or "if" in reading.unit.text.lower().split():
        return draft
    return replace(draft, modality="actual", kind="event", certain=CERTAIN)


def _to(draft: Draft, reading: Reading) -> Draft | None:
    """As in "the ticket was assigned to Jonas", "OPS-77 goes to Priya now"."""
    if draft.predicate not in _TO or draft.object is None or not _somebody(draft.object, True):
        return None
    if draft.predicate not in _ALWAYS and not _work(draft.subject, reading):
        return None
    if draft.predicate not in _HANDED and not _known(draft.object, draft.predicate, reading):
        return None
    if not isinstance(draft.subject.term, Ref) or draft.subject.term.type in {"person", "animal"}:
        return None
    who = replace(draft.object, term=_person(draft.object.term))
    return _held(draft, draft.subject, who, "assignee is", draft.spoken or draft.predicate)


def _over(draft: Draft, reading: Reading) -> Draft | None:
    """As in "Sofia takes over the related work section", "I took INC-2047"."""
    if draft.predicate not in _OVER or draft.object is None or not _somebody(draft.subject):
        return None
    if not isinstance(draft.object.term, Ref):
        return None
    working = reading.scene.working
    if draft.object.surface.lower().startswith(("a ", "an ")) and not working:
        return None  # "I took a job": nobody has handed it over
    if not (working and draft.predicate in _PLAIN) and not _work(draft.object, reading):
        return None  # "she took over the shop" tells of no task
    return _held(draft, draft.object, draft.subject, "assignee is", "is now the task of")


def _given(draft: Draft, reading: Reading) -> Draft | None:
    """As in "I assigned OPS-7 to Hanne"."""
    if draft.predicate not in _GIVING or draft.object is None:
        return None
    if not isinstance(draft.object.term, Ref):
        return None
    to = next((a for role, a in draft.qualifiers if role == "to"), None)
    if to is None or not _somebody(to, True):
        return None
    to = replace(to, term=_person(to.term))
    if "assigned" not in draft.predicate and not _work(draft.object, reading):
        return None
    return _held(draft, draft.object, to, "assignee is", "is assigned to")


def _owned(draft: Draft, reading: Reading) -> Draft | None:
    """As in "Lukas owns the gateway now": of a part of the work, not of a bicycle."""
    if draft.predicate not in _OWNING or not reading.scene.working or draft.object is None:
        return None
    fixed = {"definite", "definite_known", "has_name"} & draft.object.flags
    if not fixed or not _somebody(draft.subject) or not isinstance(draft.object.term, Ref):
        return None
    return _held(draft, draft.object, draft.subject, "owner is", "is owned by")


def _person(term: Term) -> Term:
    """Who gets work to do is somebody, whatever "to Hanne" looked like."""
    if not isinstance(term, Ref) or term.type not in {"place", "thing"} or _is_team(term):
        return term
    return replace(term, type="person")


def _somebody(found: Argument, given: bool = False) -> bool:
    """Whether it is a person or a team; `given`: where only such can stand."""
    term = found.term
    if not isinstance(term, Ref) or "unresolved" in found.flags:
        return False
    kinds = {"person", "thing", "organization", *(["place"] if given else [])}
    named = term.named and not re.search(r"[\d_/]", term.name)
    return (named and term.type in kinds) or _is_team(term)


def _known(found: Argument, predicate: str, reading: Reading) -> bool:
    """Whether a name is somebody's: a ticket may go to "Staging" or be moved to "Jira"."""
    name = found.term.name if isinstance(found.term, Ref) else ""
    if isinstance(found.term, Ref) and _is_team(found.term):
        return True
    if name.lower() in reading.scene.forms or naming.first_name(name):
        return True
    moved = "moved" in predicate.split()
    return not moved and not any(pipeline.is_word(word.lower()) for word in name.split())


def _is_team(term: Ref) -> bool:
    return term.name.lower().endswith((" team", " group", " squad", "-team"))


def _work(found: Argument, reading: Reading) -> bool:
    """Whether something is work to be done: a ticket, or what is tracked."""
    if not isinstance(found.term, Ref):
        return False
    tied = any(is_tied(reading.doc[i].text) for i in found.tokens)
    return tied or found.term.name.split()[-1].lower() in lexicon().tracked | _PAPERS


_PAPERS = words("duties", "papers")


def _held(draft: Draft, thing: Argument, who: Argument, predicate: str, spoken: str) -> Draft:
    sure = draft.positive and draft.modality == "actual"
    return replace(
        draft,
        subject=thing,
        predicate=predicate,
        spoken=spoken if draft.positive else f"{spoken} no longer",
        object=replace(who, surface=who.term.name if isinstance(who.term, Ref) else who.surface),
        kind="state",
        qualifiers=tuple(q for q in draft.qualifiers if q[1].tokens != who.tokens),
        tokens=draft.tokens | set(thing.tokens) | set(who.tokens),
        certain=CERTAIN if sure and not _guessed(thing, who) else 0.0,
    )


def _guessed(*found: Argument) -> bool:
    """Whether somebody or something is only guessed."""
    return any(deeds.GUESSED & argument.flags for argument in found)
