"""Dreams, stories, quotations and texts to be written say nothing about the speaker."""

from __future__ import annotations

import pytest

from .conftest import Read, name, rows

ASSERTED = 0.6


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("In my dream I had a tiger.", "tiger"),
        ("In my novel, I live in Cairo and own a palace.", "palace"),
        ("In my novel, I live in Cairo and own a palace.", "Cairo"),
        ("Let's say I live in Cairo.", "Cairo"),
        ("Write an email saying that I live in Cairo.", "Cairo"),
        ("Translate to German: 'I live in Cairo.'", "Cairo"),
        ("Translate to German: 'My name is Pierre.'", "Pierre"),
    ],
)
def test_what_is_made_up_or_quoted_is_not_asserted(read: Read, text: str, told: str) -> None:
    made_up = [t for t in read(text) if t.subject.name == "Nora" and name(t.object) == told]
    assert all(t.confidence < ASSERTED for t in made_up)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("In my novel I describe Lisbon.", ("Nora", "describes", "Lisbon")),
        ("In my story group I met Ana.", ("Nora", "met", "Ana")),
        ("I live in my parents' house.", ("Nora", "lives in", "Nora's parents' house")),
        ("I wrote an email saying that I live in Cairo.", ("Nora", "lives in", "Cairo")),
        ("It's Raj's dog, and I live in Cairo, 'cause it's warm.", ("Nora", "lives in", "Cairo")),
    ],
)
def test_what_is_done_with_a_story_or_said_with_apostrophes_is(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text))
