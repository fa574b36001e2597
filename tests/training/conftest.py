from datetime import datetime, timedelta, timezone

import pytest

from kgmem.training import Environment, Question, Stream
from kgmem.types import Observation

START = datetime(2024, 1, 5, 10, tzinfo=timezone.utc)
NOW = START + timedelta(days=400)


def say(day, speaker, text, **more):
    return Observation(text, time=START + timedelta(days=day), speaker=speaker, thread="t", **more)


@pytest.fixture(scope="session")
def environment():
    return Environment()


@pytest.fixture(scope="session")
def moves():
    """One moves, one stays, one adopts a second cat; asked about now and then."""
    return Stream(
        "moves",
        "hand",
        (
            say(0, "Nora", "I live in Rome."),
            say(3, "Bo", "I work at Barworks."),
            say(50, "Nora", "I adopted a cat named Biscuit."),
            say(120, "Nora", "I moved to Lisbon last week."),
            say(200, "Nora", "I adopted another cat, Pickle!"),
            Question("Where does Nora live?", ("Lisbon",), "contradiction", None, NOW),
            Question("Which pets does Nora have?", ("Biscuit", "Pickle"), "additive", None, NOW),
            Question(
                "Where did Nora live?",
                ("Rome",),
                "contradiction",
                None,
                NOW,
                valid_at=START + timedelta(days=30),
            ),
            Question("Where does Nora live?", ("Rome",), "contradiction", None, NOW, known_at=0),
            Question("Where does Bo work?", ("Barworks",), "additive", None, NOW),
        ),
    )
