import numpy as np
import pytest

from kgmem.retrieval import Weights


def ids(found, kind="episode"):
    return [c.id for c in found if c.kind == kind]


def part(found, episode, name):
    return next(c.parts.get(name, 0.0) for c in found if c.id == f"ep{episode}")


@pytest.fixture
def travels(search):
    """A match, another session that shares rare words with it, and much small talk."""
    match = search.say("I moved from my home country four years ago.", minute=0)
    for n in range(12):
        search.say(f"The weather was fine on day {n}.", minute=1000 + 200 * n)
    kin = search.say("The necklace is a gift from my home country, Sweden.", minute=9000)
    other = search.say("The lamp is a present of my aunt Edith.", minute=9500)
    return search, match, kin, other


def test_rare_words_in_common_with_the_best_raise_an_episode(travels):
    search, _match, kin, other = travels
    found = search.ask("Where did Nora move from?")
    assert part(found, kin, "kin") > 1.0 > part(found, other, "kin")
    off = search.ask("Where did Nora move from?", weights=Weights(kin=0.0))
    assert all("kin" not in c.parts for c in off)
    assert ids(found).index(f"ep{kin}") <= ids(off).index(f"ep{kin}")


def test_what_a_filter_hides_makes_no_kin(travels):
    search, match, kin, _other = travels
    found = search.ask("Where did Nora move from?", exclude_episodes=[f"ep{match}"])
    assert part(found, kin, "kin") == 0.0


def test_the_name_of_whom_it_asks_about_makes_no_kin(search):
    for n in range(3):
        search.say(f"Ana said hello to number {n}.", minute=200 * n)
    search.say("Ana bought a red boat.", minute=5000)
    alone = search.say("Ana laughed.", minute=6000)
    assert part(search.ask("What did Ana buy?"), alone, "kin") < 0.0


def test_what_stands_close_to_a_match_is_raised_within_its_session(search):
    search.say("Nothing much happened today.", minute=0)
    search.say("I bought a red canoe at the market.", minute=1)
    beside = search.say("It cost me three weeks of pay.", minute=2)
    for n in range(8):
        search.say(f"We ate soup number {n}.", minute=1000 + 100 * n)
    apart = search.say("That was some bother last year.", minute=9000)
    found = search.ask("Who bought a canoe?")
    assert part(found, beside, "near") > 0.2 > part(found, apart, "near")
    several = search.ask("Which canoes did Nora buy?")
    assert 0 < part(several, beside, "near") < part(found, beside, "near")


def test_a_memory_of_one_episode_has_neither(search):
    search.say("I bought a canoe.")
    (only,) = search.ask("Who bought a canoe?")
    assert only.parts.keys().isdisjoint(("near", "kin"))
    assert np.isfinite(only.score)
