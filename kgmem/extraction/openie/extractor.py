"""The default extractor: dependency rules over spaCy's parse, no key and no network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem.extraction.openie import antecedents, assembly, scripts, sentences, worlds
from kgmem.extraction.openie import scene as scenes
from kgmem.extraction.openie.assembly import Explained
from kgmem.extraction.openie.scene import Mention, Reading, Scene
from kgmem.extraction.openie.sentences import Unit
from kgmem.language import pipeline
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Triple

if TYPE_CHECKING:
    from spacy.tokens import Doc

ID = "spacy-openie/1"
LONG = 20_000
"""From this many characters on a text is read in pieces, so that memory stays bounded."""
PIECE = 256
"""Units of a long text parsed at a time."""
TURNS_BACK = 3
WORLD_BACK = 8


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
        earlier = list(context.recent)
        prepared: list[tuple[_Prepared, list[_Prepared]]] = []
        cache: dict[int, _Prepared] = {}
        for observation in observations:
            thread = [o for o in earlier if o.thread == observation.thread]
            people = context.participants.get(observation.thread, ())
            own = _prepare(observation, thread, people)
            before = [_cached(cache, o, thread, people) for o in thread[-TURNS_BACK:]]
            prepared.append((own, before))
            cache[id(observation)] = own
            earlier.append(observation)
        parsed = _parse(prepared)
        return [self._read(own, before, parsed, context) for own, before in prepared]

    def _read(
        self,
        own: _Prepared,
        before: list[_Prepared],
        parsed: Mapping[str, Doc],
        context: ExtractionContext,
    ) -> list[Explained]:
        history: list[Mention] = []
        for back, turn in enumerate(reversed(before), start=1):
            docs = [parsed[u.text] for u in turn.units]
            history = (
                antecedents.mentions(turn.scene, turn.units, docs, offset=-100 * back) + history
            )
        question = _pending_question(own, before, parsed)

        def earlier() -> list[Triple]:
            turns = [t for t in before if t.scene.speaker == own.scene.speaker]
            return [
                triple
                for t in turns
                for triple, _ in assembly.assemble(
                    t.scene, t.units, [parsed[u.text] for u in t.units], (), None, list, ID
                )
            ]

        found: list[Explained] = [(triple, frozenset()) for triple in own.ready]
        for part in _pieces(own.units):
            docs = [
                parsed[u.text] if u.text in parsed else pipeline.parse([u.text])[0] for u in part
            ]
            found += assembly.assemble(own.scene, part, docs, history, question, earlier, ID)
        return found


def _cached(
    cache: dict[int, _Prepared],
    observation: Observation,
    thread: Sequence[Observation],
    people: Sequence[str],
) -> _Prepared:
    key = id(observation)
    if key not in cache:
        cache[key] = _prepare(observation, thread, people)
    return cache[key]


def _prepare(
    observation: Observation, thread: Sequence[Observation], people: Sequence[str]
) -> _Prepared:
    scene = scenes.scene(observation, thread, people)
    units = sentences.units(observation.text, list(scene.forms))
    ready: list[Triple] = []
    if worlds.speaks(observation):
        ready, spans = worlds.read(observation, thread[-WORLD_BACK:], ID)
        units = [
            u
            for u in units
            if not any(a <= u.words.origin[0] < b for a, b in spans if u.words.origin)
        ]
    if any(character > "\u024f" for character in observation.text):
        ready += scripts.sayings(scene, ID)
        units = [u for u in units if not scripts.foreign(u.text)]
    if observation.caption:
        units += sentences.captions(observation.caption, len(observation.text) + 1, len(units))
    return _Prepared(scene, units, tuple(ready))


def _parse(prepared: Sequence[tuple[_Prepared, list[_Prepared]]]) -> dict[str, Doc]:
    texts: dict[str, None] = {}
    for own, before in prepared:
        for turn in (*before, own):
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
