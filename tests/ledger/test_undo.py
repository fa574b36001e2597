"""Undo voids a step and folds anew from what remains."""

from dataclasses import replace

import pytest

from kgmem.errors import InputError, UnknownId
from kgmem.ledger import correct, forget, merge_entities, retract, undo
from kgmem.types import Ref, Value


def undone(world, step):
    def plan(draft):
        made = draft.begin_step()
        undo(draft, step, author="Nora")
        return made

    return world.change(plan)


def by_hand(world, action, *args, **fields):
    def plan(draft):
        step = draft.begin_step()
        action(draft, *args, **fields)
        return step

    return world.change(plan)


def test_undoing_a_move_revives_the_old_home(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"))
    undone(world, world.steps[-1])
    assert world.facts(None) == [("Nora", "lives_in", "Rome")]
    assert "Lisbon" not in {e.name for e in world.rows("entity")}


def test_undoing_an_undo_brings_all_back(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"))
    before = sorted(world.facts(None))
    again = undone(world, undone(world, world.steps[-1]))
    assert sorted(world.facts(None)) == before
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]
    undone(world, again)
    assert world.facts(None) == [("Nora", "lives_in", "Rome")]


def test_a_merge_into_something_voided_becomes_an_addition(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    world.say(t("Nora", "likes", "tea", named=False))
    undone(world, world.steps[0])
    fact = world.version("Nora", "likes", "tea")
    assert [s.episode for s in world.supports(fact.fact)] == [world.episodes[1]]


def test_undoing_a_step_whose_names_are_still_spoken_of_keeps_them(world, t):
    world.say(t("Nora", "likes", "tea", named=False), text="I like tea")
    world.say(t("Nora", "hates", "coffee", named=False), text="I hate coffee")
    undone(world, world.steps[0])
    assert {e.name for e in world.rows("entity")} == {"Nora", "coffee"}
    assert {a.episode for a in world.rows("alias")} == {world.episodes[1]}


def test_the_words_of_an_undone_step_stay(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    undone(world, world.steps[0])
    assert len(world.rows("episode")) == 1
    assert world.facts(None) == []


def test_what_was_believed_before_an_undo_can_still_be_read(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    undone(world, world.steps[0])
    (version,) = world.rows("version")
    assert version.recorded_from < version.recorded_to


def test_a_retraction_can_be_undone(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    fact = world.version("Nora", "likes", "tea").fact
    step = by_hand(world, retract, fact, author="Nora")
    assert world.facts("retracted") == [("Nora", "likes", "tea")]
    undone(world, step)
    assert world.facts() == [("Nora", "likes", "tea")]


def test_retracting_revives_what_the_fact_had_ended(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    by_hand(world, retract, world.version("Nora", "lives_in", "Lisbon").fact)
    assert world.facts() == [("Nora", "lives_in", "Rome")]


def test_a_correction_by_hand_replaces_and_can_be_undone(world, t):
    world.say(t("Nora", "lives in", "Oslo", to="place"))
    world.say(t("Nora", "lives in", "Rome", to="place"))
    wrong = world.version("Nora", "lives_in", "Rome").fact
    step = by_hand(world, correct, wrong, object=Ref("Lisbon", "place", True), author="Nora")
    assert world.facts() == [("Nora", "lives_in", "Lisbon")]
    assert world.facts("retracted") == [("Nora", "lives_in", "Rome")]
    assert world.facts("ended") == [("Nora", "lives_in", "Oslo")]
    right = world.version("Nora", "lives_in", "Lisbon")
    assert right.content.text == "Nora lives in Lisbon"
    undone(world, step)
    assert world.facts() == [("Nora", "lives_in", "Rome")]
    assert world.facts("ended") == [("Nora", "lives_in", "Oslo")]


def test_a_merge_of_entities_can_be_undone_and_redone(world, t):
    world.say(t("Mel", "likes", "tea", named=False))
    world.say(t("Melanie", "likes", "clay", named=False))
    step = by_hand(world, merge_entities, "e3", "e1")
    assert world.names()["e3"] == "Mel"
    back = undone(world, step)
    assert world.names()["e3"] == "Melanie"
    undone(world, back)
    assert world.names()["e3"] == "Mel"


def test_an_unknown_step_is_a_clear_error(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    for step in ("t99", "f1", "nonsense"):
        with pytest.raises(UnknownId, match="no step"):
            undone(world, step)


def test_a_forgotten_step_cannot_be_undone(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    made = by_hand(world, forget, [world.episodes[0]])
    for step in (world.steps[0], made):
        with pytest.raises((InputError, UnknownId)):
            undone(world, step)


def test_a_correction_needs_something_to_correct_and_enough_trust(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    with pytest.raises(InputError, match="nothing to correct"):
        by_hand(world, correct, "f1")
    with pytest.raises(InputError, match="trust"):
        by_hand(world, correct, "f1", predicate="hates", trust=0.2)
    with pytest.raises(UnknownId, match="f99"):
        by_hand(world, correct, "f99", predicate="hates")


def test_subgoals_and_relations_go_back_to_what_they_were(world):
    from kgmem.records import RelationRow, Subgoal

    goal = Subgoal("g1", "find a vet", opened=world.clock)

    def opened(draft):
        step = draft.begin_step()
        assert draft.new_id("g") == "g1"
        draft.record("subgoal", goal)
        draft.record("relation", RelationRow("r:mentors", {"id": "mentors"}))
        return step

    def closed(draft):
        step = draft.begin_step()
        draft.record("subgoal", replace(goal, status="failed", summary="closed on Sundays"))
        return step

    first = world.change(opened)
    undone(world, world.change(closed))
    assert world.rows("subgoal") == [goal]
    undone(world, first)
    assert world.rows("subgoal") == world.rows("relation") == []


def test_undoing_twice_changes_nothing_more(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "moved to", "Lisbon", to="place"))
    undone(world, world.steps[-1])
    undone(world, world.steps[-1])
    assert world.facts(None) == [("Nora", "lives_in", "Rome")]


def test_a_retraction_outlasts_the_retraction_of_what_replaced_it(world, t):
    """Blue was never true; that green was not either does not make it so."""
    world.say(t("Nora", "favourite colour is", "blue", to="text"))
    blue = world.version("Nora", "favorite_colour", "blue").fact
    corrected = by_hand(world, correct, blue, object=Value("green"))
    green = world.version("Nora", "favorite_colour", "green").fact
    retracted = by_hand(world, retract, green)
    assert world.facts() == []
    undone(world, retracted)
    assert world.facts() == [("Nora", "favorite_colour", "green")]
    undone(world, corrected)
    assert world.facts() == [("Nora", "favorite_colour", "blue")]


def test_a_mistaken_correction_that_is_forgotten_no_longer_counts(world, t):
    world.say(t("Nora", "favourite colour is", "blue", to="text"))
    blue = world.version("Nora", "favorite_colour", "blue").fact
    by_hand(world, correct, blue, object=Value("green"))
    green = world.version("Nora", "favorite_colour", "green")
    by_hand(world, retract, green.fact)
    (testimony,) = world.supports(green.fact)
    by_hand(world, forget, [testimony.episode])
    assert world.facts(None) == [("Nora", "favorite_colour", "blue")]
    assert world.facts() == [("Nora", "favorite_colour", "blue")]


def test_an_end_does_not_outlast_what_never_was(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(t("Nora", "lives in", "Lisbon", to="place"))
    by_hand(world, retract, world.version("Nora", "lives_in", "Lisbon").fact)
    assert world.facts() == [("Nora", "lives_in", "Rome")]
