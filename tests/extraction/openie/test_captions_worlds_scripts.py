"""Images, text worlds, other scripts, hostile input."""

from __future__ import annotations

import time

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Triple

from .conftest import NOON, Read, name, one, rows


def test_a_caption_becomes_what_the_speaker_shared(read: Read) -> None:
    found = read("Look at this!", caption="a photo of a painting of a windmill near a canal")
    fact = one(found, "shared a photo of")
    assert fact.subject.name == "Nora"
    assert name(fact.object) == "a painting of a windmill near a canal"
    body = "Look at this!\na photo of a painting of a windmill near a canal"
    assert body[slice(*fact.span)] == "a photo of a painting of a windmill near a canal"


def test_a_long_caption_is_divided_between_object_and_qualifiers(read: Read) -> None:
    found = read("", caption="a photo of a boy in a red jacket leading two goats on a muddy path")
    fact = one(found, "shared a photo of")
    parts = [name(fact.object), *(name(q.term) for q in fact.qualifiers)]
    assert all(len(p.split()) <= 8 for p in parts)
    assert "muddy path" in fact.text


def play(extractor: SpacyExtractor, *texts: str) -> list[list[Triple]]:
    seen = [Observation(t, NOON, role="observation", thread="game") for t in texts]
    return extractor.extract(seen, ExtractionContext())


def test_a_room_its_contents_and_its_exits_are_read(extractor: SpacyExtractor) -> None:
    (found,) = play(
        extractor,
        "You are in the kitchen. On the counter is a red apple and a knife. "
        "To the east is the pantry. The fridge contains some milk.",
    )
    assert rows(found) == {
        ("You", "is in", "kitchen"),
        ("red apple", "is on", "counter"),
        ("knife", "is on", "counter"),
        ("pantry", "is east of", "kitchen"),
        ("milk", "is in", "fridge"),
    }


def test_taking_a_thing_makes_its_old_place_untrue(extractor: SpacyExtractor) -> None:
    _, found = play(extractor, "On the counter is a red apple.", "You take the red apple.")
    assert ("You", "carries", "red apple") in rows([t for t in found if t.positive])
    assert rows([t for t in found if not t.positive]) == {("red apple", "is on", "counter")}


def test_putting_a_thing_down_ends_carrying_it(extractor: SpacyExtractor) -> None:
    _, found = play(extractor, "You take the lamp.", "You put the lamp on the shelf.")
    assert ("lamp", "is on", "shelf") in rows([t for t in found if t.positive])
    assert ("You", "carries", "lamp") in rows([t for t in found if not t.positive])


def test_entering_a_room_leaves_the_last_one(extractor: SpacyExtractor) -> None:
    _, found = play(extractor, "You are in the hall.", "You are in the attic.")
    assert ("You", "is in", "hall") in rows([t for t in found if not t.positive])


def test_opening_a_thing_changes_its_state(extractor: SpacyExtractor) -> None:
    _, found = play(extractor, "The chest is closed.", "You open the chest.")
    assert ("chest", "is", "open") in rows([t for t in found if t.positive])
    assert ("chest", "is", "closed") in rows([t for t in found if not t.positive])


def test_people_do_not_speak_the_language_of_worlds(read: Read) -> None:
    assert not any(s == "You" for s, _, _ in rows(read("There is a lamp here.")))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王芳住在北京。", {"王芳", "北京"}),
        ("Иван живёт в Москве с Ольгой.", {"Иван", "Москве", "Ольгой"}),
        ("أحمد يسكن في القاهرة", {"أحمد", "القاهرة"}),
        ("田中さんは東京に住んでいます。", {"田中"}),
    ],
)
def test_names_in_other_scripts_stay_distinct(read: Read, text: str, names: set[str]) -> None:
    (fact,) = read(text)
    assert fact.confidence < 0.6
    assert names <= {name(q.term) for q in fact.qualifiers}
    assert text[slice(*fact.span)] in text


def test_a_foreign_name_in_an_english_sentence_is_an_entity(read: Read) -> None:
    assert ("Nora", "met", "王芳") in rows(read("I met 王芳 yesterday."))


@pytest.mark.parametrize(
    "text",
    ["", "   ", "!!!", "\x00\x07 I sold a boat.", "I sold \ud800 a boat.", "a" * 5000, "\n\n\n",
     "🙂🙂🙂", '"""', "I " * 500, "((((" * 300, "'s 's 's", "— — —", "???"],
)  # fmt: skip
def test_odd_text_never_raises_and_spans_stay_inside(read: Read, text: str) -> None:
    for triple in read(text):
        start, end = triple.span
        assert 0 <= start < end <= len(text)


def test_an_unknown_speaker_is_named_by_role(extractor: SpacyExtractor) -> None:
    seen = Observation("I bought a boat.", NOON)
    assert rows(extractor.extract([seen], ExtractionContext())[0]) == {("User", "bought", "boat")}


@pytest.mark.slow
def test_a_long_text_is_read_in_pieces_in_bounded_time(read: Read) -> None:
    sentence = "I visited a village near the river and bought a lamp there. "
    began = time.perf_counter()
    found = read(sentence * 600)
    assert ("Nora", "bought", "lamp") in rows(found)
    assert time.perf_counter() - began < 40
