"""What ends, is put off, is held in pairs, and what one can do."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import pairs
from kgmem.extraction.openie.mapped import Mapped

from .conftest import Read, name, one, rows

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Theo and I broke up.", {("Nora", "broke up with", "Theo")}),
        ("Theo and I are back together.", {("Nora", "is back with", "Theo")}),
        ("Emma and Paul broke up.", {("Paul", "broke up with", "Emma")}),
        (
            "I live in Turin and work at Acme.",
            {("Nora", "lives in", "Turin"), ("Nora", "works at", "Acme")},
        ),
        (
            "I cancelled my Streamly subscription.",
            {("Nora", "cancelled the subscription to", "Streamly")},
        ),
        (
            "My subscription to the Gazette has expired.",
            {("Nora", "cancelled the subscription to", "Gazette")},
        ),
        (
            "I'm a member of the chess club and the choir.",
            {("Nora", "is a member of", "chess club"), ("Nora", "is a member of", "choir")},
        ),
        ("My eye exam was moved to 12 September.", {("Nora", "eye exam is", "12 September 2024")}),
        ("The design review is on 3 June.", {("design review", "date is", "3 June 2024")}),
        ("I'm allergic to peanuts as well.", {("Nora", "is allergic to", "peanuts")}),
        ("I can swim now.", {("Nora", "can", "swim")}),
    ],
)
def test_who_did_what_with_whom(read: Read, text: str, facts: set[Fact]) -> None:
    assert facts <= rows(read(text), least=0.3)


def test_what_one_cannot_do_is_denied(read: Read) -> None:
    fact = one(read("I can't swim."), "can")
    assert not fact.positive
    assert name(fact.object) == "swim"


@pytest.mark.parametrize(
    "text",
    [
        "I almost moved to Ghent.",
        "I dreamt that I lived in Paris and owned a bakery.",
        "I imagined that I was a pilot and flew to Lima.",
    ],
)
def test_what_came_close_or_was_dreamt_is_not_so(read: Read, text: str) -> None:
    real = {"moved to", "lived in", "owned", "flew to"}
    assert not [t for t in read(text) if t.modality == "actual" and t.predicate in real]


@pytest.mark.parametrize(
    "text",
    [
        "I want to live in Rome and work at Acme.",
        "Ana and I like to cook.",
        "They broke up the party and I left.",
        "We are friends and work well together.",
        "Painting lets Ana show her skill and work with colour.",
        "Use good tools and work with friends.",
    ],
)
def test_other_sentences_stay_as_they_are(text: str) -> None:
    words = Mapped.of(text)
    assert pairs.sorted_out(words) == words
    assert list(pairs.shared(words)) == [words]


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I no longer live in Turin.", "lives in"),
        ("I'm no longer a teacher.", "works as"),
        ("Our app no longer supports XML.", "supports"),
    ],
)
def test_what_is_no_longer_so_is_denied_plainly(read: Read, text: str, predicate: str) -> None:
    fact = one(read(text), predicate)
    assert not fact.positive
    assert fact.confidence >= 0.6


def test_one_thing_is_led_by_one_person(read: Read) -> None:
    assert ("web team", "is led by", "Sana") in rows(read("Sana leads the web team now."))
    assert ("Ben", "leads", "group of kids") in rows(read("Ben leads a group of kids."))


def test_what_something_was_changed_to_is_its_value(read: Read):
    for text, predicate, value in (
        ("I changed my surname to Keller.", "surname is", "Keller"),
        ("My rent was raised to 900 euros.", "rent is", "900 euros"),
        ("I set the port of the gateway to 9443.", "port is", "9443"),
    ):
        found = [t for t in read(text) if t.predicate == predicate]
        assert [name(t.object) for t in found] == [value], text


def test_friends_of_each_other_are_told_of_one_with_the_other(read: Read):
    found = [t for t in read("Cleo and I aren't friends anymore.") if not t.positive]
    assert [t.subject.name for t in found] == ["Nora"]
    assert "Cleo" in name(found[0].object)
