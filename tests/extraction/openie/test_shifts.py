"""What changes at work: values from and to, which one "the ticket" is, and amounts in one piece."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Role, Triple

from .conftest import NOON, name, one, rows

Told = Callable[..., list[Triple]]


@pytest.fixture
def told(extractor: SpacyExtractor) -> Told:
    """Triples of a turn of an agent's behind others."""

    def reading(text: str, *before: tuple[Role, str, str]) -> list[Triple]:
        given = before or (("user", "Nora", "Hello."),)
        recent = tuple(Observation(t, NOON, speaker=s, role=r) for r, s, t in given)
        turn = Observation(text, NOON, speaker="Robo", role="assistant")
        return extractor.extract([turn], ExtractionContext(recent=recent))[0]

    return reading


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "old", "new"),
    [
        ("I upgraded the broker from 3.1.0 to 3.2.0.", "broker", "version is", "3.1.0", "3.2.0"),
        ("I moved the review from 9:30 to 11:15.", "review", "time is", "9:30", "11:15"),
        ("The price of the lamp fell from 40 to 31 euros.", "lamp", "price is", "40 euros",
         "31 euros"),
        ("The error rate dropped from 4.1 to 0.9 percent.", "error rate", "value is", "4.1",
         "0.9 percent"),
        ("I raised the memory limit of the worker from 512Mi to 1Gi.", "worker",
         "memory limit is", "512Mi", "1Gi"),
        ("OPS-31 moved from in review to done.", "OPS-31", "status is", "in review", "done"),
        ("I rolled the gateway back to 4.1.9.", "gateway", "version is", "", "4.1.9"),
    ],
)  # fmt: skip
def test_a_change_tells_what_was_and_what_is(
    told: Told, text: str, subject: str, predicate: str, old: str, new: str
) -> None:
    found = [t for t in told(text) if t.predicate == predicate and t.subject.name == subject]
    over = [name(t.object) for t in found if t.validity is not None and t.validity.end is not None]
    assert over == ([old] if old else [])
    assert [name(t.object) for t in found if name(t.object) not in over] == [new]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        (
            "I upgraded the node from 18 to 20.",
            {("The node's version is 18", True), ("The node's version is 20", False)},
        ),
        (
            "Upgraded auth from 2.3.1 to 2.4.0.",
            {("The auth's version is 2.3.1", True), ("Auth's version is 2.4.0", False)},
        ),
        ("I upgraded Django from 4.2 to 5.0.", {("Django's version is 5.0", False)}),
        ("I updated it from 2.3.1 to 2.4.0.", set()),
        ("I want to upgrade Django from 4.2 to 5.0.", set()),
    ],
)
def test_a_version_is_told_once_and_only_the_deed_tells_from_and_to(
    told: Told, text: str, versions: set[tuple[str, bool]]
) -> None:
    found = told(text)
    states = [t for t in found if t.predicate == "version is"]
    ended = {(t.text, t.validity is not None and t.validity.end is not None) for t in states}
    assert ended == versions
    assert not [t for t in states if t.qualifiers or t.confidence < 0.7]
    deed = next(t for t in found if "upgrade" in t.predicate or "update" in t.predicate)
    assert {"from", "to"} <= {q.role for q in deed.qualifiers}


@pytest.mark.parametrize(
    ("text", "before", "fact"),
    [
        (
            "The ticket is in review.",
            ("assistant", "Robo", "I looked at OPS-31 and OPS-40."),
            ("OPS-40", "status is", "in review"),
        ),
        (
            "I cancelled the order.",
            ("user", "Nora", "My order 7711 is late."),
            ("Robo", "cancelled", "order 7711"),
        ),
        (
            "The build is broken.",
            ("tool", "ci", '{"build": 52, "state": "red"}'),
            ("build 52", "status is", "broken"),
        ),
    ],
)
def test_the_ticket_is_the_last_one_named(
    told: Told, text: str, before: tuple[Role, str, str], fact: tuple[str, str, str]
) -> None:
    assert fact in rows(told(text, before))


@pytest.mark.parametrize(
    ("text", "before", "code"),
    [
        ("The bug is fixed.", "We use AES-256.", ""),
        ("The ticket is closed.", "The file is in UTF-8 and the date in ISO-8601.", ""),
        ("The story is nice.", "I closed OPS-3.", ""),
        ("The case is clear.", "I closed OPS-3.", ""),
        ("The task is done.", "I took task OPS-3.", "OPS-3"),
        ("The bug is fixed.", "I looked at bug OPS-3, it is in AES-256.", "OPS-3"),
        ("The ticket is closed.", "Ticket OPS-3 is about the probe VX-20.", "OPS-3"),
        ("The ticket is closed.", "Ticket OPS-3 is a duplicate of OPS-1.", "OPS-1"),
    ],
)
def test_only_what_a_tracker_numbers_is_the_ticket(
    told: Told, text: str, before: str, code: str
) -> None:
    found = told(text, ("assistant", "Robo", before))
    codes = ("OPS-1", "OPS-3", "AES-256", "UTF-8", "ISO-8601", "VX-20")
    assert {c for c in codes if any(c in t.text for t in found)} == ({code} if code else set())


def test_a_noun_with_a_noun_behind_it_is_another_thing(told: Told) -> None:
    found = told("The ticket system is down.", ("assistant", "Robo", "I closed OPS-40."))
    assert not [t for t in found if "OPS-40" in t.text]


def test_you_of_an_assistant_is_who_spoke_last(told: Told) -> None:
    before = (("user", "Ida", "Hi."), ("assistant", "Robo", "Hi."), ("user", "Sam", "I take over."))
    assert ("OPS-7", "assignee is", "Sam") in rows(told("I reassigned OPS-7 to you.", *before))


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I refunded 45.50 euros to Ida.", "refunded", "45.50 euros"),
        ("The total is 212 euros.", "is", "212 euros"),
        ("Sample S-4 had a density of 3.2 mg/l.", "density is", "3.2 mg/l"),
        ("I resolved INC-31 after an hour.", "status is", "resolved"),
        ("I opened INC-31 with priority 2.", "priority is", "2"),
        ("My reference is XK9P2L.", "reference is", "XK9P2L"),
    ],
)
def test_amounts_and_codes_stay_whole(told: Told, text: str, predicate: str, value: str) -> None:
    assert name(one(told(text), predicate).object) == value


def test_an_amount_beside_a_deed_keeps_its_number(told: Told) -> None:
    fact = one(told("I booked the flight KL 1871 for 212 euros."), "booked")
    assert {q.role: name(q.term) for q in fact.qualifiers}["for"] == "212 euros"


@pytest.mark.parametrize("label", ["fix/PAY-481", "feature/CAP-22", "ops/runbooks-2"])
def test_a_branch_is_one_name(told: Told, label: str) -> None:
    assert [t for t in told(f"The branch {label} is merged into main.") if t.subject.name == label]
