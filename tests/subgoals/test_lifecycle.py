from datetime import datetime, timezone

import pytest

from kgmem.errors import InputError, UnknownId
from kgmem.subgoals import closing, opening, subtree, unfold

NOW = datetime(2024, 5, 13, tzinfo=timezone.utc)


def test_opening_a_subgoal_closes_the_open_sibling_as_abandoned(task):
    first = task.open("find a vet")
    task.step(first, "call the clinic", "Nobody answers.")
    second = task.open("buy cat food")
    assert task[first].status == "abandoned"
    assert task[first].closed is not None
    assert second in task[first].summary
    assert task[second].status == "open"


def test_an_agent_that_states_a_new_subgoal_when_the_last_is_met_can_say_so(task):
    first = task.open("find a vet")
    task.step(first, "call the clinic", "The clinic has time on Monday.")
    task.open("buy cat food", previous="achieved")
    assert task[first].status == "achieved"


def test_an_empty_sibling_is_dropped_rather_than_kept(task):
    first = task.open("find a vet")
    second = task.open("buy cat food")
    assert list(task.rows) == [second]
    assert first not in task.rows


def test_a_sibling_with_children_but_no_steps_of_its_own_is_kept(task):
    parent = task.open("look after the cats")
    child = task.open("find a vet", parent=parent)
    task.step(child, "call the clinic", "Open on Monday.")
    task.close(child, "failed")
    task.open("pack the bags")
    assert task[parent].status == "abandoned"


def test_a_sibling_whose_children_were_all_achieved_counts_as_achieved(task):
    parent = task.open("look after the cats")
    child = task.open("find a vet", parent=parent)
    task.step(child, "call the clinic", "Dr. Lee has time on Monday.")
    task.close(child, "achieved")
    task.open("pack the bags")
    assert task[parent].status == "achieved"


def test_a_child_does_not_close_its_parent(task):
    parent = task.open("look after the cats")
    task.open("find a vet", parent=parent)
    assert task[parent].status == "open"


def test_subgoals_of_another_task_stay_open(task):
    first = task.open("find a vet", task="run-1")
    task.open("buy cat food", task="run-2")
    assert task[first].status == "open"


def test_a_child_takes_the_task_of_its_parent_and_refuses_another(task):
    parent = task.open("look after the cats", task="run-7")
    child = task.open("find a vet", task="", parent=parent)
    assert task[child].task == "run-7"
    with pytest.raises(InputError, match="run-7"):
        task.open("buy food", task="run-8", parent=parent)


def test_opening_what_is_open_already_continues_it(task):
    first = task.open("find a vet")
    task.step(first, "call the clinic", "Nobody answers.")
    assert task.open("Find  a vet") == first
    assert len(task.rows) == 1


def test_closing_a_parent_closes_what_is_open_below_and_drops_what_is_empty(task):
    parent = task.open("look after the cats")
    middle = task.open("find a vet", parent=parent)
    leaf = task.open("find the number", parent=middle)
    task.step(leaf, "search", "The number is 0676 555.")
    empty = task.open("say thanks", parent=leaf)
    task.close(parent, "achieved")
    assert empty not in task.rows
    assert task[parent].status == "achieved"
    assert {task[i].status for i in (middle, leaf)} == {"abandoned"}
    assert "0676 555" in task[parent].summary


def test_closing_an_empty_subgoal_keeps_it_only_when_something_is_said_about_it(task):
    silent = task.open("find a vet")
    task.close(silent, "failed")
    told = task.open("buy cat food")
    task.close(told, "failed", summary="closed on Sundays")
    assert list(task.rows) == [told]
    assert task[told].summary == "closed on Sundays"


@pytest.mark.parametrize("status", ["open", "done", ""])
def test_a_status_that_is_no_outcome_is_refused(task, status):
    goal = task.open("find a vet")
    with pytest.raises(InputError, match="achieved, failed, abandoned"):
        task.close(goal, status)


def test_a_closed_subgoal_is_neither_closed_again_nor_nested_under(task):
    goal = task.open("find a vet")
    task.step(goal, "call", "Done.")
    task.close(goal, "achieved")
    with pytest.raises(InputError, match="already achieved"):
        task.close(goal, "failed")
    with pytest.raises(InputError, match="already achieved"):
        task.open("ask the price", parent=goal)


def test_an_unknown_id_is_named(task):
    task.open("find a vet")
    for call in (
        lambda: closing(task.rows.values(), "g9", "failed", now=NOW),
        lambda: opening(task.rows.values(), id="g2", description="x", parent="g9", now=NOW),
        lambda: unfold(task.rows.values(), ["g1", "g9"]),
        lambda: subtree(task.rows.values(), "g9"),
    ):
        with pytest.raises(UnknownId, match=r"'g9'.*g1"):
            call()


def test_a_subgoal_without_a_description_is_refused(task):
    with pytest.raises(InputError, match="description"):
        task.open("   ")


def test_unfolding_several_changes_each_once_and_can_be_taken_back(task):
    ids = []
    for word in ("vet", "food", "toys"):
        ids.append(task.open(f"find {word}"))
        task.step(ids[-1], f"search {word}", f"Found {word}.")
    rows = unfold(task.rows.values(), [ids[0], ids[1], ids[0]])
    assert [s.id for s in rows] == ids[:2]
    task.rows |= {s.id: s for s in rows}
    assert unfold(task.rows.values(), ids[:2]) == []
    assert [s.unfolded for s in unfold(task.rows.values(), ids[:1], unfolded=False)] == [False]


def test_a_subtree_holds_everything_below_and_nothing_beside(task):
    top = task.open("look after the cats")
    middle = task.open("find a vet", parent=top)
    leaf = task.open("find the number", parent=middle)
    task.step(leaf, "search", "0676.")
    task.open("buy food", parent=top)
    assert subtree(task.rows.values(), middle) == {middle, leaf}
