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


def test_a_memory_of_one_episode_has_no_kin(search):
    search.say("I bought a canoe.")
    (only,) = search.ask("Who bought a canoe?")
    assert "kin" not in only.parts
    assert np.isfinite(only.score)
