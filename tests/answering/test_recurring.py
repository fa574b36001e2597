"""When something usually is so, and no day of a turn in its place."""

from __future__ import annotations

from datetime import datetime, timezone
from types import SimpleNamespace

import pytest

from kgmem import Memory
from kgmem.answering import NOTHING
from kgmem.answering.recurring import _times

TURNS = (
    ("Ann", "The cafe on Hill Street is closed on Mondays."),
    ("Ann", "The library opens at nine every morning."),
    ("Ben", "I go running every Tuesday."),
    ("Ben", "My dentist appointment is on Friday."),
    ("Ann", "The museum is closed right now."),
    ("Ann", "The bakery is open from 7 to 3 on weekdays."),
    ("Ben", "The gym is lovely."),
    ("Ben", "The ferry leaves at 6:40."),
    ("Ben", "The concert is on 5 June at 8."),
)


@pytest.fixture(scope="module")
def memory(told):
    return told(TURNS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is the cafe closed?", "on Mondays"),
        ("When does the library open?", "at nine every morning"),
        ("When does Ben go running?", "every Tuesday"),
        ("When is the bakery open?", "from 7 to 3 on weekdays"),
        ("When does the ferry leave?", "at 6:40"),
        ("When is the museum closed?", NOTHING),
        ("When is the gym open?", NOTHING),
    ],
)
def test_a_question_for_a_usual_time_is_answered_by_one(memory: Memory, question, answer):
    assert memory.ask(question, now="2024-06-01T10:00Z").text == answer


def test_what_has_a_date_is_told_with_it(memory: Memory):
    assert "5 June" in memory.ask("When is the concert?", now="2024-05-20").text
    assert "Friday" in memory.ask("When is Ben's dentist appointment?", now="2024-05-20").text


def test_an_event_without_a_date_is_of_the_day_it_was_told(told):
    memory = told((("Ben", "I went to the gym."),))
    assert memory.ask("When did Ben go to the gym?", now="2024-06-01").text == "1 May 2024"


@pytest.mark.parametrize(
    ("text", "usual", "done"),
    [
        ("We meet on the first Monday of each month.", "on the first Monday of each month", None),
        ("Open daily from 9 a.m. to 5 p.m.", "daily from 9 a.m. to 5 p.m.", None),
        ("I have yoga on Tuesdays and Thursdays at 6.", "on Tuesdays and Thursdays at 6", None),
        ("Open Monday to Friday, 9-5.", "Monday to Friday, 9-5", None),
        ("Closed between noon and 2.", "", "between noon and 2"),
        ("My shift starts at 8 o'clock.", "", "at 8 o'clock"),
        ("I leave on Friday at 8.", "", ""),
        ("The train leaves at 8 tomorrow.", "", ""),
        ("We live at 20 Hill Street.", "", ""),
        ("It rains every time I go.", "", ""),
        ("I bought 3 chairs at two shops in May.", "", ""),
    ],
)
def test_times_that_come_again_are_told_from_dates_and_numbers(text, usual, done):
    passage = SimpleNamespace(text=text, time=datetime(2024, 5, 6, 10, tzinfo=timezone.utc))
    said = {
        does: " / ".join(text[a:b] for a, b in _times(passage, does=does)) for does in (False, True)
    }
    assert said == {False: usual, True: usual if done is None else done}
