"""Beginnings and ends that no row of the catalogue names, and amounts as values."""

import pytest

from kgmem.language.relations import catalogue, complete
from kgmem.types import Qualifier, Ref, Triple, Value


def _told(predicate, target=None, qualifiers=()):
    triple = Triple(
        Ref("Nora", "person", named=True),
        predicate,
        target,
        (0, 10),
        f"Nora {predicate}",
        qualifiers=tuple(qualifiers),
        kind="event",
    )
    return complete([triple], catalogue())


@pytest.mark.parametrize(
    ("predicate", "target", "relation", "wording"),
    [
        ("stopped jogging", None, "jog", "no longer jogs"),
        ("quit", Value("smoking"), "smoke", "no longer smokes"),
        ("has stopped taking", Ref("iron pills"), "take", "no longer takes"),
        ("gave up hosting a quiz", None, "host", "no longer hosts"),
    ],
)
def test_stopping_an_activity_denies_it_from_then_on(predicate, target, relation, wording):
    _, implied = _told(predicate, target)
    assert not implied.positive
    assert implied.predicate.startswith(wording)
    assert implied.relation.startswith(relation)


def test_beginning_an_activity_implies_it():
    _, implied = _told("began learning", Ref("Morse code"))
    assert implied.positive
    assert (implied.relation, implied.predicate) == ("learn", "learns")


def test_quitting_an_activity_is_not_quitting_an_employer():
    assert {t.relation for t in _told("quit", Value("smoking"))} == {"quit", "smoke"}


def test_what_the_catalogue_knows_to_end_is_ended_by_its_row():
    relations = [t.relation for t in _told("stopped eating", Ref("meat"))]
    assert relations == ["stopped_eating", "eats"]


@pytest.mark.parametrize("predicate", ["started a bakery", "stopped at the bakery", "kept reading"])
def test_other_predicates_imply_no_phase(predicate):
    assert len(_told(predicate)) == 1


def test_an_amount_is_a_value_with_its_unit_and_no_vertex():
    (fact,) = _told("rent is", Ref("euros"), [Qualifier("how_many", Value("900", "number"))])
    assert fact.object == Value("900 euros", "number")
    assert fact.qualifiers == ()


def test_counted_things_stay_things():
    (fact,) = _told("has", Ref("cats"), [Qualifier("how_many", Value("two", "number"))])
    assert fact.object == Ref("cats")


def test_a_name_is_of_the_type_that_the_relation_asks_for():
    event, state, _ = _told("married", Ref("Agnes", "organization", named=True))
    assert (event.relation, state.relation) == ("married", "married_to")
    assert isinstance(state.object, Ref)
    assert state.object.type == "person"


def test_an_attribute_one_has_one_of_holds_one_value():
    (fact,) = _told("rent is", Value("900 euros", "number"))
    assert catalogue().cardinality(fact.relation) == "one"
