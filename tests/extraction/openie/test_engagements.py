"""Dates of what is fixed for a day, of ages to come, and of hours of no certain day."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from .conftest import Read, one

NOW = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Got a GP appointment on Thursday.", 2),
        ("I got an interview lined up for 11 May.", 11),
    ],
)
def test_an_appointment_one_got_lies_ahead(read: Read, text: str, day: int) -> None:
    found = one(read(text), "has got")
    assert found.modality == "planned"
    assert found.validity is not None
    assert found.validity.start is not None
    assert found.validity.start.earliest == datetime(2024, 5, day, tzinfo=timezone.utc)


def test_a_puppy_one_got_was_got_then(read: Read) -> None:
    found = one(read("I got a puppy on Saturday."), "got")
    assert found.modality == "actual"


def test_one_turns_forty_in_the_next_october(read: Read) -> None:
    found = one(read("I turn forty in October."), "turns")
    assert found.validity is not None
    assert found.validity.wording == "October 2024"
    assert found.modality == "planned"


def test_an_hour_of_a_past_day_dates_nothing(read: Read) -> None:
    found = one(read("When we split I ran up hills at midnight."), "ran up")
    assert found.validity is None or found.validity.start is None


def test_the_days_of_what_a_place_has_are_not_its_own(read: Read) -> None:
    found = one(read("There's a pub in Dominick Street with a session on Thursdays."), "is in")
    assert found.validity is None
