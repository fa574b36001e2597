"""Who did it, as tools tell it: the author of a commit, never its hash, a path or a service."""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.reply import Reply, from_facts
from kgmem.answering.roles import asks_subject
from kgmem.results import Fact

_SAYING = re.compile(r"(?:commit )?(?:message|subject|title|summary|description) is")
_BY = ("author is", "committer is", "created by is", "changed by is", "updated by is")
_PRINTING = frozenset(("logged", "warned", "reported", "reported the error", "failed with"))
_MACHINE = re.compile(
    r"(?:commit )?(?=[0-9a-f]*\d)[0-9a-f]{7,40}|(?:https?:/)?/?[\w.-]+/[\w./-]*|/[\w./-]*"
    r"|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?"
    r"|[\w-]+\.(?:py|js|ts|rs|go|java|c|h|cpp|sh|sql|toml|json|ya?ml|md|txt|log|cfg|ini|conf)"
)


def asks_doer(material: Material) -> bool:
    """Whether it asks who did something: "Who fixed the race?"."""
    return material.question.kind == "who" and asks_subject(material.question)


def author(material: Material) -> Reply | None:
    """As in "Who fixed the race?": the author of the commit whose message says all of it."""
    needed = frozenset(material.focus.weights)
    if not asks_doer(material) or not needed:
        return None
    for scored in material.facts:
        fact = scored.fact
        if not _SAYING.fullmatch(fact.predicate) or not _stated(fact):
            continue
        if not needed <= stems(fact.object):
            continue
        by = [s for s in material.facts if _is_author(s, fact)]
        by.sort(key=lambda s: _BY.index(s.fact.predicate))
        if by:
            found = [by[0], scored]
            return from_facts(by[0].fact.object, found, support=1.0, reason=f"{fact.id} says so")
    return None


def _stated(fact: Fact) -> bool:
    return fact.tier == "asserted" and fact.positive and fact.status != "retracted"


def _is_author(scored: Scored, of: Fact) -> bool:
    fact = scored.fact
    return fact.subject_id == of.subject_id and fact.predicate in _BY and _stated(fact)


def without_machines(material: Material) -> Material:
    """The same, for who did something without what hashes, paths and services print."""
    if not asks_doer(material):
        return material
    kept = tuple(s for s in material.facts if not _prints(s.fact, material))
    return replace(material, facts=kept)


def is_nobody(text: str, material: Material) -> bool:
    """Whether an answer to who did it is a hash, a path or an address."""
    return asks_doer(material) and _MACHINE.fullmatch(text) is not None


def _prints(fact: Fact, material: Material) -> bool:
    """Whether a fact tells what a thing printed or what a commit says: no deed of anybody."""
    if material.types.get(fact.subject_id or "") == "person":
        return False
    if fact.predicate in _PRINTING and fact.subject == fact.subject.casefold():
        return True
    named = _MACHINE.fullmatch(fact.subject) is not None
    return named and (bool(_SAYING.fullmatch(fact.predicate)) or fact.kind == "event")
