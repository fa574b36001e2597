"""Names that the parser does not know are parsed as ones that it does."""

from __future__ import annotations

import pytest

from kgmem.language import pipeline


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Lea studies biology in Oslo.", "studies"),
        ("Raj is allergic to nuts.", "is"),
        ("Torvilda paints boats.", "paints"),
    ],
)
def test_a_name_before_a_verb_is_its_subject(text: str, verb: str) -> None:
    (doc,) = pipeline.parse([text])
    assert doc.text == text
    assert (doc[0].pos_, doc[0].dep_, doc[0].head.text) == ("PROPN", "nsubj", verb)
    assert doc[0].lemma_ == doc[0].text


@pytest.mark.parametrize("text", ["Hope is all we have.", "Mark the date.", "Bread is cheap."])
def test_a_word_at_the_start_is_no_name(text: str) -> None:
    (doc,) = pipeline.parse([text])
    assert doc.text == text
    assert doc[0].lemma_.lower() == doc[0].lower_


@pytest.mark.parametrize(
    ("word", "known"),
    [("boats", True), ("painting", True), ("tried", True), ("mateo", False), ("torvilda", False)],
)
def test_the_dictionary_knows_words_and_their_forms(word: str, known: bool) -> None:
    assert pipeline.is_word(word) is known
