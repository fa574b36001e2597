import pytest

from kgmem import Memory, errors


def tell_three(memory):
    memory.tell("Nora", "visited", "Turku", source="a", time="2024-01-01")
    memory.tell("Nora", "visited", "Espoo", source="b", time="2024-02-01")
    memory.tell("Kim", "visited", "Turku", source="c", time="2024-03-01")


def places(memory, who):
    return {f.object for f in memory.facts(who, "visited")}


def test_forgetting_an_entity_takes_every_episode_that_speaks_of_it(memory):
    tell_three(memory)
    result = memory.forget(entity="Turku")
    assert (result.episodes, result.facts, result.proved) == (2, 2, True)
    assert places(memory, "Nora") == {"Espoo"}
    assert not memory.entities(like="Turku")
    assert memory.verify().ok


def test_forgetting_a_time_range_keeps_its_end(memory):
    tell_three(memory)
    memory.forget(before="2024-02-01")
    assert places(memory, "Nora") == {"Espoo"}
    memory.forget(after="2024-03-01")
    assert memory.entities(like="Kim") == []


def test_a_source_may_be_limited_by_a_time_range(memory):
    tell_three(memory)
    assert memory.forget(source=["a", "b"], before="2024-01-15").episodes == 1
    assert places(memory, "Nora") == {"Espoo"}


def test_forgetting_nothing_in_particular_is_refused(memory):
    with pytest.raises(errors.InputError, match="say what to forget"):
        memory.forget()


@pytest.mark.parametrize("what", [{"source": "zz"}, {"episode": "ep99"}, {"entity": "Zz"}])
def test_what_is_not_there_cannot_be_forgotten(memory, what):
    tell_three(memory)
    with pytest.raises(errors.UnknownId):
        memory.forget(**what)
    assert memory.stats()["episode"] == 3


@pytest.mark.parametrize("dry_run", [False, True])
def test_an_unknown_namespace_cannot_be_forgotten(memory, dry_run):
    with pytest.raises(errors.UnknownNamespace, match="nowhere"):
        memory.scope("nowhere").forget(namespace=True, dry_run=dry_run)


@pytest.mark.parametrize(
    "what", [{"source": "a"}, {"entity": "Turku"}, {"after": "2024-02-01"}, {"namespace": True}]
)
def test_a_dry_run_counts_what_would_go_and_leaves_all_as_it_was(memory, what):
    tell_three(memory)
    before = (memory.stats(), memory.facts(ended=True))
    planned = memory.forget(**what, dry_run=True)
    assert not planned.proved
    assert (memory.stats(), memory.facts(ended=True)) == before
    done = memory.forget(**what)
    assert done.proved
    counts = ("episodes", "facts", "entities", "revived")
    assert [getattr(planned, c) for c in counts] == [getattr(done, c) for c in counts]


def test_a_dry_run_refuses_what_forgetting_would(memory):
    tell_three(memory)
    with pytest.raises(errors.UnknownId, match="no source 'zz'"):
        memory.forget(source="zz", dry_run=True)
    with pytest.raises(errors.InputError, match="say what to forget"):
        memory.forget(dry_run=True)


def test_another_memory_on_the_same_file_sees_what_was_forgotten_and_written(tmp_path):
    with (
        Memory.open(tmp_path / "m", encoder="hash") as one,
        Memory.open(tmp_path / "m", encoder="hash") as two,
    ):
        tell_three(one)
        assert places(two, "Nora") == {"Turku", "Espoo"}
        two.tell("Nora", "visited", "Vaasa", source="d")
        assert places(one, "Nora") == {"Turku", "Espoo", "Vaasa"}
        one.forget(source="a")
        assert places(two, "Nora") == {"Espoo", "Vaasa"}
        one.forget(namespace=True)
        assert two.facts() == []
        two.tell("Nora", "visited", "Kotka", source="e")
        assert places(one, "Nora") == {"Kotka"}


def test_the_summary_of_a_subgoal_is_written_again_without_what_was_forgotten(memory):
    goal = memory.open_subgoal("find a vet", task="t")
    memory.observe("Call the vet on Main Street.", role="action", subgoal=goal.id, source="a")
    memory.observe("The vet opens at nine.", role="observation", subgoal=goal.id, source="b")
    goal.close("achieved")
    memory.forget(source="a")
    summary = memory.subgoal(goal.id).summary
    assert "achieved" in summary
    assert "nine" in summary
    assert "Main Street" not in summary


def say(memory, text, **more):
    return memory.observe(text, speaker="Nora", time="2024-05-01T10:00:00Z", **more).episode


def test_forgetting_an_entity_says_where_its_name_still_stands(memory):
    memory.tell("Bartholomew", "lives in", "Espoo", time="2024-01-01")
    shout = say(memory, "Ugh, BARTHOLOMEW!", origin="memory")
    say(memory, "Ugh, Bartholomews everywhere!", origin="memory")
    goal = memory.open_subgoal("write to Bartholomew")
    memory.scope("other").tell("Bartholomew", "lives in", "Turku", time="2024-01-01")
    expected = (shout, goal.id)
    assert memory.forget(entity="Bartholomew", dry_run=True).still_named == expected
    gone = memory.forget(entity="Bartholomew")
    assert (gone.episodes, gone.proved, gone.still_named) == (1, True, expected)
    assert memory.forget(episode=shout).still_named == ()


def test_any_of_its_names_counts_and_so_does_who_spoke(memory):
    memory.tell("Mia Holm", "also known as", "Mimi", time="2024-01-01")
    memory.tell("Mia Holm", "lives in", "Espoo", time="2024-01-02")
    first = say(memory, "Hm, Mimi.", origin="memory")
    second = say(memory, "Hm, mia\nholm.", origin="memory")
    third = memory.observe("Hm.", speaker="Mimi", time="2024-05-02").episode
    say(memory, "Hm, Mia.", origin="memory")
    assert memory.forget(entity="Mia Holm").still_named == (first, second, third)


def test_a_persons_first_or_last_name_alone_counts_with_its_capital(memory):
    say(memory, "My friend Viktor Hale lives in Oslo.")
    first = say(memory, "Hm, Viktor.", origin="memory")
    last = say(memory, "Hale!", origin="memory")
    say(memory, "Hm, hale trees.", origin="memory")
    say(memory, "Hm, Viktoria.", origin="memory")
    assert memory.forget(entity="Viktor Hale").still_named == (first, last)


def test_what_goes_by_source_names_nobody(memory):
    tell_three(memory)
    assert memory.forget(source="a").still_named == ()
