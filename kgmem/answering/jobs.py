"""Who left a job holds it no longer, in however many words it was told that they had it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from kgmem.answering.matching import stems
from kgmem.answering.material import is_stated
from kgmem.language.names import normalise
from kgmem.results import Fact

_HOLDS = frozenset(("job_title", "works_at", "started_working_at"))
_LEFT = "lost_job"
_JOB = stems("job work position post role")
_EMPLOYER = ("at", "for", "with", "in")


def left_jobs(facts: Sequence[Fact], moment: datetime) -> list[Fact]:
    """The facts of jobs that were left later, up to a moment.

    "I work as a nurse at X" and "I work at X" tell of one job: leaving it ends both. Leaving "my
    job" ends what was told of one employer; of which of several is not known.

    Args:
        facts: anything known.
        moment: the time asked about.
    """
    left: dict[str, Fact] = {}
    for end in facts:
        if _leaves(end) and end.said <= moment:
            held = [f for f in facts if _held(f, end)]
            left |= {f.id: f for f in _of_job(held, end)}
    return list(left.values())


def is_out_of_work(facts: Sequence[Fact], moment: datetime) -> bool:
    """Whether a job was left and none that is known is held at a moment."""
    left = {f.id for f in left_jobs(facts, moment)}
    held = (f for f in facts if is_stated(f) and f.relation in _HOLDS)
    return any(_leaves(f) and f.said <= moment for f in facts) and all(f.id in left for f in held)


def _leaves(fact: Fact) -> bool:
    """Whether a fact tells that a job was left: "quit my job", "no longer works at X"."""
    if is_stated(fact) and fact.relation.startswith(_LEFT):
        return True
    denied = not fact.positive and fact.status == "live" and fact.tier == "asserted"
    return denied and fact.modality == "actual" and fact.relation == "works_at"


def _held(fact: Fact, end: Fact) -> bool:
    same = fact.subject_id == end.subject_id and fact.said < end.said
    return same and is_stated(fact) and fact.relation in _HOLDS


def _of_job(held: Sequence[Fact], end: Fact) -> list[Fact]:
    """Those of the job that was left: all of one employer, or all where there is but one."""
    named = "" if not end.object or stems(end.object) & _JOB else end.object
    said = [stems(t) for t in (named, end.qualifiers.get("as", ""), _employer(end)) if stems(t)]
    if not said:
        employers = {e for f in held if (e := _employer(f))}
        return list(held) if len(employers) <= 1 else []
    meant = [f for f in held if any(s <= _told(f) for s in said)]
    employers = {e for f in meant if (e := _employer(f))}
    return [f for f in held if f in meant or _employer(f) in employers]


def _employer(fact: Fact) -> str:
    """Whom somebody works for, in normal form; empty where that is not told."""
    given = next((fact.qualifiers[r] for r in _EMPLOYER if r in fact.qualifiers), "")
    own = fact.object if fact.relation in ("works_at", "started_working_at") else ""
    return normalise(own or given)


def _told(fact: Fact) -> frozenset[str]:
    return stems(" ".join((fact.object, *fact.qualifiers.values())))
