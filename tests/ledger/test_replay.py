"""Whatever is done, the graph is the fold of its journal and folds are up to date."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.errors import KgmemError
from kgmem.ledger import correct, forget, merge_entities, retract, split_entity, undo
from kgmem.ledger.facts import folded
from kgmem.ledger.fold import fold_names
from kgmem.records import Alias, EntityId
from kgmem.types import Ref
from tests.ledger.conftest import World, triple

PEOPLE = ("Nora", "Bo", "Mel", "Melanie")
PLACES = ("Rome", "Lisbon", "Oslo")
THINGS = ("tea", "clay", "meat")

homes = st.builds(
    lambda who, verb, place, past: triple(who, "lived in" if past else verb, place, to="place"),
    st.sampled_from(PEOPLE),
    st.sampled_from(["lives in", "moved to", "moved away from"]),
    st.sampled_from(PLACES),
    st.booleans(),
)
likes = st.builds(
    lambda who, what, positive, sure: triple(
        who, "likes", what, named=False, kind="habit", positive=positive, confidence=sure
    ),
    st.sampled_from(PEOPLE),
    st.sampled_from(THINGS),
    st.booleans(),
    st.sampled_from([0.3, 0.9]),
)
aliases = st.builds(
    lambda who, name: triple(who, "is called", name, to="text", relation="also_known_as"),
    st.sampled_from(PEOPLE),
    st.sampled_from(PEOPLE),
)
pets = st.builds(
    lambda who, name: triple(who, "has", name, to="animal", text=f"{who} has a cat {name}"),
    st.sampled_from(PEOPLE),
    st.sampled_from(["cat", "Biscuit", "Pickle"]),
)
said = st.lists(st.one_of(homes, likes, aliases, pets), min_size=1, max_size=3)
action = st.one_of(
    st.tuples(st.just("say"), said),
    st.tuples(st.just("say"), said),
    st.tuples(st.just("say"), said),
    st.tuples(
        st.sampled_from(["undo", "forget", "retract", "correct", "merge", "split"]),
        st.integers(0, 40),
    ),
)


def perform(world, verb, argument):
    if verb == "say":
        said = ". ".join(t.text for t in argument)
        marked = f"{said} (marker{len(world.episodes) + 1}end)"
        world.say(*argument, text=marked, speaker=argument[0].subject.name)
        return
    number = argument + 1

    def plan(draft):
        world.steps.append(draft.begin_step())
        if verb == "undo":
            undo(draft, f"t{number}")
        elif verb == "forget":
            forget(draft, [f"ep{number}"])
        elif verb == "retract":
            retract(draft, f"f{number}")
        elif verb == "correct":
            correct(draft, f"f{number}", object=Ref("Porto", "place", True))
        elif verb == "merge":
            merge_entities(draft, f"e{number}", "e1")
        else:
            split_entity(draft, f"e{number}")

    try:
        world.change(plan)
    except KgmemError:
        return
    if verb == "forget":
        check_forgotten(world, number)


def check_forgotten(world, number):
    """Neither the words nor any row of an episode are left, in rows or journal."""
    marker, episode = f"marker{number}end", f"ep{number}"
    kinds = ("episode", "entity", "alias", "support", "ending", "version")
    rows = [row for kind in kinds for row in world.rows(kind)]
    assert marker not in str(rows)
    assert all(getattr(row, "episode", None) != episode for row in rows)
    with world.store.read("main") as reader:
        for entry in reader.journal():
            assert entry.cause != episode
            assert marker not in str(entry)
            assert all(getattr(e.record, "episode", None) != episode for e in entry.effects)


def check_folds(draft, current):
    """Every version is the fold of what its fact stands on, every name that of its aliases."""
    for version in current:
        assert folded(draft, version.fact).matches(version)
    for row in draft.reader.scan("entity"):
        named = fold_names(draft.rows.find(Alias, "entity", draft.names.members(row.id)), row.id)
        if named is not None:
            assert (named.name, named.type, named.named) == (row.name, row.type, row.named)


def check(world):
    world.check_replay()
    entities = {e.id for e in world.rows("entity")}
    episodes = {e.id for e in world.rows("episode")}
    supports = world.rows("support")
    current = [v for v in world.rows("version") if v.recorded_to is None]
    assert {s.fact for s in supports} == {v.fact for v in current}
    assert len(current) == len({v.fact for v in current})
    assert {s.episode for s in supports} <= episodes
    for content in [s.content for s in supports] + [v.content for v in current]:
        assert content.subject in entities
        if isinstance(content.object, EntityId):
            assert content.object.id in entities
    assert {a.entity for a in world.rows("alias")} <= entities
    assert {e.merged_into for e in world.rows("entity")} <= entities | {None}
    world.change(lambda draft: check_folds(draft, current))


@settings(max_examples=40, deadline=None, database=None)
@given(st.lists(action, min_size=3, max_size=14))
def test_any_sequence_of_changes_replays_to_the_same_graph(actions):
    world = World()
    try:
        for verb, argument in actions:
            perform(world, verb, argument)
        check(world)
    finally:
        world.store.close()


@settings(max_examples=40, deadline=None, database=None)
@given(st.lists(said, min_size=1, max_size=6))
def test_forgetting_everything_leaves_nothing(sayings):
    world = World()
    try:
        for triples in sayings:
            world.say(*triples, speaker=triples[0].subject.name)
        perform_all = list(world.episodes)

        def plan(draft):
            draft.begin_step()
            forget(draft, perform_all)

        world.change(plan)
        kinds = ("episode", "entity", "alias", "support", "ending", "version")
        assert [world.rows(k) for k in kinds] == [[], [], [], [], [], []]
        world.check_replay()
    finally:
        world.store.close()


@settings(max_examples=40, deadline=None, database=None)
@given(st.lists(said, min_size=2, max_size=6))
def test_undoing_the_last_step_gives_the_facts_before_it(sayings):
    world = World()
    try:
        for triples in sayings[:-1]:
            world.say(*triples, speaker=triples[0].subject.name)
        before = sorted((f, s) for s in ("live", "ended", "retracted") for f in world.facts(s))
        world.say(*sayings[-1], speaker=sayings[-1][0].subject.name)
        after = sorted((f, s) for s in ("live", "ended", "retracted") for f in world.facts(s))

        def plan(draft):
            draft.begin_step()
            undo(draft, world.steps[-1])

        world.change(plan)
        undone = sorted((f, s) for s in ("live", "ended", "retracted") for f in world.facts(s))
        assert undone == before
        with world.store.read("main") as reader:
            last = f"t{reader.counters()['t']}"

        def redo(draft):
            draft.begin_step()
            undo(draft, last)

        world.change(redo)
        again = sorted((f, s) for s in ("live", "ended", "retracted") for f in world.facts(s))
        assert again == after
        world.check_replay()
    finally:
        world.store.close()
