"""What things have one of at a time, and names that are a noun and a number."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import identifiers
from kgmem.extraction.openie.mapped import Mapped
from kgmem.language.standins import untied

from .conftest import Read, one, rows

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The owner of the bike shed is Gregor.", ("bike shed", "owner is", "Gregor")),
        ("Ilse Bram is the mayor of Torvik.", ("Torvik", "mayor is", "Ilse Bram")),
        ("Hugo took over as head of the choir.", ("choir", "head is", "Hugo")),
        ("Hugo was elected president of the union.", ("union", "president is", "Hugo")),
        ("I'm the treasurer of the sailing club.", ("sailing club", "treasurer is", "Nora")),
        ("The deadline for the report is 3 July.", ("report", "deadline is", "3 July 2024")),
        ("The price of the ticket is 40 pounds.", ("ticket", "price is", "pounds")),
        ("Ticket OPS-412 is in review.", ("OPS-412", "status is", "in review")),
        ("The status of order 7711 is shipped.", ("order 7711", "status is", "shipped")),
        ("The status of ticket OPS-412 is closed.", ("OPS-412", "status is", "closed")),
        ("Order 7711 has been cancelled.", ("Order 7711", "status is", "cancelled")),
        ("Feature flag dark-mode is enabled.", ("Feature flag dark-mode", "status is", "enabled")),
        ("The balance of account 88 is 900 euros.", ("account 88", "balance is", "euros")),
        ("The owner of db-17 is Chiara.", ("db-17", "owner is", "Chiara")),
    ],
)
def test_a_role_or_a_measure_is_told_of_the_thing(read: Read, text: str, fact: Fact) -> None:
    assert fact in rows(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "I became the owner of a small bakery.",
        "My dog is the king of the house.",
        "The head of the fish was huge.",
        "Ben is a captain of the team.",
        "The reason for the delay is the snow.",
    ],
)
def test_what_may_be_one_of_several_is_no_role(read: Read, text: str) -> None:
    assert not [t for t in read(text) if "attribute" in t.predicate or " is" in t.predicate]


def test_who_steps_down_no_longer_has_the_role(read: Read) -> None:
    fact = one(read("Lena Holt stepped down as head of the chess club."), "head is")
    assert not fact.positive
    assert fact.subject.name == "chess club"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I moved ticket OPS-412 to order 7711.", ["ticket OPS-412", "order 7711"]),
        ("Job nightly-sync failed on server web-11.", ["Job nightly-sync", "server web-11"]),
        ("I ordered 5 pizzas and I run 10 miles.", []),
        ("Please order 3 books. We meet in room 12 at 5 pm.", ["room 12"]),
        ("A top-10 song in the mid-20 years.", []),
    ],
)
def test_a_noun_and_its_number_are_one_word_for_the_parser(text: str, names: list[str]) -> None:
    tied = identifiers.tied(Mapped.of(text))
    assert untied(tied.text) == text
    words = [w.strip(".") for w in tied.text.split()]
    assert [untied(w) for w in words if untied(w) != w] == names
    assert len(tied.origin) == len(tied.text)
