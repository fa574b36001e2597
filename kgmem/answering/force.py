"""What is in force: facts that hold at the time asked about, and the words that support only those.

A fact that was taken back, or that ended, leaves its words behind. They must not bring it back: a
sentence counts as long as what it supports and still holds says as much of the question as what
it supports and no longer does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from kgmem.answering.lapsed import lapsed
from kgmem.answering.matching import Focus, stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.reply import Reply
from kgmem.answering.succession import outdated, stood_in_for
from kgmem.answering.times import ahead, held_at, passed, present, within
from kgmem.answering.weights import PASSAGE
from kgmem.language.names import normalise
from kgmem.results import Fact

_NAMING = ("what", "which", "who", "where", "list")


def in_force(material: Material, valid_at: datetime | None) -> Material:
    """Without retracted facts, for the present without ended ones, and without their words.

    Args:
        material: everything found.
        valid_at: the time asked about, where the caller gave one.
    """
    ends = lapsed(material, valid_at)
    holds = {
        s.fact.id: s.fact.id not in ends.facts and _holds(s.fact, material, valid_at)
        for s in material.facts
    }
    held = [s for s in material.facts if holds[s.fact.id]]
    over = [s.fact for s in material.facts if not holds[s.fact.id]]
    held = [s for s in held if s.fact.tier == "asserted" or not _reworded(s.fact, over)]
    live = [s.fact for s in held]
    material = replace(material, unsaid=_unsaid(over, live), over=ends.names)
    live = [f for f in live if f.id not in ends.about]
    gone = {(p.episode, p.start) for p in material.passages if _dead(p, over, live, material.focus)}
    holding = replace(material, facts=tuple(held))
    gone |= outdated(holding, valid_at) | stood_in_for(holding, valid_at)
    if not gone:
        return replace(material, facts=tuple(held))
    turns = {episode for episode, _ in gone}
    kept = [p for p in material.passages if (p.episode, p.start) not in gone]
    kept = [_alone(p) if p.episode in turns else p for p in kept]
    kept.sort(key=lambda p: (-p.score, p.rank, p.start))
    facts = tuple(_without(s, gone) for s in held)
    return replace(material, facts=facts, passages=tuple(kept))


def _unsaid(over: Sequence[Fact], live: Sequence[Fact]) -> frozenset[str]:
    """What only facts that were taken back give: whoever it was not, the date that was wrong."""
    held = {normalise(v) for f in live if f.positive for v in (f.subject, f.object)}
    wrong = {normalise(v) for f in over if f.status == "retracted" for v in (f.subject, f.object)}
    return frozenset(wrong - held - {""})


def grounded(reply: Reply, material: Material) -> bool:
    """Whether a reply stands on live asserted facts of the asked one that say what is asked.

    The noun asked for aside ("Which books has Nora read?"): it is seldom said beside the thing.
    """
    if material.question.kind not in _NAMING:
        return False
    asked = frozenset(material.focus.weights)
    needed = (asked - material.focus.head) or asked
    own = {s.fact.id for s in material.facts if s.own >= 1.0}
    saying = [
        f
        for f in reply.facts
        if f.id in own
        and f.status == "live"
        and needed <= stems(f.text) | stems(f.relation.replace("_", " "))
    ]
    given = {t for f in saying for t in (f.object, f.subject, *f.qualifiers.values())}
    return bool(needed and saying) and stems(reply.text) <= stems(" ".join(given))


def _holds(fact: Fact, material: Material, valid_at: datetime | None) -> bool:
    if fact.status == "retracted":
        return False
    if valid_at is not None:
        return held_at(fact, valid_at)
    question = material.question
    if fact.kind == "event":
        return not (fact.status == "ended" and present(question))
    if question.window is not None and question.kind not in ("when", "how_long"):
        return within(fact, question.window)
    if fact.modality != "actual" or not present(question) or ahead(question):
        return not (fact.status == "ended" and present(question))
    return fact.status == "live" and not (
        fact.tier == "asserted" and passed(fact, question.now) and _replaced(fact, material)
    )


def _replaced(fact: Fact, material: Material) -> bool:
    """Whether something else is so again after a while: without it, the while is all there is."""
    if material.question.kind == "yes_no":
        return True
    others = (s.fact for s in material.facts if s.fact.relation == fact.relation)
    return any(
        o.status == "live" and o.positive and not passed(o, material.question.now)
        and (o.subject_id == fact.subject_id or o.object_id == fact.object_id)
        for o in others
    )  # fmt: skip


def _dead(passage: Passage, over: Sequence[Fact], live: Sequence[Fact], focus: Focus) -> bool:
    """Whether a sentence's part in the question is what no longer holds."""
    lost = [f for f in over if _said_in(f, passage)]
    if not lost:
        return False
    held = [f for f in live if _said_in(f, passage)]
    return not held or _most(lost, focus) > _most(held, focus)


def _reworded(fact: Fact, over: Sequence[Fact]) -> bool:
    """Whether a fact was read from the very words of one that no longer holds."""
    return any(
        a.episode == b.episode and a.start < b.end and b.start < a.end
        for other in over
        for a in fact.evidence
        for b in other.evidence
    )


def _said_in(fact: Fact, passage: Passage) -> bool:
    return any(
        e.episode == passage.episode and e.start < passage.end and passage.start < e.end
        for e in fact.evidence
    )


def _most(facts: Iterable[Fact], focus: Focus) -> float:
    """The most that one of the facts says of a question."""
    return max(focus.coverage(stems(f.text), stems(f.relation.replace("_", " "))) for f in facts)


def _alone(passage: Passage) -> Passage:
    """A sentence without what the rest of its turn, part of which is gone, lent it."""
    lent = PASSAGE["around"] * (passage.around - passage.coverage)
    lent += PASSAGE["joint"] * (passage.joint - passage.coverage)
    own = passage.coverage
    return replace(passage, around=own, joint=own, score=passage.score - lent)


def _without(scored: Scored, gone: set[tuple[str, int]]) -> Scored:
    """A fact whose sentence is gone stands alone."""
    passage = scored.passage
    out = passage is not None and (passage.episode, passage.start) in gone
    return replace(scored, passage=None) if out else scored
