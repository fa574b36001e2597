"""Whose a thing is, by the owner that stands in its name."""

from __future__ import annotations

import pytest

from kgmem import Memory
from kgmem.answering.people import owners_part
from kgmem.language.names import normalise


@pytest.mark.parametrize(
    ("name", "owner", "rest"),
    [
        ("Uli's Pixel", "Uli", "pixel"),
        ("Uli’s Pixel", "Uli", "pixel"),
        ("James's hamster", "James", "hamster"),
        ("James' hamster", "James", "hamster"),
        ("the boys' boat", "the boys", "boat"),
        ("Ulia's Pixel", "Uli", "ulias pixel"),
        ("Ulis", "Uli", "ulis"),
        ("Pixel", "", "pixel"),
    ],
)
def test_the_owner_is_taken_off_a_name_in_normal_form(name, owner, rest):
    whole = normalise(name)
    assert whole[len(owners_part(whole, normalise(owner))) :] == rest


@pytest.mark.parametrize("speaker", ["Nora", "James"])
def test_a_thing_that_is_theirs_is_called_as_a_fact_says(speaker):
    with Memory.open(":memory:") as memory:
        memory.observe("Kiko is our parrot.", speaker=speaker, time="2024-05-01T10:00Z")
        answer = memory.ask(f"What's the name of {speaker}'s parrot?", now="2024-06-01")
    assert answer.text == "Kiko"
    assert answer.facts
