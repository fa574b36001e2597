"""What something is now: a rent, an address, a version, a job, a plan, a day to come."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows

SURE = 0.6


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("My rent went up to 950.", "Nora", "rent is", "950"),
        ("My rent went up to $950 a month in March.", "Nora", "rent is", "$950 a month"),
        ("My salary rose to 40000.", "Nora", "salary is", "40000"),
        ("My weight dropped to 70 kilos.", "Nora", "weight is", "70 kilos"),
    ],
)
def test_what_went_up_or_down_is_so_now(
    read: Read, text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value) in rows(read(text), SURE)


def test_an_address_that_changed_is_the_new_one(read: Read) -> None:
    assert ("server", "ip is", "10.0.0.7") in rows(read("The server's IP changed to 10.0.0.7."))


@pytest.mark.parametrize(
    "text", ["My sister changed to Aldi.", "My rent went up.", "My rent may go up to 950."]
)
def test_what_has_no_new_value_gives_none(read: Read, text: str) -> None:
    found = read(text)
    assert not [t for t in found if t.predicate.endswith(" is") and t.confidence > SURE]


def test_an_upgrade_tells_the_version_and_who_did_it(read: Read) -> None:
    found = read("I upgraded Postgres from 14 to 16.")
    assert ("Postgres", "version is", "16") in rows(found)
    done = one(found, "upgraded", "Postgres")
    assert {(q.role, name(q.term)) for q in done.qualifiers} >= {("from", "14"), ("to", "16")}


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Upgraded auth from 2.3.1 to 2.4.0.", "auth"),
        ("I upgraded node from 18 to 20.", "node"),
        ("I updated the slides from 2 to 3.", None),
    ],
)
def test_a_noun_without_an_article_is_a_name_of_what_was_upgraded(
    read: Read, text: str, thing: str | None
) -> None:
    found = [t for t in read(text) if t.predicate == "version is"]
    assert [t.subject.name for t in found] == ([thing] if thing else [])
    assert all(t.confidence > SURE and not t.qualifiers for t in found)


def test_a_number_of_people_is_no_version(read: Read) -> None:
    found = read("We moved from 3 to 4 people. I moved the call from 3 to 4.")
    assert not [t for t in found if t.predicate == "version is"]


@pytest.mark.parametrize(
    ("text", "predicate", "place", "job"),
    [
        (
            "I began a new job as a baker at the Golden Crust.",
            "began a new job at", "Golden Crust", "baker",
        ),
        ("I got a new job as a teacher in Leeds.", "got a new job in", "Leeds", "teacher"),
        ("I took a job as a courier with Foodora.", "took a job with", "Foodora", "courier"),
    ],
)  # fmt: skip
def test_a_new_job_has_its_place_and_what_one_is_there(
    read: Read, text: str, predicate: str, place: str, job: str
) -> None:
    found = one(read(text), predicate, place)
    assert found.confidence > SURE
    assert ("as", job) in {(q.role, name(q.term)) for q in found.qualifiers}


@pytest.mark.parametrize(
    "text",
    ["I took a job as a courier.", "Tanya took over the Comets.", "Ana took over the shop in May."],
)
def test_what_one_takes_or_runs_is_no_task_handed_over(read: Read, text: str) -> None:
    assert not [t for t in read(text) if t.predicate == "assignee is"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I gave up being vegan and eat fish now.", {("gave up", "being vegan"), ("eats", "fish")}),
        ("I stopped commuting and work from home now.", {("works from", "home")}),
        ("I quit smoking and run every day now.", {("quit", "smoking"), ("runs", "")}),
    ],
)
def test_what_one_does_now_is_told_beside_what_one_gave_up(
    read: Read, text: str, facts: set[tuple[str, str]]
) -> None:
    assert facts <= {(p, o) for _, p, o in rows(read(text))}


def test_two_things_given_up_or_bought_are_no_deeds(read: Read) -> None:
    found = rows(read("I stopped eating meat and cheese now. I bought a jacket and shoes instead."))
    assert {o for _, p, o in found if p == "stopped eating"} == {"meat", "cheese"}
    assert {o for _, p, o in found if p == "bought"} == {"jacket", "shoes"}


def test_a_change_of_plans_takes_the_old_day_back(read: Read) -> None:
    before = Observation("The meeting is on Tuesday.", NOON, speaker="Nora")
    found = read("Change of plans, the meeting is on Friday.", before)
    moved = one(found, "date is")
    assert moved.confidence > SURE
    assert name(moved.corrects) == "the Tuesday after 1 May 2024"


TWENTIETH = datetime(2024, 5, 20, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Mum's birthday is on the 9th.", "9 June 2024"),
        ("Mum's birthday is the 9th.", "9 June 2024"),
        ("Mum's birthday on the 9th.", "9 June 2024"),
        ("It's Mum's birthday on the 9th.", "9 June 2024"),
        ("Mum's birthday is the 25th.", "25 May 2024"),
        ("Mum's birthday was on the 9th.", "9 May 2024"),
    ],
)
def test_a_birthday_later_in_the_month_is_the_coming_one(
    extractor: SpacyExtractor, text: str, day: str
) -> None:
    said = Observation(text, TWENTIETH, speaker="Nora", addressee="Jon")
    (found,) = extractor.extract([said], ExtractionContext())
    dated = [t for t in found if t.predicate.startswith("birthday ")]
    assert [name(t.object) for t in dated] == [day]


def test_what_happened_on_a_day_of_this_month_is_over(extractor: SpacyExtractor) -> None:
    said = Observation("We celebrated Mum's birthday on the 9th.", TWENTIETH, speaker="Nora")
    (found,) = extractor.extract([said], ExtractionContext())
    (held,) = [t for t in found if t.predicate == "celebrated"]
    assert held.validity is not None
    assert held.validity.wording == "9 May 2024"


@pytest.mark.parametrize(
    ("text", "day", "wording"),
    [
        ("I signed up for a half marathon on January 14th.", "14 January 2025", None),
        ("I signed up for a course on 3 May.", None, "3 May 2024"),
        ("I signed up for a gym in 2019.", None, "2019"),
    ],
)
def test_the_day_of_what_one_signed_up_for_lies_ahead(
    extractor: SpacyExtractor, text: str, day: str | None, wording: str | None
) -> None:
    said = Observation(text, TWENTIETH, speaker="Nora")
    (found,) = extractor.extract([said], ExtractionContext())
    (signed,) = [t for t in found if t.predicate == "signed up for"]
    assert name(signed.object) in {"half marathon", "course", "gym"}
    assert [name(q.term) for q in signed.qualifiers if q.role == "on"] == [day] * (day is not None)
    assert (signed.validity.wording if signed.validity else None) == wording


def test_who_is_pitied_has_no_pity_in_the_name(read: Read) -> None:
    found = read("Poor Mia! Mia has chickenpox. Poor you.")
    assert "Mia" in {t.subject.name for t in found}
    assert not [t for t in found if "Poor" in t.subject.name or "Poor" in name(t.object)]
