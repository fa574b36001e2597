"""Forgetting removes what only the forgotten supported, everywhere."""

from dataclasses import replace

import pytest

from kgmem import codec
from kgmem.errors import UnknownId
from kgmem.ledger import forget


def forgotten(world, *episodes):
    def plan(draft):
        draft.begin_step()
        return forget(draft, list(episodes), author="Nora")

    return world.change(plan)


def journal_text(world):
    with world.store.read("main") as reader:
        entries = list(reader.journal())
    return b"\n".join(
        codec.dump_payload(e.decision, e.effects) + e.reason.encode() for e in entries
    )


def test_what_only_the_forgotten_supported_goes_and_what_it_ended_lives_again(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"))
    plan = forgotten(world, world.episodes[1])
    assert world.facts(None) == [("Nora", "lives_in", "Rome")]
    assert plan.revived == (world.version("Nora", "lives_in", "Rome").fact,)
    assert {e.name for e in world.rows("entity")} == {"Nora", "Rome"}
    assert b"Lisbon" not in journal_text(world)


def test_with_a_second_witness_the_old_fact_stays_ended(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "lives in", "Lisbon", to="place"), on="2024-05-01")
    world.say(t("Nora", "lives in", "Lisbon", to="place"), on="2024-06-01")
    plan = forgotten(world, world.episodes[1])
    assert plan.revived == ()
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]
    end = world.version("Nora", "lives_in", "Rome").content.validity.end
    assert end.earliest.month == 6


def test_no_trace_is_left_in_rows_or_journal(world, t):
    world.say(t("Nora", "likes", "tea", named=False), text="I like tea")
    world.say(
        t("Nora", "met", "Zebulon", to="person", text="Nora met Zebulon at the quarry"),
        text="I met Zebulon at the quarry yesterday",
        source="mail:zz81",
    )
    plan = forgotten(world, world.episodes[1])
    assert plan.facts == ("f2",)
    assert "Zebulon" in plan.needles
    assert "mail:zz81" in plan.needles
    everything = (
        journal_text(world)
        + str(
            [world.rows(k) for k in ("episode", "entity", "alias", "support", "version")]
        ).encode()
    )
    for needle in (*plan.needles, "quarry"):
        assert needle.encode() not in everything


def test_a_name_first_heard_in_forgotten_words_keeps_other_evidence(world, t):
    world.say(t("Nora", "met", "Bo", to="person"), text="I met Bo")
    world.say(t("Nora", "called", "Bo", to="person"), text="I called Bo")
    forgotten(world, world.episodes[0])
    assert world.facts() == [("Nora", "call", "Bo")]
    assert {a.episode for a in world.rows("alias")} == {world.episodes[1]}


def test_a_name_that_only_the_forgotten_words_said_is_lost(world, t):
    world.say(t("Nora", "met", "Zebulon", to="person"), text="I met Zebulon")
    world.say(
        t("Nora", "called", "Zebulon", to="person", text="Nora called Zebulon"), text="I called him"
    )
    forgotten(world, world.episodes[0])
    assert world.facts() == [("Nora", "call", "someone")]
    assert b"Zebulon" not in journal_text(world)
    assert all("Zebulon" not in str(row) for k in ("support", "version") for row in world.rows(k))


def test_a_detail_that_only_the_forgotten_words_gave_goes(world, t, at):
    world.say(t("Nora", "has", "Biscuit", to="animal"))
    world.say(t("Nora", "has", "Biscuit", to="animal", validity=at("2024-02-02")))
    assert world.version("Nora", "has_pet", "Biscuit").content.validity.start is not None
    forgotten(world, world.episodes[1])
    versions = world.rows("version")
    assert [v.content.validity.start for v in versions] == [None]
    assert versions[0].recorded_to is None


def test_the_name_given_in_forgotten_words_is_taken_back(world, t):
    world.say(t("Nora's cat", "sleeps", of="animal", kind="habit"), text="My cat sleeps")
    world.say(
        t("Nora's cat", "is named", "Biscuit", to="text", of="animal", relation="also_known_as"),
        text="Her name is Biscuit",
    )
    assert world.facts() == [("Biscuit", "sleep", "")]
    forgotten(world, world.episodes[1])
    assert world.facts() == [("Nora's cat", "sleep", "")]
    assert b"Biscuit" not in journal_text(world)


def test_forgetting_one_of_a_batch_keeps_the_others(world, t):
    for i in range(30):
        world.say(
            t("Nora", "likes", f"dish number {i}", named=False), text=f"I like dish number {i}"
        )
    forgotten(world, *world.episodes[5:25])
    assert len(world.facts()) == 10
    assert b"dish number 17" not in journal_text(world)


def test_an_unknown_episode_is_a_clear_error(world):
    with pytest.raises(UnknownId, match="ep7"):
        forgotten(world, "ep7")


def test_everything_can_be_forgotten(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"))
    forgotten(world, *world.episodes)
    for kind in ("episode", "entity", "alias", "support", "ending", "version"):
        assert world.rows(kind) == []


def test_two_that_only_forgotten_words_made_one_are_two_again(world, t):
    world.say(t("Melanie", "likes", "clay", named=False), text="I like clay", speaker="Melanie")
    world.say(t("Mel", "likes", "tea", named=False), text="Mel likes tea")
    world.say(
        t("Melanie", "is called", "Mel", to="text", relation="also_known_as"),
        text="Melanie is Mel",
    )
    assert set(world.facts()) == {("Melanie", "likes", "clay"), ("Melanie", "likes", "tea")}
    forgotten(world, world.episodes[2])
    assert set(world.facts()) == {("Melanie", "likes", "clay"), ("Mel", "likes", "tea")}


def test_summaries_above_forgotten_words_are_blanked_and_named(world, t):
    from kgmem.records import Subgoal

    top = Subgoal("g1", "trip", status="achieved", summary="went to the quarry")
    part = Subgoal("g2", "walk", parent="g1", status="achieved", summary="saw the quarry")

    def plan(draft):
        draft.begin_step()
        for goal in (top, part):
            assert draft.new_id("g") == goal.id
            draft.record("subgoal", replace(goal, opened=draft.now, closed=draft.now))

    world.change(plan)
    world.say(t("Nora", "saw", "quarry", named=False), text="I saw the quarry", subgoal="g2")
    found = forgotten(world, world.episodes[0])
    assert found.subgoals == ("g2", "g1")
    assert [g.summary for g in world.rows("subgoal")] == ["", ""]
    assert b"quarry" not in journal_text(world)


def test_a_resumed_episode_leaves_no_trace_either(world, t):
    """Its words were stored at one time and read at another."""
    from kgmem.language.relations import complete
    from kgmem.types import Observation

    def stored(draft):
        draft.begin_step()
        observation = Observation(text="I met Zebulon", time=world.said, speaker="Nora")
        return draft.add_episode(observation, state="pending")

    episode = world.change(stored)
    world.say(t("Nora", "likes", "tea", named=False), text="I like tea")

    def finished(draft):
        draft.begin_step()
        done = replace(episode, state="done")
        draft.record("episode", done, cause=done.id)
        triple = t("Nora", "met", "Zebulon", to="person", kind="event")
        for found in complete([triple], draft.catalogue):
            case = draft.case(done, found, None)
            (edits,) = world.policy.decide([case])
            draft.decide(case, edits, "rules/4")

    world.change(finished)
    forgotten(world, episode.id)
    assert world.facts(None) == [("Nora", "likes", "tea")]
    assert b"Zebulon" not in journal_text(world)
