from pathlib import Path

import pytest

from kgmem.bench.subgoals import main, measure, read
from kgmem.errors import FormatError
from kgmem.language.tokens import estimate_tokens
from kgmem.subgoals import compose, render, unfold, working_episodes

RECORDINGS = Path(__file__).parents[2] / "benchmarks" / "subgoals"


def shown(state, **options):
    options = {"budget": 4000, "task": "run", **options}
    return compose(state.rows.values(), state.episodes, **options)


@pytest.fixture
def two(task):
    first = task.open("find a vet")
    task.step(first, "call the clinic", "Dr. Lee has time on Monday at 10:30.")
    task.close(first, "achieved")
    second = task.open("buy cat food")
    task.step(second, "go to the shop", "The shop has two kinds of food.")
    task.step(second, "buy the dry kind", "You pay EUR 12.")
    return task


def test_a_closed_subgoal_is_folded_and_the_open_one_is_in_full(two):
    assert shown(two).text.splitlines() == [
        "subgoal [g1 achieved] find a vet: achieved; Dr. Lee has time on Monday at 10:30",
        "subgoal [g2 open] buy cat food",
        "  action: go to the shop",
        "  observation: The shop has two kinds of food.",
        "  action: buy the dry kind",
        "  observation: You pay EUR 12.",
    ]


def test_the_open_one_can_be_shown_by_its_last_observation_only(two):
    text = shown(two, last_only=True).text
    assert text.endswith("subgoal [g2 open] buy cat food\n  observation: You pay EUR 12.")
    ids = working_episodes(two.rows.values(), two.episodes, task="run", last_only=True)
    assert ids == {"ep6"}


def test_unfolding_lasts_across_renders(two):
    two.rows |= {s.id: s for s in unfold(two.rows.values(), ["g1"])}
    for _ in range(2):
        assert "  action: call the clinic" in shown(two).text
    two.step("g2", "go home", "You are at home.")
    assert "  action: call the clinic" in shown(two).text


def test_what_is_folded_is_not_in_working_memory(two):
    def ids():
        return working_episodes(two.rows.values(), two.episodes, task="run")

    assert ids() == {"ep3", "ep4", "ep5", "ep6"}
    two.rows |= {s.id: s for s in unfold(two.rows.values(), ["g1"])}
    assert ids() == {f"ep{i}" for i in range(1, 7)}


def test_children_are_indented_below_their_parent_in_the_order_of_events(task):
    parent = task.open("look after the cats")
    task.step(parent, "look", "Two cats.")
    child = task.open("find a vet", parent=parent)
    task.step(child, "call", "Monday.")
    task.close(child, "achieved")
    task.step(parent, "feed the cats", "They eat.")
    assert shown(task).text.splitlines() == [
        "subgoal [g1 open] look after the cats",
        "  action: look",
        "  observation: Two cats.",
        "  subgoal [g2 achieved] find a vet: achieved; Monday",
        "  action: feed the cats",
        "  observation: They eat.",
    ]


def test_a_child_unfolded_inside_a_folded_parent_is_seen(task):
    parent = task.open("look after the cats")
    child = task.open("find a vet", parent=parent)
    task.step(child, "call", "Monday.")
    task.close(child, "achieved")
    task.close(parent, "achieved")
    assert "action: call" not in shown(task).text
    task.rows |= {s.id: s for s in unfold(task.rows.values(), [child])}
    assert "    action: call" in shown(task).text


def test_a_budget_drops_the_oldest_detail_first_and_never_a_goal(two):
    two.rows |= {s.id: s for s in unfold(two.rows.values(), ["g1"])}
    full = shown(two)
    tight = shown(two, budget=full.tokens - 1)
    assert "call the clinic" not in tight.text
    assert "go to the shop" in tight.text
    assert tight.left_out == ("ep1", "ep2")
    assert set(tight.episodes) | set(tight.left_out) == set(full.episodes)
    for budget in range(full.tokens, 0, -1):
        text = shown(two, budget=budget).text
        assert "[g1 achieved] find a vet" in text
        assert "[g2 open] buy cat food" in text


def test_a_budget_is_kept_down_to_the_bare_goals(two):
    bare = estimate_tokens("subgoal [g1 achieved] find a vet\nsubgoal [g2 open] buy cat food")
    for budget in range(bare, 100):
        assert shown(two, budget=budget).tokens <= budget


def test_the_latest_step_is_clipped_rather_than_lost(task):
    goal = task.open("read the log")
    task.step(goal, "cat log", "start " + "noise " * 5000 + "the end")
    seen = shown(task, budget=200)
    assert seen.tokens <= 200
    assert "start" in seen.text
    assert seen.text.endswith("the end")


def test_what_was_seen_before_the_first_subgoal_comes_first(task):
    task.step(None, "look around", "You are in the yard.")
    goal = task.open("find a vet")
    task.step(goal, "call", "Monday.")
    assert shown(task).text.startswith("action: look around\nobservation: You are in the yard.\n")


def test_another_task_is_not_shown(two):
    other = two.open("paint the fence", task="other")
    two.step(other, "paint", "Green.")
    assert "fence" not in shown(two).text
    assert "Green" not in shown(two).text
    assert "fence" in shown(two, task="other").text


def test_nothing_renders_as_nothing(task):
    assert render([], [], task="run") == ""


@pytest.mark.parametrize("name", ["greenhouse", "incident"])
def test_a_recorded_task_costs_a_third_less_and_keeps_the_facts_needed(name):
    saving = measure(read(RECORDINGS / f"{name}.jsonl"))
    assert saving.mean >= 0.35
    assert saving.final >= 0.35
    assert saving.missing == []


def test_the_benchmark_prints_a_line_for_each_recording(capsys):
    main([str(RECORDINGS / "incident.jsonl")])
    assert "| incident | 23 | " in capsys.readouterr().out


def test_a_recording_with_a_torn_line_is_refused_with_its_number(tmp_path):
    path = tmp_path / "torn.jsonl"
    path.write_text('{"open": "x"}\n{"action": ')
    with pytest.raises(FormatError, match="line 2"):
        read(path)


def test_a_task_of_sixty_steps_is_among_the_recordings():
    assert len(measure(read(RECORDINGS / "greenhouse.jsonl")).moments) >= 60
