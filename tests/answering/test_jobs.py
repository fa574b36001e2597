"""A job that was left is not held, however many facts tell of it."""

from __future__ import annotations

import pytest

from kgmem.answering import NOTHING

NURSE = "I work as a nurse at Mercy Hospital."
HELD = ("Where does Ann work?", "What is Ann's job?", "What does Ann do for a living?")


def asked(told, question, *said):
    memory = told([("user", "Ann", text) for text in said])
    return memory.ask(question, now="2024-06-01T10:00Z").text


@pytest.mark.parametrize(
    "said",
    [
        (NURSE, "I work at Mercy Hospital with great people.", "I quit my job at Mercy Hospital."),
        (NURSE, "I started at Mercy Hospital in 2019.", "I quit my job as a nurse."),
        ("I'm a nurse at Mercy Hospital.", "I work at Mercy Hospital.", "I quit my job last week."),
    ],
)
def test_quitting_ends_all_that_was_told_of_the_job(told, said):
    for question in HELD:
        answer = asked(told, question, *said)
        assert "Mercy" not in answer
        assert answer != "nurse"
        assert answer == NOTHING
    assert asked(told, "Does Ann work at Mercy Hospital?", *said) == "No"


def test_a_job_begun_after_another_was_left_is_held(told):
    said = (NURSE, "I quit my job at Mercy Hospital.", "I work as a teacher at Hill School.")
    assert asked(told, "Where does Ann work?", *said) == "Hill School"
    assert asked(told, "What is Ann's job?", *said) == "teacher"


def test_leaving_one_of_two_employers_leaves_the_other(told):
    said = (NURSE, "I also work at Cafe Luna.", "I quit my job at Cafe Luna.")
    assert asked(told, "Where does Ann work?", *said) == "Mercy Hospital"
