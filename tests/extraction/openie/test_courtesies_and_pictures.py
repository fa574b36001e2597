"""Set phrases that tell something, what a story did to the speaker, and what a picture shows."""

from __future__ import annotations

import pytest

from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Can't wait to see your boat!", ("Nora", "is looking forward to seeing", "Jon's boat")),
        ("I can't wait for the trip to Rome.", ("Nora", "is looking forward to", "trip to Rome")),
        ("Your kind words mean a lot to me.", ("Nora", "appreciates", "Jon's kind words")),
        ("Wow, I really appreciate your help, Jon!", ("Nora", "appreciates", "Jon's help")),
    ],
)  # fmt: skip
def test_a_set_phrase_that_names_its_thing_is_a_fact(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text), least=0.6)


@pytest.mark.parametrize(
    ("text", "predicate", "role", "reason"),
    [
        ("Thanks so much for your help!", "thanked", "for", "Jon's help"),
        ("Thanks for the advice, Jon.", "thanked", "for", "Jon's advice"),
        ("Hey Jon, congrats on the new job!", "congratulated", "on", "new job"),
    ],
)
def test_thanks_and_congratulations_keep_their_reason(
    read: Read, text: str, predicate: str, role: str, reason: str
) -> None:
    fact = one(read(text), predicate, "Jon")
    assert fact.confidence >= 0.6
    assert (role, reason) in {(q.role, name(q.term)) for q in fact.qualifiers}


def test_thanks_open_a_sentence_that_tells_more(read: Read) -> None:
    assert ("Nora", "got", "cat") in rows(read("Thanks for asking, we got a cat."))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("It made me think of the old harbour.", ("Nora", "thought of", "old harbour")),
        ("It reminded me of my first boat.", ("Nora", "was reminded of", "Nora's first boat")),
        ("It made me determined to sail.", ("Nora", "felt", "determined to sail")),
        ("They gave me the courage to sail alone.", ("Nora", "got", "courage")),
        ("It inspired me to build a raft.", ("Nora", "was inspired to", "build a raft")),
        ("It taught me patience.", ("Nora", "learned", "patience")),
    ],
)  # fmt: skip
def test_what_something_did_to_the_speaker_is_told_of_the_speaker(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text))


def test_who_did_it_stays_the_subject_where_it_is_named(read: Read) -> None:
    found = rows(read("My sister gave me a kayak."))
    assert ("Nora's sister", "gave", "kayak") in found
    assert ("Nora", "got", "kayak") not in found


@pytest.mark.parametrize("text", ["It didn't remind me of home.", "It might remind me of home."])
def test_what_did_not_happen_to_the_speaker_is_no_fact(read: Read, text: str) -> None:
    assert not {row for row in rows(read(text)) if "reminded" in row[1]}


def shared(caption: str) -> Observation:
    return Observation("Look at this!", NOON, speaker="Jon", addressee="Nora", caption=caption)


@pytest.mark.parametrize(
    ("caption", "text", "judged"),
    [
        ("a photo of a painting of a canal", "That painting is great!", "painting of a canal"),
        ("a photo of a goat on a shed", "This photo is great!", "photo of a goat on a shed"),
        ("a photo of a kite", "That kite is great!", "kite in Jon's photo"),
    ],
)
def test_that_thing_is_what_the_picture_before_shows(
    read: Read, caption: str, text: str, judged: str
) -> None:
    assert ("Nora", "finds", judged) in rows(read(text, shared(caption)), least=0.6)


def test_two_such_things_on_a_picture_leave_it_open(read: Read) -> None:
    found = read("That boat is great!", shared("a photo of a red boat next to a blue boat"))
    assert not rows(found, least=0.6)


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("Here's a pic of my cat.", "shared a picture of", "Nora's cat"),
        ("Check out my new kayak!", "shared a photo of", "Nora's new kayak"),
    ],
)
def test_words_that_come_with_a_picture_say_what_it_shows(
    read: Read, text: str, predicate: str, thing: str
) -> None:
    assert ("Nora", predicate, thing) in rows(read(text, caption="a photo of a thing"), least=0.6)
    assert not [row for row in rows(read(text)) if row[1].startswith("shared")]


def test_what_follows_a_dash_does_not_break_what_stands_before(read: Read) -> None:
    found = read("I finished another quilt - want to see it?")
    assert ("Nora", "finished", "quilt") in {(s, p, o.split()[-1]) for s, p, o in rows(found)}
