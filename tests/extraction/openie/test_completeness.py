"""What a fact must not leave out, and what needs nothing more."""

from __future__ import annotations

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


def _signs(extractor: SpacyExtractor, text: str, predicate: str) -> frozenset[str]:
    """The features of the first fact with a predicate."""
    told = Observation(text, NOON, speaker="Nora", addressee="Jon")
    found = extractor.explain([told], ExtractionContext())[0]
    return next(features for triple, features in found if triple.predicate == predicate)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("We gave the piano away.", "gave away"),
        ("I walked around in slippers.", "walked around in"),
        ("My plan fell through.", "fell through"),
        ("She moved over to Ghent.", "moved to"),
    ],
)
def test_particles_that_change_the_verb_are_kept(read: Read, text: str, predicate: str) -> None:
    found = read(f"My aunt is here. {text}")
    assert predicate in {t.predicate for t in found}


@pytest.mark.parametrize(
    ("text", "predicate", "sign"),
    [
        ("I sold the boat to them.", "sold", "lost_pronoun"),
        ("I bought three.", "bought", "object_number"),
        ("I barely touched the piano.", "touched", "hedged"),
        ("The new oven is better.", "finds", "hedged"),
        ("I told Priya.", "told", "lost_many"),
        ("I packed the crate.", "packed", "object_definite_bare"),
        ("I am so sorry that I shouted at the heron.", "is", "sorry"),
    ],
)
def test_what_cannot_be_understood_alone_is_marked(
    extractor: SpacyExtractor, text: str, predicate: str, sign: str
) -> None:
    assert sign in _signs(extractor, text, predicate)


@pytest.mark.parametrize(
    "text",
    [
        "We divorced.",
        "My canary passed away.",
        "I retired.",
        "My parents broke up.",
        "I got married.",
    ],
)
def test_turns_of_a_life_need_no_object(extractor: SpacyExtractor, text: str) -> None:
    told = Observation(text, NOON, speaker="Nora", addressee="Jon")
    found = extractor.explain([told], ExtractionContext())[0]
    assert any({"turning", "intransitive"} <= features for _, features in found)


def test_a_number_is_enough_for_an_age(extractor: SpacyExtractor) -> None:
    assert "object_number" not in _signs(extractor, "Priya turned 5.", "turned")


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("I need to feed the hens.", "planned"),
        ("I have to paint the fence.", "planned"),
        ("I had to paint the fence.", "actual"),
        ("I was going to paint the fence.", "hypothetical"),
        ("I'd painted the fence.", "actual"),
    ],
)
def test_what_is_still_to_be_done_is_not_done(read: Read, text: str, modality: str) -> None:
    found = [t for t in read(text) if name(t.object) in {"hens", "fence"}]
    assert found
    assert {t.modality for t in found} == {modality}


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Walter's painting the shed.", ("Walter", "is painting", "shed")),
        ("She's found a flat.", ("Nora's aunt", "has found", "flat")),
        ("Her shop's on Mill Road.", ("Nora's aunt's shop", "is on", "Mill Road")),
        ("Walter's 61 now.", ("Walter", "is", "61")),
    ],
)
def test_a_written_out_s_is_is_or_has(read: Read, text: str, row: tuple[str, str, str]) -> None:
    assert row in rows(read(f"My aunt called. {text}"))


def test_an_activity_is_what_a_fact_is_about(read: Read) -> None:
    fact = one(read("Working with bees taught me patience."), "taught")
    assert fact.subject.name == "working with bees"
    assert name(fact.object) == "patience"


@pytest.mark.parametrize(
    ("text", "what", "much"),
    [
        ("I bought a couple of lamps.", "lamps", "a couple"),
        ("We have lots of plums.", "plums", "lots"),
    ],
)
def test_an_amount_counts_the_thing(read: Read, text: str, what: str, much: str) -> None:
    fact = next(t for t in read(text) if name(t.object) == what)
    assert ("how_many", much) in {(q.role, name(q.term)) for q in fact.qualifiers}


def test_a_greeting_is_no_deed_of_the_one_it_meets(read: Read) -> None:
    found = rows(read("I saw a heron. It was so good to see Priya."))
    assert not [row for row in found if row[1].startswith("was to ")]
    assert ("Nora", "found", "seeing Priya") in found


@pytest.mark.parametrize("text", ["Bring a blanket.", "Sing a song."])
def test_an_order_is_no_deed_of_the_speaker(read: Read, text: str) -> None:
    assert not [t for t in read(text) if t.predicate != "said"]


def test_a_deed_without_and_does_not_take_the_next_ones_object(read: Read) -> None:
    assert ("Nora", "panicked", "rope") not in rows(read("I panicked, grabbed a rope."))


def test_what_one_has_done_by_others_is_done(read: Read) -> None:
    fact = one(read("I got my boat repaired yesterday."), "got repaired")
    assert name(fact.object) == "Nora's boat"
    assert fact.validity is not None
    assert "30 April 2024" in fact.validity.wording


def test_what_one_knows_is_told_like_what_one_says(extractor: SpacyExtractor) -> None:
    known = _signs(extractor, "I realized that I love Oslo.", "loves")
    assert "link_ROOT" in known
    assert "link_ccomp" in _signs(extractor, "I think I love Oslo.", "loves")


@pytest.mark.parametrize(
    ("question", "answer", "row"),
    [
        ("What do you do for work?", "A carpenter.", ("Nora", "works as", "carpenter")),
        ("How old is your son?", "Four!", ("Nora's son", "is", "four")),
    ],
)
def test_a_short_answer_completes_what_was_asked(
    extractor: SpacyExtractor, question: str, answer: str, row: tuple[str, str, str]
) -> None:
    turns = [
        Observation(question, NOON, speaker="Jon", thread="t"),
        Observation(answer, NOON, speaker="Nora", thread="t"),
    ]
    context = ExtractionContext(participants={"t": ("Jon", "Nora")})
    assert row in rows(extractor.extract(turns, context)[1])


def test_hoping_to_do_something_is_a_wish(read: Read) -> None:
    fact = one(read("I'm hoping to run a marathon in May."), "is hoping to run")
    assert (name(fact.object), fact.modality) == ("marathon", "wished")
