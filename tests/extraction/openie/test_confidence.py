"""How sure the extractor is: endings plainly said are asserted, what nobody understands is not."""

from __future__ import annotations

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.extraction.openie.confidence import MOST_UNREAL, confidence, weights
from kgmem.protocols import ExtractionContext
from kgmem.settings import Settings
from kgmem.types import Observation

from .conftest import NOON, Read

ASSERTED = Settings().asserted


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I lost my job last week.", "lost"),
        ("We got divorced in March.", "got divorced"),
        ("Luna passed away yesterday.", "passed away"),
        ("My grandfather died in 2019.", "died"),
        ("We sold the house in April.", "sold"),
        ("I sold my bike.", "sold"),
        ("We gave Rex away.", "gave away"),
        ("I quit my job at the bank.", "quit"),
        ("I quit the choir.", "quit"),
        ("I left Google last month.", "left"),
        ("I broke up with Tom.", "broke up with"),
        ("My parents separated in June.", "separated"),
        ("I gave up coffee.", "gave up"),
        ("I stopped taking piano lessons.", "stopped taking"),
        ("I got fired on Monday.", "got fired"),
        ("We moved to Lisbon in May.", "moved to"),
        ("My brother moved to Berlin.", "moved to"),
    ],
)
def test_an_ending_plainly_said_is_asserted(read: Read, text: str, predicate: str) -> None:
    found = {t.predicate: t.confidence for t in read(text)}
    assert found[predicate] >= ASSERTED


@pytest.mark.parametrize(
    "text",
    [
        "I no longer eat meat.",
        "I don't eat meat anymore.",
        "I don't play the guitar any more.",
        "I don't work at Intel anymore.",
    ],
)
def test_what_somebody_does_no_longer_is_asserted_as_not_so(read: Read, text: str) -> None:
    assert [t for t in read(text) if not t.positive and t.confidence >= ASSERTED]


@pytest.mark.parametrize("text", ["I like hiking.", "I love to swim.", "I really enjoy baking."])
def test_a_deed_that_somebody_likes_needs_no_object(read: Read, text: str) -> None:
    assert [t for t in read(text) if t.confidence >= ASSERTED]


@pytest.mark.parametrize(
    "text",
    [
        "I told him.",
        "They said no to it.",
        "That was about the other one.",
        "He took it there.",
        "Maybe the thing broke.",
        "I would sell the house.",
        "If I sold my bike, I would walk.",
    ],
)
def test_what_nobody_understands_alone_and_what_is_supposed_is_not_asserted(
    read: Read, text: str
) -> None:
    assert all(t.confidence < ASSERTED for t in read(text))


@pytest.mark.parametrize(
    ("surer", "vaguer"),
    [
        ("I bought a red bike in Porto.", "I bought one there."),
        ("I visited Lisbon with my sister Ana.", "I visited the place."),
        ("I told Ana about my new job.", "I told Ana."),
        ("I sold my guitar to Tom.", "Maybe I could sell my guitar to Tom."),
    ],
)
def test_the_fuller_of_two_statements_is_the_surer(read: Read, surer: str, vaguer: str) -> None:
    def most(text: str) -> float:
        deeds = [t.confidence for t in read(text) if t.kind == "event"]
        return max(deeds, default=0.0)

    assert most(surer) > most(vaguer)


def test_signs_name_what_a_fact_is_made_of(extractor: SpacyExtractor) -> None:
    said = Observation("I sold my old bike last week.", NOON, speaker="Nora")
    ((*found,),) = extractor.explain([said], ExtractionContext())
    features = next(f for t, f in found if t.predicate == "sold")
    assert {"about_name", "covers_all", "parting", "past_simple", "dated"} <= features


def test_what_is_left_over_is_never_sure() -> None:
    assert confidence({"mentioned", "dated", "caption", "alias", "turning"}) <= MOST_UNREAL


def test_weights_are_bounded_and_unknown_features_weigh_nothing() -> None:
    assert all(-3 <= w <= 3 for w in weights().features.values())
    assert confidence({"no such feature"}) == confidence(())
