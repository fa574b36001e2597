"""What gives way when one comes back to what was before, and what goes with a calling."""

from __future__ import annotations

import pytest

from kgmem import Memory


def told(*turns):
    """Live statements after some turns, a month apart, as (relation, object, positive)."""
    with Memory.open(":memory:") as memory:
        for number, turn in enumerate(turns):
            memory.observe(turn, speaker="Gus", time=f"2026-0{number + 1}-10")
        facts = memory.facts(limit=None)
    return {(f.relation, f.object, f.positive) for f in facts if f.status == "live"}


@pytest.mark.parametrize(
    ("before", "change", "back", "one", "other"),
    [
        ("I use Vim.", "I switched from Vim to Emacs.", "I went back to Vim.", "Vim", "Emacs"),
        ("I use Spotify.", "I ditched Spotify for Tidal.", "I switched back to Spotify.",
         "Spotify", "Tidal"),
    ],
)  # fmt: skip
def test_what_took_its_place_gives_way_when_one_comes_back(before, change, back, one, other):
    live = told(before, change, back)
    assert {(o, p) for r, o, p in live if r in ("uses", "use")} == {(one, True), (other, False)}


def test_what_was_said_beside_it_does_not_give_way():
    live = told("I use Vim.", "I stopped using Vim. I use Slack a lot.", "I went back to Vim.")
    assert {o for r, o, p in live if r in ("uses", "use") and p} == {"Vim", "Slack"}


def test_who_are_together_again_are_not_apart():
    live = told("My girlfriend is Zoe.", "We broke up.", "I got back together with Zoe!")
    assert {(o, p) for r, o, p in live if r == "partner_of"} == {("Zoe", True)}


def test_one_gets_back_with_others_who_never_were_ones_partner():
    live = told("My colleague is Zoe.", "I got back with Zoe.", "I got back with Zoe from lunch.")
    assert not [o for r, o, _ in live if r == "partner_of"]


@pytest.mark.parametrize(
    ("job", "news"),
    [("nurse", "I've quit nursing."), ("teacher", "I gave up teaching."),
     ("teacher", "I left teaching."), ("dancer", "I quit dancing.")],
)  # fmt: skip
def test_who_gave_up_a_calling_is_none_of_it_any_more(job, news):
    assert ("job_title", job, True) not in told(f"I work as a {job}.", news)


@pytest.mark.parametrize("news", ["I quit smoking.", "I gave up acting.", "I left the party."])
def test_giving_up_something_else_leaves_the_job(news):
    live = told("I'm a nurse at Mercy Hospital.", news)
    assert {("job_title", "nurse", True), ("works_at", "Mercy Hospital", True)} <= live


def test_where_a_calling_was_followed_goes_with_it():
    live = told("I'm a nurse at Mercy Hospital.", "I've quit nursing.")
    assert "works_at" not in {r for r, _, p in live if p}
