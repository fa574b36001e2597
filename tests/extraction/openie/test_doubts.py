"""Facts whose form shows a misreading are maybes; dates follow the tense of what they date."""

from __future__ import annotations

import pytest

from kgmem.types import Triple

from .conftest import NOON, Read, name, one, rows


def when(triple: Triple) -> str:
    assert triple.validity is not None
    return triple.validity.wording


@pytest.mark.parametrize(
    "text",
    [
        "Mia is taller than her brother Joe was.",
        "Tom drove me.",
        "Ben pick up the parcel.",
        "yesss moved into the new flat!",
        "If she shouts again, I'm leaving.",
        "I teach two lessons a day.",
        "Mia asked me to stop.",
        "Mia is in pieces.",
    ],
)
def test_what_reads_cut_conditional_or_figurative_is_not_asserted(read: Read, text: str) -> None:
    told = rows(read(text), least=0.6) - {("Mia", "brother is", "Joe")}  # which is so
    assert not told


def test_a_second_clause_is_no_second_object(read: Read) -> None:
    found = rows(read("Eva moved to Cork and the new boss wants more work."), least=0.6)
    assert found == {("Eva", "moved to", "Cork")}


@pytest.mark.parametrize(
    "text", ["We're moving to Oslo.", "I'm bringing a cake.", "We're getting a dog."]
)
def test_an_arrangement_is_a_plan(read: Read, text: str) -> None:
    assert read(text)[0].modality == "planned"


def test_what_goes_on_now_is_no_plan(read: Read) -> None:
    assert one(read("I'm currently moving to Oslo."), "is moving to").modality == "actual"


def test_an_obligation_shortened_to_s_is_a_plan(read: Read) -> None:
    assert read("Eva's got to sell the car.")[0].modality == "planned"


def test_a_bare_month_beside_a_plan_is_the_next_one(read: Read) -> None:
    told = one(read("I'm running a marathon in February."), "is running")
    assert told.modality == "planned"
    assert when(told) == f"February {NOON.year + 1}"


def test_what_happened_is_never_dated_ahead(read: Read) -> None:
    assert one(read("I found 12 typos in one weekend."), "found").validity is None


def test_how_long_a_past_deed_took_says_nothing_of_its_beginning(read: Read) -> None:
    assert when(one(read("I ate rice for a week."), "ate")) == "a week"


def test_a_verb_with_one_form_is_past_where_its_date_is(read: Read) -> None:
    told = one(read("We put in a window on Monday."), "put in")
    assert told.kind == "event"


def test_the_year_of_a_model_is_no_count(read: Read) -> None:
    told = one(read("I have a 1998 Fiat."), "has")
    assert name(told.object) == "1998 Fiat"
    assert not told.qualifiers


def test_what_is_given_up_is_not_had(read: Read) -> None:
    assert not any(p == "has" for _, p, _ in rows(read("I gave up my flat.")))


def test_a_friend_one_speaks_to_is_nobody_one_tells_of(read: Read) -> None:
    assert not any(p == "has" for _, p, _ in rows(read("Congratulations, my friend, well done.")))


def test_how_somebody_is_does_not_judge_them(read: Read) -> None:
    assert ("Nora's mum", "is", "okay") in rows(read("My mum's okay."))
