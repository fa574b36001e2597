"""One holding told in several ways, left for another, and come back to."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.results import Fact

START = datetime(2024, 1, 10, 10, tzinfo=timezone.utc)


def told(*turns: str) -> list[Fact]:
    """All facts after what Nora says, three weeks apart."""
    with Memory.open(":memory:") as memory:
        for number, text in enumerate(turns):
            time = START + timedelta(days=21 * number)
            memory.observe(text, speaker="Nora", time=time, thread="t")
        return memory.facts(ended=True, tentative=True, limit=None)


def live(facts: list[Fact], *relations: str) -> set[str]:
    return {
        str(f.object)
        for f in facts
        if f.relation in relations and f.status == "live" and f.positive and f.kind != "event"
    }


JOB = ("works_at", "job_title", "is_a")


@pytest.mark.parametrize(
    "news",
    ["I quit my job.", "I quit my job at Acme.", "I left Acme.", "I was fired.",
     "I no longer work at Acme."],
)  # fmt: skip
def test_a_job_that_is_over_is_over_in_whatever_words_it_was_told(news):
    facts = told("I work as a welder at Acme.", "I work at Acme.", news)
    assert not live(facts, *JOB)


def test_a_new_employer_ends_what_was_told_of_the_old_one():
    facts = told("I'm a welder at Birch Metalworks.", "I started working at Acme.")
    assert live(facts, *JOB) == {"Acme"}


def test_a_promotion_ends_no_employment():
    facts = told("I work as a clerk at Acme.", "I was promoted to manager.")
    assert live(facts, "works_at") == {"Acme"}


def test_a_commission_that_is_lost_is_no_job():
    facts = told("I work at Acme.", "I lost a job to a cheaper plumber.")
    assert live(facts, "works_at") == {"Acme"}


def test_who_leaves_the_hospital_where_she_works_works_there_no_longer():
    facts = told("I'm a nurse at Mercy Hospital.", "I left the hospital in January.")
    assert not live(facts, *JOB)


@pytest.mark.parametrize(
    "news", ["I left the hospital early today.", "I left the hospital at 6 pm.",
             "I left the library in January."],
)  # fmt: skip
def test_who_goes_home_keeps_the_job(news):
    facts = told("I'm a nurse at Mercy Hospital.", news)
    assert live(facts, "works_at") == {"Mercy Hospital"}


@pytest.mark.parametrize(
    ("before", "relation"),
    [
        ("I work at Lumen.", "works_at"),
        ("I bank with Lumen.", "bank_with"),
        ("I use Lumen for my photos.", "uses"),
        ("My phone provider is Lumen.", "has_phone_provider"),
    ],
)
@pytest.mark.parametrize(
    "news", ["I switched from Lumen to Northwind.", "I switched to Northwind from Lumen."]
)
def test_what_one_switches_from_tells_what_one_switches_to(before, relation, news):
    facts = told(before, news)
    assert live(facts, relation) == {"Northwind"}


def test_who_leaves_one_firm_for_another_works_there():
    facts = told("I work at Lumen.", "I left Lumen for Northwind.")
    assert live(facts, "works_at") == {"Northwind"}


def test_what_is_given_up_for_a_while_is_not_exchanged():
    facts = told("I take sugar in my coffee.", "I gave up sugar for Lent.")
    assert "Lent" not in live(facts, "take", "plays", "eats")


def test_a_class_is_dropped_and_taken_up_again():
    first, last = "I signed up for the pottery class.", "I signed up for the pottery class again."
    dropped = told(first, "I dropped the pottery class.")
    assert not live(dropped, "member_of", "plays")
    assert live(told(first, "I dropped the pottery class.", last), "member_of") == {"pottery class"}


def test_a_phone_that_is_dropped_is_still_had():
    facts = told("I have a phone.", "I dropped my phone.")
    assert live(facts, "have", "owns")


@pytest.mark.parametrize(
    "news",
    ["My tent was stolen.", "I lost my tent.", "A thief stole my tent.", "My tent got stolen."],
)
def test_what_is_stolen_or_lost_is_had_no_longer(news):
    facts = told("I own a tent.", news)
    assert not live(facts, "owns", "have")


def test_the_one_that_is_meant_is_lost():
    facts = told("I have a red bike.", "My bike was stolen.")
    assert not live(facts, "owns", "have")


@pytest.mark.parametrize("back", ["I went back to Lumen.", "I returned to Lumen in May."])
def test_who_goes_back_to_a_firm_works_there_again(back):
    facts = told("I work at Lumen.", "I joined Google.", back)
    assert live(facts, "works_at") == {"Lumen"}


def test_who_goes_back_to_a_town_for_a_visit_does_not_live_there():
    moved = ("I live in Rome.", "I moved to Oslo.")
    assert live(told(*moved, "I went back to Rome."), "lives_in") == {"Oslo"}
    assert live(told(*moved, "I went back to Rome for good."), "lives_in") == {"Rome"}


def test_who_goes_back_to_what_never_was_begins_nothing():
    facts = told("I work at Lumen.", "I went back to Northwind.")
    assert live(facts, "works_at", "uses") == {"Lumen"}


def test_what_something_is_not_is_taken_from_it_however_often_it_was_said():
    facts = told("Bella is a dog.", "I have a dog, Bella.", "Bella is not a dog.")
    kinds = [f for f in facts if f.subject == "Bella" and f.relation == "is_a" and f.positive]
    assert {f.status for f in kinds} == {"ended"}


def test_a_year_is_put_right_once():
    facts = told("I moved to Ghent in 2015.", "I misremembered: I moved to Ghent in 2016.")
    moves = {(f.validity.wording, f.status) for f in facts if f.relation == "moved_to"}
    assert moves == {("2015", "retracted"), ("2016", "live")}


def test_a_value_told_less_plainly_takes_the_place_of_one_told_plainly():
    facts = told("I'm single.", "We're engaged!")
    assert live(facts, "relationship_status") == {"engaged"}


def test_a_name_that_was_read_as_a_noun_is_the_somebody_known_by_it():
    facts = told("My cousin Donal has three kids.", "Donal actually has four kids.")
    counts = {f.qualifiers["how_many"]: f.status for f in facts if "how_many" in f.qualifiers}
    assert counts == {"three": "ended", "four": "live"}


def test_who_leads_a_team_is_told_by_whom_it_reports_to():
    with Memory.open(":memory:") as memory:
        memory.observe("I lead the web team.", speaker="Nora", time=START)
        later = START + timedelta(days=9)
        memory.observe("I handed the web team over to Sana.", speaker="Nora", time=later)
        assert memory.ask("Who leads the web team?").text == "Sana"
        assert memory.ask("Who led the web team on 12 January 2024?").text == "Nora"
