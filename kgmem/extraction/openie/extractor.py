"""The default extractor: dependency rules over spaCy's parse, no key and no network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    antecedents,
    assembly,
    completions,
    definites,
    elision,
    mended,
    replies,
    scripts,
    sentences,
    structured,
    worlds,
)
from kgmem.extraction.openie import scene as scenes
from kgmem.extraction.openie.assembly import Explained
from kgmem.extraction.openie.scene import Mentioned, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.language import pipeline
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Triple

if TYPE_CHECKING:
    from spacy.tokens import Doc

ID = "spacy-openie/1"
PIECE = 256
"""Units of a long text parsed at a time."""
TURNS_BACK = 5
RECALLED = 4_000
"""Characters at the end of a turn before that are read again for antecedents."""
WORLD_BACK = 6
SESSION = timedelta(days=2)
"""After such a pause pronouns do not reach back."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    """An observation before its parse."""

    scene: Scene
    units: list[Unit]
    ready: tuple[Triple, ...] = ()


class SpacyExtractor:
    """OpenIE by rules over a dependency parse; implements `Extractor`.

    Subjects are resolved to the speaker, the addressee and recently mentioned people; each triple
    has a span, a modality, resolved times and a calibrated confidence.
    """

    @property
    def id(self) -> str:
        """Name and version."""
        return ID

    @property
    def slow(self) -> bool:
        """Milliseconds an observation, and it never fails."""
        return False

    def extract(
        self, observations: Sequence[Observation], context: ExtractionContext
    ) -> list[list[Triple]]:
        """Triples for each observation; see `kgmem.protocols.Extractor.extract`."""
        return [[triple for triple, _ in found] for found in self.explain(observations, context)]

    def explain(
        self, observations: Sequence[Observation], context: ExtractionContext
    ) -> list[list[Explained]]:
        """Like `extract`, with the features that each triple's confidence was made of."""
        turns = _in_context(observations, context)
        parsed = _parse([turn for before, own in turns for turn in (*before, own)])
        memo: dict[int, Mentioned] = {}
        return [_read(own, before, parsed, memo) for before, own in turns]


def _in_context(
    observations: Sequence[Observation], context: ExtractionContext
) -> list[tuple[list[_Prepared], _Prepared]]:
    """Each observation prepared, behind the turns just before it in its thread.

    Every turn is prepared from the same few turns before it, whether it came in this batch or an
    earlier one: a batch gives what single calls give.
    """
    threads: dict[str, list[Observation]] = {}
    for observation in context.recent:
        threads.setdefault(observation.thread, []).append(observation)
    prepared: dict[int, _Prepared] = {}
    turns = []
    for observation in observations:
        thread = threads.setdefault(observation.thread, [])
        people = context.participants.get(observation.thread, ())
        own = _prepare(observation, thread, people)
        first = max(0, len(thread) - TURNS_BACK)
        for at in range(first, len(thread)):
            if id(thread[at]) not in prepared:
                prepared[id(thread[at])] = _prepare(_recalled(thread[at]), thread[:at], people)
        turns.append(([prepared[id(o)] for o in thread[first:]], own))
        if _recalled(observation) is observation:
            prepared[id(observation)] = own
        thread.append(observation)
    return turns


def _recalled(observation: Observation) -> Observation:
    """What later turns look back at: of a long text its end."""
    text = observation.text
    if len(text) <= RECALLED:
        return observation
    return replace(observation, text=text[text.find(" ", len(text) - RECALLED) + 1 :])


def _read(
    own: _Prepared,
    before: Sequence[_Prepared],
    parsed: Mapping[str, Doc],
    memo: dict[int, Mentioned],
) -> list[Explained]:
    def mentions(turn: _Prepared) -> Mentioned:
        if id(turn) not in memo:
            docs = [parsed[u.text] for u in turn.units if u.text in parsed]
            whole = len(docs) == len(turn.units)
            memo[id(turn)] = (
                antecedents.mentioned(turn.scene, turn.units, docs) if whole else Mentioned()
            )
        return memo[id(turn)]

    @cache
    def earlier() -> tuple[Triple, ...]:
        others = any(u.voice or u.reply == "no" for u in own.units)
        turns = [t for t in before if others or t.scene.speaker == own.scene.speaker]
        told = (_assemble(t, t.units, parsed, mentions(t)) for t in turns)
        return tuple(triple for found in told for triple, _ in found)

    history = Mentioned()
    if antecedents.needed(own.units):
        for back, turn in enumerate(reversed(before), start=1):
            apart = own.scene.observation.time - turn.scene.observation.time > SESSION
            replying = back == 1 and turn.scene.speaker != own.scene.speaker
            old = antecedents.moved(mentions(turn), turn.units, back, apart, replying)
            history = Mentioned(old.mentions + history.mentions, old.slots + history.slots)
    question = _pending_question(own, before, parsed)
    found: list[Explained] = [(triple, frozenset()) for triple in own.ready]
    for part in _pieces(own.units):
        if part is own.units or len(part) == len(own.units):
            here = mentions(own) if antecedents.needed(part) else Mentioned()
            found += _assemble(own, part, parsed, here, history, question, earlier)
        else:
            docs = pipeline.parse([u.text for u in part])
            by_text = {u.text: d for u, d in zip(part, docs, strict=True)}
            here = antecedents.mentioned(own.scene, part, docs)
            found += _assemble(own, part, by_text, here, history, question, earlier)
    return found


def _assemble(
    turn: _Prepared,
    units: Sequence[Unit],
    parsed: Mapping[str, Doc],
    own: Mentioned,
    history: Mentioned = Mentioned(),  # noqa: B008
    question: Reading | None = None,
    earlier: Callable[[], Sequence[Triple]] = list,
) -> list[Explained]:
    docs = [parsed[u.text] for u in units]
    return assembly.assemble(turn.scene, units, docs, history, own, question, earlier, ID)


def _prepare(
    observation: Observation, thread: Sequence[Observation], people: Sequence[str]
) -> _Prepared:
    scene = scenes.scene(observation, thread[-TURNS_BACK:], people)
    names, machine = list(scene.forms), observation.role == "tool"
    ready, rest = structured.read(observation, ID)
    again, fragments = mended.mended(observation, thread, names)
    answered = replies.replied(observation, thread, names)
    answered += replies.sorts(observation, thread, names)
    whole, asked = (
        ([], []) if answered or again else completions.completed(observation, thread, names)
    )
    answered += whole
    units = sentences.units(rest, names, machine, bool(observation.caption))
    units = _outside(units, fragments)
    if replies.of_other(observation, thread):
        units = [u for u in units if not (u.reply and "elided" in u.repaired)]
    units = [u for u in units if not any(u.within(*span) for span in asked)]
    if again:
        units = sorted(units + again, key=lambda u: min(u.words.origin, default=0))
    units = answered + units
    if scene.working and not machine:
        units = [u if u.question else replace(u, words=elision.reported(u.words)) for u in units]
    if scene.working:
        units = definites.named(units, observation, thread)
    if worlds.speaks(observation):
        seen, spans = worlds.read(observation, thread[-WORLD_BACK:], ID)
        ready += seen
        units = _outside(units, spans)
    if not observation.text.isascii() and any(
        character > "\u024f" for character in observation.text
    ):
        ready += scripts.sayings(scene, ID)
        units = [u for u in units if not scripts.foreign(u.text)]
    if observation.caption:
        units += sentences.captions(observation.caption, len(observation.text) + 1, len(units))
    return _Prepared(scene, units, tuple(ready))


def _outside(units: list[Unit], spans: Sequence[tuple[int, int]]) -> list[Unit]:
    """The units that do not lie in some spans of the observation."""
    return [
        u
        for u in units
        if not u.words.origin or not any(a <= u.words.origin[0] < b for a, b in spans)
    ]


def _parse(turns: Sequence[_Prepared]) -> dict[str, Doc]:
    texts: dict[str, None] = {}
    for turn in turns:
        if len(turn.units) <= PIECE:
            texts.update(dict.fromkeys(u.text for u in turn.units))
    ordered = list(texts)
    return dict(zip(ordered, pipeline.parse(ordered), strict=True))


def _pieces(units: list[Unit]) -> Iterator[list[Unit]]:
    for start in range(0, max(len(units), 1), PIECE):
        yield units[start : start + PIECE]


def _pending_question(
    own: _Prepared, before: Sequence[_Prepared], parsed: Mapping[str, Doc]
) -> Reading | None:
    """The question that the turn just before asked, if somebody else asked it."""
    if not before or before[-1].scene.speaker == own.scene.speaker:
        return None
    asked = [u for u in before[-1].units if u.question]
    if not asked or asked[-1].text not in parsed:
        return None
    return Reading(before[-1].scene, asked[-1], parsed[asked[-1].text], 0)
