"""What is wanted of an agent, who has it to do, and what work came to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Role, Triple

from .conftest import NOON, Read, name, one, rows

Told = Callable[..., list[Triple]]


@pytest.fixture
def told(extractor: SpacyExtractor) -> Told:
    """Triples of a turn behind one of an agent's."""

    def reading(text: str, role: Role = "user", speaker: str = "Nora") -> list[Triple]:
        before = (Observation("Ready.", NOON, speaker="Robo", role="assistant"),)
        turn = Observation(text, NOON, speaker=speaker, role=role)
        return extractor.extract([turn], ExtractionContext(recent=before))[0]

    return reading


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Always use tabs.", "use tabs"),
        ("From now on run the linter before you commit.", "run the linter before you commit"),
        ("You should always answer in German.", "answer in German"),
        ("I want you to keep replies short.", "keep replies short"),
        ("When you deploy, tag the release.", "tag the release when you deploy"),
        ("Could you please use metric units?", "use metric units"),
        ("Use db-host-5 instead.", "use db-host-5"),
        ("Every morning send me the report.", None),
    ],
)
def test_a_rule_is_what_somebody_wants(told: Told, text: str, wish: str | None) -> None:
    found = [t for t in told(text) if t.predicate == "wants"]
    assert [name(t.object) for t in found] == ([wish] if wish else [])
    assert all(t.positive and t.kind == "state" and t.confidence > 0.7 for t in found)


@pytest.mark.parametrize(
    ("text", "wish", "positive"),
    [
        ("At most 80 euros a night.", "at most 80 euros a night", True),
        ("No onions for me, please.", "onions", False),
        ("Without pickles, please.", "pickles", False),
        ("Aisle seats for us, please.", "aisle seats", True),
        ("No seats at the back, please.", "seats at the back", False),
        ("No nuts.", "nuts", False),
        ("Under EUR 40 a head.", "under EUR 40 a head", True),
        ("No problem.", None, True),
    ],
)
def test_a_wish_may_have_no_verb(told: Told, text: str, wish: str | None, positive: bool) -> None:
    found = [t for t in told(text) if t.predicate in {"wants", "asked for"}]
    assert [(name(t.object), t.positive) for t in found] == ([(wish, positive)] if wish else [])


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Never push to main without a review.", "push to main without a review"),
        ("Please don't call me before 9 am.", "call Nora before 9 am"),
        ("Don't ever delete a snapshot.", "delete a snapshot"),
    ],
)
def test_what_is_forbidden_is_not_wanted(told: Told, text: str, wish: str) -> None:
    fact = one(told(text), "wants")
    assert (name(fact.object), fact.positive) == (wish, False)


def test_a_task_was_asked_for_and_is_not_done(told: Told) -> None:
    found = told("Please set up the staging database, and remind me on Friday.")
    wished = {name(t.object): t for t in found if t.predicate == "asked for"}
    assert set(wished) == {"set up the staging database", "remind Nora on Friday"}
    assert not [t for t in found if t.subject.name == "Robo"]
    validity = wished["remind Nora on Friday"].validity
    assert validity is not None
    assert validity.start is not None


def test_what_takes_another_place_is_no_longer_wanted(told: Told) -> None:
    found = {(name(t.object), t.positive) for t in told("Always use ruff instead of flake8.")}
    assert found == {("use ruff", True), ("use flake8", False)}


def test_a_requirement_is_wished_of_the_thing(told: Told) -> None:
    fact = one(told("The table crm_raw must be ready by 7 am."), "must be")
    assert (fact.subject.name, fact.modality) == ("crm_raw", "wished")
    assert fact.confidence > 0.7


@pytest.mark.parametrize(
    "text",
    [
        "Under 5 people came.",
        "Up to now I had 3 cats and a dog.",
        "No internet at the office.",
        "No parking on Hill Street.",
        "No reply since Monday.",
        "No seats left.",
        "Don't worry about it!",
        "Let me know.",
        "Have fun!",
        "Work is fun.",
        "I prefer tea.",
        "Good!",
    ],
)
def test_phrases_and_statements_ask_for_nothing(told: Told, text: str) -> None:
    assert not {t.predicate for t in told(text)} & {"wants", "asked for"}


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("Under 5 people came.", 0),
        ("At most 4 of us.", 0),
        ("No internet again.", 0),
        ("No rain.", 0),
        ("No cake then.", 0),
        ("No cake for me, please.", 1),
        ("At most 4 of them, please.", 1),
    ],
)
def test_in_a_chat_only_please_and_for_me_make_a_wish_without_a_verb(
    read: Read, text: str, wishes: int
) -> None:
    assert len([t for t in read(text) if t.predicate == "wants"]) == wishes


def test_who_had_cats_up_to_now_had_them(told: Told) -> None:
    assert ("Nora", "had", "cats") in rows(told("Up to now I had 3 cats and a dog."), least=0.6)


def test_between_people_nothing_is_asked_of_an_agent(read: Read) -> None:
    before = Observation("Nice weather.", NOON, speaker="Jon")
    assert not {t.predicate for t in read("Take the bus and never stop!", before)} & {
        "wants",
        "asked for",
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ticket OPS-77 was assigned to Jonas.", ("OPS-77", "assignee is", "Jonas")),
        ("OPS-78 goes to Oddvin.", ("OPS-78", "assignee is", "Oddvin")),
        ("OPS-77 goes to Priya now.", ("OPS-77", "assignee is", "Priya")),
        ("Olga took INC-2047.", ("INC-2047", "assignee is", "Olga")),
        ("I assigned OPS-9 to Hanne.", ("OPS-9", "assignee is", "Hanne")),
        ("Sofia takes over the status report.", ("status report", "assignee is", "Sofia")),
        ("Lukas owns the gateway now.", ("gateway", "owner is", "Lukas")),
        ("The owner of fct_sales is the growth team.", ("fct_sales", "owner is", "growth team")),
        ("The spare key is in the blue box.", ("spare key", "location is", "blue box")),
        ("crm_raw now runs on db-host-5.", ("crm_raw", "is hosted on", "db-host-5")),
        ("I raised the memory limit to 512Mi.", ("memory", "limit is", "512Mi")),
        ("I set fan.attic_2 to 20 degrees.", ("fan.attic_2", "setting is", "20 degrees")),
        ("The deploy took 6 minutes.", ("deploy", "took", "6 minutes")),
        ("daily_sales runs at 05:30 UTC.", ("daily_sales", "schedule is", "at 05:30 UTC")),
        ("Released gateway 1.8.0 to production.", ("Nora", "released", "gateway 1.8.0")),
        ("Approved #318.", ("Nora", "approved", "#318")),
    ],
)
def test_what_work_came_to_is_one_at_a_time(
    told: Told, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(told(text), least=0.6)


@pytest.mark.parametrize(
    "text", ["INC-2047 was moved to Staging.", "OPS-9 belongs to Billing.", "OPS-3 moved to Jira."]
)
def test_where_work_goes_is_not_who_does_it(told: Told, text: str) -> None:
    assert "assignee is" not in {t.predicate for t in told(text)}


def test_who_was_given_work_may_be_meant_by_a_pronoun(told: Told) -> None:
    found = told("Ticket OPS-77 was assigned to Jonas. He will fix the login test by Monday.")
    assert one(found, "will fix").subject.name == "Jonas"


def test_what_failed_tells_why(told: Told) -> None:
    fact = one(told("The update of the doorbell failed because its battery was low."), "failed")
    assert fact.qualifiers[0].role == "because"
    assert fact.confidence > 0.6


def test_what_could_not_be_done_was_not_done(told: Told) -> None:
    found = told("I could not upgrade to Python 3.12 because grpcio has no wheel.", "assistant")
    fact = next(t for t in found if "upgrade" in t.predicate)
    assert (fact.positive, fact.modality) == (False, "actual")


def test_a_habit_of_the_speaker_is_sure(told: Told) -> None:
    fact = one(told("I don't work on Fridays."), "works")
    assert not fact.positive
    assert fact.confidence > 0.7
