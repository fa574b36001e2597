"""The habits of chat: vocatives, interjections, left-out words, spliced clauses, fragments."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import elision, sentences
from kgmem.extraction.openie.mapped import Mapped
from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


@pytest.mark.parametrize(
    "text",
    [
        "Hey Jon! I bought a boat.",
        "Wow, Jon, I bought a boat!",
        "Oh yeah I bought a boat, Jon!",
        "Haha, well, I bought a boat 🚤!!",
        "Bought a boat!",
        "Just bought a boat :)",
        "By the way, I bought a boat.",
        "I’ve news – I bought a boat.",
    ],
)
def test_decoration_does_not_change_what_is_said(read: Read, text: str) -> None:
    assert ("Nora", "bought", "boat") in rows(read(text), least=0.6)


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("Lost my keys again", "I lost my keys again"),
        ("Excited for the trip", "I am excited for the trip"),
        ("Been working on a novel", "I have been working on a novel"),
        ("Been a busy week", "it has been a busy week"),
        ("Researching old maps", "I am researching old maps"),
        ("Can't find my keys", "I can't find my keys"),
        ("Started hitting the gym", "I started hitting the gym"),
    ],
)
def test_the_left_out_subject_is_put_back(text: str, completed: str) -> None:
    assert elision.elided(Mapped.of(text))[0].text == completed


@pytest.mark.parametrize(
    "text",
    ["Taking breaks is important", "Keep it up", "Building sites are noisy", "Don't give up",
     "Interesting idea", "The boat sank"],
)  # fmt: skip
def test_gerund_subjects_and_imperatives_stay_as_they_are(text: str) -> None:
    assert elision.elided(Mapped.of(text)) == (Mapped.of(text), False)


def test_spliced_clauses_are_read_one_by_one(read: Read) -> None:
    found = rows(read("I bought a boat, it was cheap, my dad fixed it and we sailed to Malta."))
    assert ("Nora", "bought", "boat") in found
    assert ("Nora", "sailed to", "Malta") in found


def test_a_subordinate_clause_keeps_its_main_clause() -> None:
    units = sentences.units("When I was six, we moved to Ghent.", [])
    assert [u.text for u in units] == ["When I was six, we moved to Ghent."]


@pytest.mark.parametrize(
    "text",
    ["Can't wait!", "Can't wait to hear about it!", "No way!", "You bet!", "Thanks for asking!",
     "Good to see you, Jon!", "Take care!", "Thanks for that!"],
)  # fmt: skip
def test_set_phrases_say_nothing(read: Read, text: str) -> None:
    assert not rows(read(text), least=0.6)


def test_a_fragment_is_kept_but_not_asserted(read: Read) -> None:
    found = read("A golden retriever!")
    assert found
    assert not rows(found, least=0.6)
    assert any("golden retriever" in name(t.object) for t in found)


@pytest.mark.parametrize(
    ("question", "reply", "fact"),
    [
        ("What did you buy?", "A red kite!", ("Nora", "bought", "red kite")),
        ("What is your favorite color?", "Blue.", None),
        ("Where do you live?", "In Utrecht.", ("Nora", "lives in", "Utrecht")),
    ],
)
def test_a_fragment_completes_the_question_before_it(
    read: Read, question: str, reply: str, fact: tuple[str, str, str] | None
) -> None:
    before = Observation(question, NOON, speaker="Jon", addressee="Nora")
    found = rows(read(reply, before))
    assert fact is None or fact in found


def test_how_long_is_answered_by_a_duration(read: Read) -> None:
    before = Observation("How long have you been married?", NOON, speaker="Jon", addressee="Nora")
    fact = one(read("Five years already!", before), "has been married")
    assert fact.validity is not None
    assert (fact.validity.wording or "").startswith("five years")


def test_contractions_of_is_are_not_possessives(read: Read) -> None:
    assert ("Nora", "finds", "Rex") in rows(read("Rex's hilarious!"))


def test_the_words_no_fact_holds_are_kept_as_said(read: Read) -> None:
    found = read("Honestly the gorgonzola risotto, wow.")
    assert any("gorgonzola" in name(t.object) for t in found)
    assert all(t.confidence < 0.6 for t in found)


def test_spans_survive_repairs(read: Read) -> None:
    text = "Wow!!! 😀 Jon, I'm gonna adopt a gecko, y'know."
    fact = one(read(text), "is going to adopt")
    assert text[slice(*fact.span)].startswith("I'm gonna adopt a gecko")


def test_values_have_at_most_eight_words(read: Read) -> None:
    text = (
        "It was so moving to see how the people of the village came together after the flood and"
        " rebuilt the old school with their own hands before the winter."
    )
    for triple in read(text):
        for term in (triple.object, *(q.term for q in triple.qualifiers)):
            assert len(name(term).split()) <= 8


@pytest.mark.parametrize("text", ["I posted some.", "I'm planning a few.", "You're right!"])
def test_words_that_mean_nothing_alone_are_not_asserted(read: Read, text: str) -> None:
    assert not rows(read(text), least=0.6)
