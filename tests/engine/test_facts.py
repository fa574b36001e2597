import itertools

import pytest

from kgmem import Relation, errors


def chain(memory, *names):
    for a, b in itertools.pairwise(names):
        memory.tell(a, "knows", b)


def test_facts_are_given_newest_first_up_to_a_limit(memory):
    for i in range(5):
        memory.tell("Nora", "visited", f"Town {i}")
    assert [f.object for f in memory.facts("Nora", limit=2)] == ["Town 4", "Town 3"]
    assert len(memory.facts("Nora", limit=None)) == 5
    with pytest.raises(errors.InputError, match="limit"):
        memory.facts(limit=0)


def test_facts_are_found_by_their_object_and_by_a_literal(memory):
    memory.tell("Nora", "visited", "Turku")
    memory.tell("Kim", "visited", "Turku")
    memory.tell("Nora", "age", 34)
    assert {f.subject for f in memory.facts(object="Turku")} == {"Nora", "Kim"}
    assert [f.subject for f in memory.facts(object="34")] == ["Nora"]
    assert [f.subject for f in memory.facts("Kim", "visited", "Turku")] == ["Kim"]
    assert memory.facts("Kim", "visited", "Espoo") == []
    assert memory.facts("Kim", "sold") == []


def test_an_entity_may_be_named_by_its_id(memory):
    memory.tell("Nora", "visited", "Turku")
    (view,) = memory.entities(like="nora")
    assert memory.facts(view.id) == memory.facts("Nora")


def test_a_path_is_a_shortest_chain_and_may_not_exist(memory):
    chain(memory, "A1", "B1", "C1", "D1")
    memory.tell("Z1", "knows", "Y1")
    way = memory.path("A1", "D1")
    assert way.entities == ("A1", "B1", "C1", "D1")
    assert [f.object for f in way.facts] == ["B1", "C1", "D1"]
    assert memory.path("D1", "A1").entities == ("D1", "C1", "B1", "A1")
    assert memory.path("A1", "A1").entities == ("A1",)
    assert not memory.path("A1", "Z1").found
    assert not memory.path("A1", "D1", longest=2).found


def test_neighbours_are_nearest_first_and_capped(memory):
    chain(memory, "A1", "B1", "C1", "D1")
    around = memory.neighbors("A1", depth=2)
    assert [f.object for f in around] == ["B1", "C1"]
    assert len(memory.neighbors("A1", depth=3, limit=1)) == 1
    with pytest.raises(errors.InputError, match="depth"):
        memory.neighbors("A1", depth=0)


def test_a_timeline_is_in_the_order_of_the_world_not_of_the_telling(memory):
    memory.tell("Nora", "visited", "Turku", valid_from="2021")
    memory.tell("Nora", "visited", "Espoo", valid_from="2019")
    assert [f.object for f in memory.timeline("Nora")] == ["Espoo", "Turku"]


def test_history_names_who_told_what(memory):
    memory.tell("Nora", "visited", "Turku", author="crm", source="a")
    (fact,) = memory.facts("Nora")
    memory.retract(fact.id, author="Kim", reason="it was Espoo")
    first, last = memory.history(fact.id)
    assert first.evidence[0].source == "a"
    assert (last.op, last.author, last.reason, last.status) == (
        "retract",
        "Kim",
        "it was Espoo",
        "retracted",
    )


def test_what_a_scope_only_reads_has_ids_that_cannot_be_edited_by_mistake(memory):
    memory.tell("Nora", "visited", "Turku", source="a")
    scope = memory.scope("team", read=["default"])
    scope.tell("Kim", "visited", "Espoo", source="b")
    (theirs,) = scope.facts("Nora")
    assert theirs.id == "default/f1"
    assert theirs.evidence[0].episode == "default/ep1"
    for edit in (scope.retract, scope.history):
        with pytest.raises(errors.InputError, match="scope\\('default'\\)"):
            edit(theirs.id)
    assert [f.status for f in scope.facts("Kim")] == ["live"]
    ids = [c.id for c in scope.retrieve("Who visited Turku?")]
    assert len(ids) == len(set(ids))
    assert "default/f1" in ids
    assert "[default/ep1]" in scope.context("Who visited Turku?").text


# --- predicates -----------------------------------------------------------------------------------


def has(memory, predicate):
    return {f.object for f in memory.facts("Nora", predicate)}


def test_facts_are_found_by_the_label_of_their_relation(memory):
    memory.tell("Nora", "has_pet", "Biscuit")
    memory.tell("Nora", "visited", "Turku")
    for predicate in ("has_pet", "has the pet", "Has the pet", "has pet"):
        assert has(memory, predicate) == {"Biscuit"}, predicate


def test_facts_are_found_by_their_own_predicate(memory):
    memory.observe("I have a dog called Rex.", speaker="Nora", time="2024-05-01")
    (fact,) = memory.facts("Nora", object="Rex")
    assert (fact.predicate, fact.relation) == ("has", "has_pet")
    assert has(memory, "has") == {"Rex"}
    assert memory.facts(predicate="has", object="Rex") == [fact]
    assert memory.facts("Rex", "has") == []


def test_a_label_that_several_relations_have_finds_the_facts_of_all(memory):
    memory.define(Relation(id="crew_of", label="sails with"))
    memory.define(Relation(id="guest_of", label="sails with"))
    memory.tell("Nora", "crew_of", "the Aurora")
    memory.tell("Nora", "guest_of", "the Polaris")
    assert has(memory, "sails with") == {"the Aurora", "the Polaris"}


@pytest.mark.parametrize("empty", ["", " ", "  \t", "?!"])
def test_a_predicate_that_says_nothing_finds_nothing(memory, empty):
    memory.tell("Nora", "has_pet", "Biscuit")
    assert memory.facts(predicate=empty) == []
    assert memory.facts("Nora", empty) == []
    assert memory.facts(object="Biscuit", predicate=empty) == []


def test_close_predicates_are_looked_for_by_the_labels_of_every_namespace_read(memory):
    memory.define(Relation(id="crew_of", label="sails with"))
    memory.tell("Nora", "crew_of", "the Aurora")
    other = memory.scope("other")
    other.define(Relation(id="guest_of", label="travels on"))
    other.tell("Kim", "guest_of", "the Polaris")
    for scope in (memory.scope("default", read=["other"]), memory.scope("other", read=["default"])):
        assert scope.predicates(like="sails with") == ["crew_of"]
        assert scope.predicates(like="travels on") == ["guest_of"]
        assert scope.predicates() == ["crew_of", "guest_of"]


def test_predicates_of_facts_that_are_over_or_unsure_are_not_in_use(memory):
    memory.tell("Nora", "visited", "Turku")
    memory.tell("Nora", "has_pet", "Biscuit")
    (pet,) = memory.facts("Nora", "has_pet")
    memory.retract(pet.id)
    assert memory.predicates() == ["visit"]


def test_the_predicates_in_use_come_with_the_most_used_first(memory):
    memory.tell("Nora", "visited", "Turku")
    memory.tell("Kim", "visited", "Turku")
    memory.tell("Nora", "has_pet", "Biscuit")
    assert memory.predicates() == ["visit", "has_pet"]
    assert memory.predicates(limit=1) == ["visit"]
    assert memory.predicates(like="pet") == ["has_pet"]
    assert memory.predicates(like="visitd") == ["visit"]
    assert memory.predicates(like="sold") == []
    with pytest.raises(errors.InputError, match="limit"):
        memory.predicates(limit=0)
