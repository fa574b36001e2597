"""Questions about work: what was asked for, what happened, what was changed, and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgmem import Memory

TURNS = (
    ("user", "Ruth", "Hi. At most 700 euros for the whole weekend."),
    ("assistant", "bo", "I will keep it under 700 euros."),
    ("user", "Ruth", "Take the tent in olive green and send me the plan in Danish."),
    ("assistant", "bo", "Olive green is sold out."),
    ("user", "Ruth", "Take the tent in dark blue then."),
    ("assistant", "bo", "I ordered the tent in dark blue. The order number is KT-5521."),
    ("assistant", "bo", "I ordered a stove from Varde for 64 euros."),
    ("tool", "post", '{"parcel": 8841, "kwh": 2.5, "priority": "P3"}'),
    ("assistant", "bo", "The parcel was damaged in transit because the box was too thin."),
    ("tool", "board", "ticket: CAP-7\npriority: P3\nassignee: Omar\nstatus: open"),
    ("user", "Ruth", "Raise CAP-7 to P1, please."),
    ("assistant", "bo", "I reassigned the ticket from Omar to Lena."),
    ("assistant", "bo", "I put the spare key in vault.toml."),
    ("assistant", "bo", "The price of the kettle fell from 80 to 55 euros."),
    ("assistant", "bo", "I upgraded the gateway from 2.1.0 to 2.2.0."),
    ("tool", "scaler", "workers: 3 -> 9"),
    ("tool", "lab", "sample S-4: pH 6.8, mass 12 g\nsample S-5: pH 7.2, mass 11 g"),
    ("assistant", "bo", "I discarded sample S-5, since its mass is too low."),
)  # fmt: skip


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:") as opened:
        for minute, (role, speaker, text) in enumerate(TURNS):
            time = f"2024-05-01T08:{minute:02d}Z"
            opened.observe(text, role=role, speaker=speaker, time=time)
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much may the weekend cost?", "700 euros"),
        ("In which language does Ruth want the plan?", "Danish"),
        ("Which colour did Ruth ask for first?", "olive green"),
        ("Which colour is the tent that was ordered?", "dark blue"),
        ("What is the order number of the tent?", "KT-5521"),
        ("How much did the stove cost?", "64 euros"),
        ("What happened to the parcel?", "was damaged in transit"),
        ("Why was the parcel damaged?", "the box was too thin"),
        ("What priority does CAP-7 have?", "P1"),
        ("Who is assigned to CAP-7 now?", "Lena"),
        ("Who had CAP-7 before Lena?", "Omar"),
        ("Which file holds the spare key?", "vault.toml"),
        ("How much does the kettle cost now?", "55 euros"),
        ("How much did the kettle cost before the price fell?", "80 euros"),
        ("Which version is the gateway?", "2.2.0"),
        ("What was the version of the gateway before?", "2.1.0"),
        ("How much energy did parcel 8841 use?", "2.5"),
        ("What is the pH of sample S-4?", "6.8"),
        ("Which sample was discarded?", "S-5"),
    ],
)
def test_what_agents_did_answers_its_question(memory: Memory, question: str, answer: str) -> None:
    assert memory.ask(question, now="2024-05-02T08:00Z").text == answer


def test_what_is_over_is_no_answer(memory: Memory) -> None:
    facts = {(f.subject, f.predicate, f.object, f.status) for f in memory.facts(ended=True)}
    assert ("gateway", "version is", "2.1.0", "ended") in facts
    assert ("gateway", "version is", "2.2.0", "live") in facts
    assert ("scaler", "workers is", "3", "ended") in facts


def _told(*texts: str) -> Memory:
    opened = Memory.open(":memory:")
    for minute, text in enumerate(texts):
        time = f"2024-05-01T08:{minute:02d}Z"
        opened.observe(text, role="assistant", speaker="bo", time=time)
    return opened


@pytest.mark.parametrize(
    ("text", "question", "wrong"),
    [
        ("The api has been slow since Monday.", "Why is the api slow?", "Monday"),
        ("The api has been slow since the outage.", "Why is the api slow?", "outage"),
        ("As planned, the parcel arrived.", "Why did the parcel arrive?", "planned"),
        ("As we agreed, the parcel was sent.", "Why was the parcel sent?", "agreed"),
        ("Since Tuesday, the gate is shut.", "Why is the gate shut?", "Tuesday"),
    ],
)
def test_a_time_or_a_remark_is_no_reason(text: str, question: str, wrong: str) -> None:
    with _told(text) as memory:
        answer = memory.ask(question, now="2024-05-02T08:00Z")
    assert wrong not in (answer.text or "") or answer.confidence < 0.5


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The gate is shut, since the lock broke.", "Why is the gate shut?", "the lock broke"),
        ("As the belt was worn, the press stopped.", "Why did the press stop?",
         "the belt was worn"),
        ("Since its fuse is blown, the pump is off.", "Why is the pump off?", "its fuse is blown"),
        ("The pump is off as it's leaking.", "Why is the pump off?", "it's leaking"),
    ],
)  # fmt: skip
def test_since_and_as_before_a_clause_give_a_reason(text: str, question: str, answer: str) -> None:
    with _told(text) as memory:
        assert memory.ask(question, now="2024-05-02T08:00Z").text == answer


def test_a_refund_or_a_sale_is_no_price() -> None:
    told = "I bought the lamp for 80 euros.", "I refunded 40 euros for the lamp."
    with _told(*told, "I sold the lamp for 20 euros.") as memory:
        assert memory.ask("How much did the lamp cost?").text == "80 euros"
        assert memory.ask("How much was the lamp sold for?").text == "20 euros"


def test_a_later_move_says_what_holds_it() -> None:
    with _told("I put the key in main.toml.", "I moved the key to safe.toml.") as memory:
        assert memory.ask("Which file holds the key?").text == "safe.toml"


_COMMIT = """commit 4be19c07d2
Author: Ivo Lund <ivo@example.org>
Date:   Mon May 6 10:00:00 2024 +0200

    Fix the race in the scheduler
"""
_LOGINS = """May  6 10:12:44 web1 sshd[411]: Accepted publickey for mara from 10.0.0.7 port 50122
May  6 10:13:00 web1 sshd[413]: mara logged in"""


@pytest.mark.parametrize(
    ("text", "question", "right", "wrong"),
    [
        (_COMMIT, "Who fixed the race in the scheduler?", "Ivo Lund", "4be19c07d2"),
        ("4be19c0 Fix the leak in the parser\n9f3c2ab Add retries", "Who fixed the leak in the"
         " parser?", None, "4be19c0"),
        (_LOGINS, "Who logged in?", None, "sshd"),
    ],
)  # fmt: skip
def test_a_hash_or_a_service_is_never_who_did_it(
    text: str, question: str, right: str | None, wrong: str
) -> None:
    with Memory.open(":memory:") as memory:
        memory.observe(text, role="tool", speaker="console", time="2024-05-07T08:00Z")
        answer = memory.ask(question, now="2024-05-08T08:00Z")
    assert wrong not in (answer.text or "")
    assert right is None or answer.text == right


def test_a_file_has_somebody_who_owns_it_and_people_report() -> None:
    with Memory.open(":memory:") as memory:
        text = '{"file": "cart.py", "owner": "Ana Ruiz"}'
        memory.observe(text, role="tool", speaker="board", time="2024-05-07T08:00Z")
        memory.observe("Ana reported the leak.", speaker="Ruth", time="2024-05-07T08:01Z")
        assert memory.ask("Who owns cart.py?").text == "Ana Ruiz"
        assert memory.ask("Who reported the leak?").text == "Ana"
