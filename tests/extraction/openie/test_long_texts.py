"""Long observations: what a pronoun reaches, what later turns look back at, how the work grows."""

from __future__ import annotations

from time import process_time

from kgmem.extraction import SpacyExtractor
from kgmem.extraction.openie import sentences
from kgmem.language import pipeline
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation

from .conftest import NOON, Read, one, rows

ROAD = "The road was wet. The lamps were dim. "
TOWNS = ("Alra", "Beno", "Casten", "Domia", "Elvik", "Firond", "Galet")


def test_a_pronoun_means_nobody_of_another_page(read: Read) -> None:
    near = read(f"My uncle Otto visited us. {ROAD * 2}He bought a boat.")
    assert one(near, "bought").subject.name == "Otto"
    far = read(f"My uncle Otto visited us. {ROAD * 20}He bought a boat.")
    assert not any(p == "bought" for _, p, _ in rows(far))


def test_of_a_long_turn_before_the_end_is_looked_back_at(read: Read) -> None:
    text = f"My brother Tom met us. {ROAD * 150}I have a dog named Rex."
    found = read("He is very shy.", Observation(text, NOON, speaker="Nora", addressee="Jon"))
    assert ("Rex", "is", "very shy") in rows(found, least=0.6)


def test_a_batch_looks_back_at_a_long_turn_as_single_calls_do(extractor: SpacyExtractor) -> None:
    first = Observation(f"My brother Tom met us. {ROAD * 150}", NOON, "Nora", thread="t")
    second = Observation("He is a pilot.", NOON, "Nora", thread="t")
    people = {"t": ("Nora", "Jon")}
    _, together = extractor.extract([first, second], ExtractionContext(participants=people))
    (alone,) = extractor.extract([second], ExtractionContext((first,), people))
    assert together == alone


def test_many_abbreviations_do_not_end_the_sentence() -> None:
    text = "We met " + "Dr. Lee and " * 60 + "Ana."
    assert len(list(sentences.split_sentences(text))) == 1


def _prose(size: int) -> str:
    """Distinct sentences with pronouns that all have antecedents."""
    pieces: list[str] = []
    while sum(map(len, pieces)) < size:
        at = len(pieces)
        a, b = TOWNS[at % 7], TOWNS[(at * 3 + 1) % 7]
        pieces.append(f"{a} number {at} moved to {b} and opened a shop. He sold it to a friend. ")
    return "".join(pieces)


def _seconds(extractor: SpacyExtractor, size: int) -> float:
    pipeline.clear_cache()
    observation = Observation(_prose(size), NOON, speaker="Nora")
    began = process_time()
    extractor.extract([observation], ExtractionContext())
    return process_time() - began


def test_the_work_grows_with_the_length_of_a_text_and_not_with_its_square(
    extractor: SpacyExtractor,
) -> None:
    _seconds(extractor, 2_000)
    assert _seconds(extractor, 32_000) < 10 * _seconds(extractor, 8_000)
