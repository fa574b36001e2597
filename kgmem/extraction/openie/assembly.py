"""All facts of one observation: clauses, identities, times, confidence, what is left over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from kgmem.extraction.openie import (
    absentees,
    aliases,
    amends,
    answers,
    attributes,
    callings,
    captions,
    changes,
    clauses,
    context,
    corrections,
    duties,
    facts,
    hearsay,
    identities,
    instructions,
    leftovers,
    losses,
    readings,
    roles,
    technical,
    timing,
    versions,
    weighing,
)
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.confidence import confidence, unreal, weights
from kgmem.extraction.openie.drafts import Draft, finish
from kgmem.extraction.openie.scene import Argument, Mentioned, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import TimeMention, Triple

if TYPE_CHECKING:
    from spacy.tokens import Doc

Explained: TypeAlias = tuple[Triple, frozenset[str]]

MOST_LEFTOVERS = 2
_UNDERSTOOD = frozenset({"identity", "possession"})
LONGEST_DATE = 6
"""Words of a unit that only gives another date."""


def assemble(
    scene: Scene,
    units: Sequence[Unit],
    docs: Sequence[Doc],
    history: Mentioned,
    own: Mentioned,
    question: Reading | None,
    earlier: Callable[[], Sequence[Triple]],
    extractor: str,
) -> list[Explained]:
    """The triples of one observation in order, each with the features behind its confidence.

    Args:
        scene: the people.
        units: its repaired pieces.
        docs: their parses.
        history: what earlier observations mention.
        own: what these units mention.
        question: what the turn before asked, if it was somebody else's.
        earlier: the speaker's facts of recent observations, for corrections; called only then.
        extractor: name to put on the triples.
    """
    found: list[Explained] = []
    topic: Argument | None = None
    spare: list[tuple[int, Draft, Reading]] = []
    whole = readings.readings(scene, units, docs, history, own)
    for reading in absentees.subjects(whole, question):
        meant = _elliptic(reading, found, earlier, extractor)
        if meant is not None:
            found.append((meant, frozenset({"correction"})))
            continue
        stated = _stated(reading)
        dated = timing.of_verb(reading.times, stated, reading.doc) if reading.times else {}
        drafts = list(_drafts(replace(reading, topic=topic), stated, question, dated))
        topic = context.topic(drafts, reading)
        kept = _likely(drafts, reading)
        said = [(finish(draft, reading, p, extractor), f) for draft, f, p in kept]
        found += _put_right(reading, said, [t for t, _ in found], earlier)
        if kept or not reading.unit.amends or reading.unit.anchor is not None:
            spare += _rest(reading, [d for d, _, _ in kept], dated)
    found += [*_short_forms(scene, whole, extractor), *_left_over(spare, earlier, extractor)]
    return _distinct(captions.merged([(technical.plainly(t), f) for t, f in found]))


def _elliptic(
    reading: Reading,
    found: Sequence[Explained],
    earlier: Callable[[], Sequence[Triple]],
    extractor: str,
) -> Triple | None:
    """The fact that a correction without a statement of its own puts right: "I meant Bo"."""
    correction = None if reading.unit.caption else corrections.elliptic(reading.unit.text, 0)
    if correction is None:
        return None
    span = reading.unit.words.span(0, len(reading.unit.text))
    before = [t for t, _ in found] or list(earlier())
    return corrections.corrected(replace(correction, span=span), before, extractor)


def _likely(drafts: Sequence[Draft], reading: Reading) -> list[tuple[Draft, frozenset[str], float]]:
    """The drafts that are worth a fact, with their features and how likely each is true."""
    weighed = [(d, weighing.features(d, reading)) for d in drafts]
    chances = [(d, f, _chance(d, f)) for d, f in weighed]
    kept = [(d, f, p) for d, f, p in chances if p >= weights().least]
    # Who has whom is understood before what is told of them: "our dog Rex died".
    kept.sort(key=lambda item: _UNDERSTOOD.isdisjoint(item[1]))
    return kept


def _short_forms(scene: Scene, whole: Sequence[Reading], extractor: str) -> Iterator[Explained]:
    """Short forms of the listener's name, unless there is only a picture."""
    if not whole or whole[0].unit.caption:
        return
    for draft, span in aliases.short_forms(scene):
        named = weighing.features(draft)
        yield finish(replace(draft, span=span), whole[0], confidence(named), extractor), named


def _left_over(
    spare: list[tuple[int, Draft, Reading]],
    earlier: Callable[[], Sequence[Triple]],
    extractor: str,
) -> Iterator[Explained]:
    """The most telling of what no fact holds, in the words in which it was said."""
    spare.sort(key=lambda item: -item[0])
    for _, draft, reading in spare[:MOST_LEFTOVERS]:
        named = weighing.features(draft, reading)
        told = finish(draft, reading, confidence(named), extractor)
        if reading.unit.replaced:
            told = amends.resaid(told, list(earlier()), reading.unit.replaced)
        yield told, named


def _chance(draft: Draft, features: frozenset[str]) -> float:
    """How likely a draft is true: by its form where that tells, unless it is doubtful."""
    if "instruction" in draft.flags and draft.certain:
        return draft.certain
    return max(confidence(features), 0.0 if unreal(features) else draft.certain)


def _put_right(
    reading: Reading,
    said: list[Explained],
    before: list[Triple],
    earlier: Callable[[], Sequence[Triple]],
) -> list[Explained]:
    """The facts of a unit with what they take back, where it puts something right."""
    unit = reading.unit
    if unit.never:
        return [(t if t.positive or t.object is None else amends.denied(t), f) for t, f in said]
    if not unit.amends and unit.reply != "no":
        return said
    known = [*earlier(), *before]
    if not said and reading.times and len(unit.text.split()) <= LONGEST_DATE:
        span = unit.words.span(0, len(unit.text))
        dated = timing.merged(reading.times)
        again = None if dated is None else amends.redated(known, dated, span)
        return [(again, frozenset({"correction"}))] if again is not None else []
    right = [
        (triple if _UNDERSTOOD & f else amends.amended(triple, known), f) for triple, f in said
    ]
    if unit.replaced:
        return [(d, f) for t, f in right for d in amends.by_another(t, known, unit.replaced)]
    if not unit.amends:
        return right
    return [(t if _UNDERSTOOD & f else amends.amended_far(t, known), f) for t, f in right]


def _rest(
    reading: Reading, kept: Sequence[Draft], dated: dict[int, list[TimeMention]]
) -> list[tuple[int, Draft, Reading]]:
    """What the facts of a unit do not hold, with the times that none of them took up."""
    if reading.unit.caption:
        return []
    covered = {i for draft in kept for i in draft.tokens}
    told = any(d.validity or {"instruction", "timed"} & d.flags for d in kept)
    undated = bool(reading.times) and not told
    rest = leftovers.leftover(reading, covered, undated)
    if rest is None or (rest[1] == 1 and reading.unit.question):
        return []
    draft = timing.with_time(rest[0], dated, reading.scene.observation.time)
    if undated:
        draft = replace(draft, validity=timing.merged(reading.times))
    return [(rest[1], draft, reading)]


def _stated(reading: Reading) -> list[Clause]:
    """The clauses that a unit states, and those of a question where its times need them."""
    unit = reading.unit
    if unit.caption or (unit.question and not reading.times):
        return []
    return clauses.find(reading.doc, unit.question)


def _drafts(
    reading: Reading,
    stated: Sequence[Clause],
    question: Reading | None,
    dated: dict[int, list[TimeMention]],
) -> Iterator[Draft]:
    if reading.unit.caption:
        yield from captions.captions(reading)
    if reading.unit.question or reading.unit.caption:
        yield from instructions.requested(reading)
        return
    if "introduced" in reading.unit.repaired:
        yield from identities.introduction(reading)
        return
    anchor = reading.scene.observation.time
    if question is not None and reading.place < 2:
        yield from answers.answers(question, reading)
    given = callings.verbs(reading)
    wanted = tuple(instructions.wanted(reading))
    yield from wanted
    several = tuple(callings.named_several(reading))
    taken = {
        *given,
        *(i for draft in several for i in draft.tokens),
        *(i for draft in wanted for i in draft.tokens),
    }
    for clause in stated:
        if clause.main.i in taken:
            continue
        raws = list(losses.losses(reading, clause)) or list(facts.facts(reading, clause))
        yield from hearsay.heard(reading, clause, raws)
        for raw in raws:
            doubted = hearsay.doubted(raw, clause, reading)
            draft = context.temporary(context.taken_back(doubted, clause, reading), reading)
            told = changes.changes(timing.with_time(draft, dated, anchor), reading)
            told = roles.roles(attributes.attributes(told, reading), reading)
            told = versions.mended(instructions.required(told, clause, reading), reading)
            for each in duties.duties(duties.tried(told, clause, reading), reading):
                for one in changes.memberships(each, reading):
                    yield from versions.versions(one, reading)
                yield from attributes.kinds(each)
    if not wanted:
        yield from identities.identities(reading)
    yield from aliases.aliases(reading)
    yield from callings.callings(reading, given)
    yield from several


def _distinct(triples: list[Explained]) -> list[Explained]:
    """Without what the same observation says twice; the more confident one stays."""
    best: dict[tuple[object, ...], Explained] = {}
    for explained in triples:
        triple = explained[0]
        key = (
            triple.subject.name.lower(),
            triple.predicate,
            getattr(triple.object, "name", getattr(triple.object, "text", "")),
            triple.positive,
        )
        known = best.get(key)
        if known is None or known[0].confidence < triple.confidence or triple.corrects is not None:
            best[key] = explained
    return list(best.values())
