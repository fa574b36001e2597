"""What has ended does not come back through the event that began it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from kgmem import Memory

NOW = "2024-12-01"
TURNS = (
    ("Nora", "2024-05-01", "I adopted a cat named Biscuit."),
    ("Nora", "2024-06-01", "I adopted another cat, Pickle!"),
    ("Nora", "2024-09-21", "Biscuit died yesterday."),
    ("Omar", "2024-05-01", "I bought a red Fiat."),
    ("Omar", "2024-06-01", "I bought a blue Volvo too."),
    ("Omar", "2024-08-01", "I sold the Fiat last week."),
    ("Lena", "2024-05-01", "I joined a chess club."),
    ("Lena", "2024-05-09", "I joined a rowing club as well."),
    ("Lena", "2024-07-01", "I quit the rowing club."),
    ("Ana", "2024-01-01", "I started playing the cello."),
    ("Ana", "2024-02-01", "I also play the piano."),
    ("Ana", "2024-06-01", "I stopped playing the cello."),
    ("Kim", "2024-01-01", "I started dating Jo."),
    ("Kim", "2024-04-01", "Jo and I broke up."),
    ("Kim", "2024-06-01", "I'm dating Lee now."),
    ("Raj", "2024-01-01", "I subscribed to Netflix."),
    ("Raj", "2024-02-01", "I subscribed to Spotify."),
    ("Raj", "2024-06-01", "I cancelled my Netflix subscription."),
    ("Mia", "2024-01-01", "I adopted a dog named Rex."),
    ("Mia", "2024-03-01", "I gave Rex away."),
    ("Mia", "2024-06-01", "I have Rex back again!"),
    ("Uli", "2024-01-01", "I got a new phone, a Pixel."),
    ("Uli", "2024-03-01", "I lost my Pixel."),
    ("Uli", "2024-04-01", "I bought an iPhone."),
)


@pytest.fixture
def ask() -> Iterator[Callable[..., str]]:
    """Asks the memory of the one whom a question names."""
    with ExitStack() as opened:

        def asked(question: str, **times: str) -> str:
            memory = opened.enter_context(Memory.open(":memory:"))
            for speaker, day, said in TURNS:
                if speaker in question:
                    memory.observe(said, speaker=speaker, time=day)
            return memory.ask(question, **{"now": NOW, **times}).text

        yield asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which pets does Nora have?", "Pickle"),
        ("Which pets does Nora have now?", "Pickle"),
        ("What are the names of Nora's cats?", "Pickle"),
        ("Who are Nora's pets?", "Pickle"),
        ("Which cars does Omar own?", "blue Volvo"),
        ("What does Omar own?", "blue Volvo"),
        ("Which clubs is Lena in?", "chess club"),
        ("Which clubs does Lena belong to?", "chess club"),
        ("Which instruments does Ana play?", "piano"),
        ("What does Ana play?", "piano"),
        ("Who is Kim dating?", "Lee"),
        ("Which services is Raj subscribed to?", "Spotify"),
        ("What does Raj subscribe to?", "Spotify"),
        ("Which phone does Uli have?", "iPhone"),
    ],
)
def test_a_beginning_brings_back_no_thing_that_is_over(ask, question, answer):
    assert ask(question) == answer


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many pets does Nora have?", "1"),
        ("How many cats does Nora have?", "1"),
        ("How many instruments does Ana play?", "1"),
    ],
)
def test_a_count_leaves_out_what_is_over(ask, question, count):
    assert ask(question) == count


@pytest.mark.parametrize(
    "question",
    [
        "Does Nora have a cat named Biscuit?",
        "Does Omar have the Fiat?",
        "Is Lena in the rowing club?",
        "Does Ana play the cello?",
        "Is Raj subscribed to Netflix?",
    ],
)
def test_whether_it_is_so_still_is_a_no(ask, question):
    assert ask(question) == "No"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which pets has Nora adopted?", "Biscuit, Pickle"),
        ("Which cats did Nora adopt?", "Biscuit, Pickle"),
        ("Which cars has Omar bought?", "red Fiat, blue Volvo"),
        ("What did Omar sell?", "Fiat"),
        ("Which clubs has Lena joined?", "chess club, rowing club"),
        ("What club did Lena quit?", "rowing club"),
        ("Did Nora adopt a cat named Biscuit?", "Yes"),
    ],
)
def test_what_happened_stays_true_of_the_past(ask, question, answer):
    assert ask(question) == answer


def test_what_began_again_is_there_again(ask):
    assert ask("Which pets does Mia have?") == "Rex"
    assert ask("Does Mia have Rex?") == "Yes"


def test_before_its_end_it_still_was(ask):
    asked = "Which pets does Nora have?"
    assert ask(asked, now="2024-08-01") == "Biscuit, Pickle"
    assert ask(asked, valid_at="2024-08-01") == "Biscuit, Pickle"
