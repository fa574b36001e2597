"""Questions about the attributes of things that agents and tools tell of."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING

TURNS = (
    ("tool", "pager", '{"incident": "INC-9", "status": "open", "assignee": "Olga"}'),
    ("user", "Nora", "The spare key is in the blue box. Never touch the vault without asking me."),
    ("assistant", "bot", "crm_raw runs on db-host-3. daily_sync runs at 05:30 UTC."),
    ("tool", "config", "service: gateway\nport: 8443\nowner: Lukas\nreviewer: Tomas"),
    ("tool", "hub", "light.kitchen: on\nlock.front: locked"),
    ("tool", "pager", '{"incident": "INC-9", "status": "resolved", "duration_minutes": 35}'),
    ("user", "Nora", "The spare key is with Petra now. Always run the linter before you commit."),
    ("assistant", "bot", "crm_raw now runs on db-host-5."),
    ("tool", "hub", "light.kitchen: off"),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS, timedelta(hours=1))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the status of INC-9?", "resolved"),
        ("What was the status of INC-9 before?", "open"),
        ("Who is INC-9 assigned to?", "Olga"),
        ("How long did INC-9 last?", "35 minutes"),
        ("What port does the gateway use?", "8443"),
        ("Who owns the gateway?", "Lukas"),
        ("Who reviews the gateway?", "Tomas"),
        ("Where is the spare key?", "Petra"),
        ("Where was the spare key before?", "blue box"),
        ("Where does crm_raw run?", "db-host-5"),
        ("When does daily_sync run?", "at 05:30 UTC"),
        ("Is the kitchen light on?", "No, it is off"),
        ("Is the front lock locked?", "Yes"),
        ("What must be done before a commit?", "run the linter before you commit"),
        ("What must not be touched without asking?", "never touch the vault without asking Nora"),
    ],
)
def test_an_attribute_answers_its_question(memory: Memory, question: str, answer: str) -> None:
    assert memory.ask(question, now="2024-05-02T08:00Z").text == answer


def test_a_prohibition_is_told_as_one(memory: Memory) -> None:
    answer = memory.ask("What must not be touched without asking?", now="2024-05-02T08:00Z")
    assert answer.text.startswith("never ")


def wish(who: str, thing: str, *, positive: bool = True) -> dict[str, object]:
    return {
        "subject": who, "predicate": "wants", "object": thing, "kind": "state",
        "positive": positive,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did Nora water in May?", "figs"),
        ("What must Nora water?", "water the ferns in May"),
        ("What must Omar water?", NOTHING),
        ("What must not be touched?", "never touch the vault"),
        ("What may be touched?", "figs"),
    ],
)
def test_a_wish_answers_only_whom_and_what_it_concerns(world, question: str, answer: str) -> None:
    world.say("Omar", "I like figs.", {**wish("Omar", "figs"), "predicate": "likes"})
    world.say("Nora", "Please water the ferns in May.", wish("Nora", "water the ferns in May"))
    world.say(
        "Nora", "I watered the figs in May.", {**wish("Nora", "figs"), "predicate": "watered"}
    )
    world.say("Nora", "Never touch the vault.", wish("Nora", "touch the vault", positive=False))
    assert world.ask(question).text == answer
