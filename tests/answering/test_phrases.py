"""The phrases of a sentence, and how they hang in it."""

from __future__ import annotations

import pytest

from kgmem.answering.phrases import Phrase, clear_cache, phrases_of
from kgmem.answering.slots import slot_of


def found(sentence: str) -> dict[str, Phrase]:
    return {phrase.text: phrase for phrase in phrases_of([sentence])[0]}


@pytest.mark.parametrize(
    ("sentence", "phrase", "form"),
    [
        ("I bought a red kayak.", "red kayak", "noun"),
        ("I bought a red kayak.", "kayak", "core"),
        ("It stands for luck, work and patience.", "luck, work and patience", "list"),
        ("We swam in the lake and cooked on the beach.", "swam in the lake", "action"),
        ("I was nervous.", "nervous", "rest"),
        ("I felt nervous.", "nervous", "state"),
        ("I think that the soup is ready.", "the soup is ready", "clause"),
        ("I left because the roof leaked.", "the roof leaked", "reason"),
        ('I am reading "The Long Field".', "The Long Field", "title"),
    ],
)
def test_phrases_come_in_the_forms_that_answers_have(sentence, phrase, form):
    assert found(sentence)[phrase].form == form


def test_an_address_is_one_phrase():
    assert "nora@example.org" in found("Write to nora@example.org for now.")


def test_a_phrase_stands_where_it_says():
    sentence = "Last week I painted the old boat with my cousin."
    for phrase in phrases_of([sentence])[0]:
        assert phrase.text in sentence[phrase.start : phrase.end]


def test_a_phrase_knows_its_verb_preposition_and_who_does_it():
    kayak = found("I bought a kayak from Tom.")
    assert (kayak["kayak"].slot, kayak["kayak"].agent) == ("object", "i")
    assert kayak["Tom"].prep == "from"
    assert kayak["kayak"].verb == kayak["Tom"].verb


def test_what_is_denied_is_marked():
    assert found("I don't eat fish.")["fish"].denied
    assert not found("I eat fish.")["fish"].denied


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("What did Nora buy?", "object"),
        ("What inspired the song?", "subject"),
        ("Why did Nora leave?", "adverb"),
        ("What is Nora's job?", "state"),
    ],
)
def test_a_question_asks_for_a_slot(question, slot):
    assert slot_of(question)[0] == slot


def test_nothing_is_kept_after_clearing():
    from kgmem.answering import phrases

    phrases_of(["I bought a kayak."])
    clear_cache()
    assert not phrases._kept


def test_an_empty_sentence_has_no_phrases():
    assert phrases_of(["", "..."]) == [(), ()]
