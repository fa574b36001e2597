"""What predicates mean, and what triples imply."""

from datetime import datetime, timezone

import pytest

from kgmem.errors import InputError
from kgmem.language.relations import Relation, catalogue, complete
from kgmem.language.verbs import is_past, lemma
from kgmem.types import Bound, Qualifier, Ref, Triple, Validity, Value

C = catalogue()
MAY = Validity(
    Bound(
        datetime(2024, 5, 1, tzinfo=timezone.utc), datetime(2024, 5, 2, tzinfo=timezone.utc), "day"
    )
)


def told(predicate, target, subject="Nora", **fields):
    return Triple(Ref(subject, "person", True), predicate, target, (3, 9), "…", **fields)


def implied(triple):
    return [
        (t.subject.name, t.relation, getattr(t.object, "name", None), t.positive)
        for t in complete([triple], C)[1:]
    ]


@pytest.mark.parametrize(
    "predicate",
    ["lives in", "lived in", "live in", "is living in", "has been living in", "currently lives in",
     "used to live in", "will live in", "LIVES IN", "no longer lives in", "does live in"],
)  # fmt: skip
def test_inflections_are_one_relation(predicate):
    assert C.relation_of(predicate, "place") == "lives_in"


@pytest.mark.parametrize(
    ("predicate", "kind", "text", "relation"),
    [
        ("has", "animal", "Biscuit", "has_pet"),
        ("has", "product", "car", "have"),
        ("is", "adjective", "30 years old", "age"),
        ("is", "adjective", "happy", "is"),
        ("is", "adjective", "vegan", "diet"),
        ("is on", "group", "team Red", "on_team"),
        ("is on", "product", "sofa", "be_on"),
        ("moved to", "place", "Rome", "moved_to"),
        ("moved over to", "group", "team Blue", "moved_to_team"),
        ("'s husband is", "person", "Bo", "married_to"),
        ("favorite color is", "adjective", "blue", "favorite_color"),
        ("favourite book is", "work", "Emma", "favorite_book"),
        ("favorite color has become", "adjective", "green", "favorite_color"),
    ],
)
def test_the_object_tells_relations_apart(predicate, kind, text, relation):
    assert C.relation_of(predicate, kind, text) == relation


def test_an_unknown_predicate_is_a_relation_of_its_own_and_holds_many():
    assert C.relation_of("was hiking in") == C.relation_of("hiked in") == "hike_in"
    assert C.cardinality("hike_in") == "many"
    assert C.relation_of("住在") == "住在"
    assert C.relation_of("") == "is"


def test_families_of_relations_hold_one_value_each():
    assert C.cardinality("favorite_color") == "one"
    assert C.cardinality("favorite") == "many"
    assert C.label("favorite_ice_cream") == "has the favorite ice cream"


def test_inverses_name_relations_back():
    assert C.inverse("lives_in") == "home_of"
    assert C.inverse("married_to") == "married_to"
    assert C.inverse("hike_in") == ""


def test_structured_fields_find_their_relation():
    assert C.attribute("plan") == "has_plan"
    assert C.attribute("phone number") == C.attribute("phone_number") == "phone_number"
    assert C.attribute("lives_in") == "lives_in"


def test_moods_are_never_functional():
    for predicate in ("is", "feels", "is feeling", "seems"):
        assert C.cardinality(C.relation_of(predicate, "adjective", "happy")) == "many"


def test_every_implied_relation_and_inverse_pair_is_in_the_catalogue():
    for row in C.rows.values():
        for rule in row.implies:
            assert rule.relation in C.rows, row.id
        if row.inverse in C.rows and C.rows[row.inverse].inverse in C.rows:
            assert C.rows[row.inverse].inverse in (row.id, row.inverse) or row.inverse == "contains"


# --- implications


def test_moving_implies_living_there_from_then_on():
    (_, home) = complete([told("moved to", Ref("Lisbon", "place", True), validity=MAY)], C)
    assert (home.relation, home.implied_by, home.kind) == ("lives_in", "moved_to", "state")
    assert home.validity.start == MAY.start
    assert (home.text, home.span) == ("Nora lives in Lisbon", (3, 9))


def test_moving_from_implies_no_longer_living_there():
    rome = Qualifier("from", Ref("Rome", "place", True))
    found = implied(told("moved to", Ref("Lisbon", "place", True), qualifiers=(rome,)))
    assert ("Nora", "lives_in", "Rome", False) in found
    assert ("Nora", "lives_in", "Lisbon", True) in found


@pytest.mark.parametrize(
    ("predicate", "kind", "relation", "positive"),
    [
        ("sold", "product", "owns", False),
        ("bought", "product", "owns", True),
        ("adopted", "animal", "has_pet", True),
        ("quit", "organization", "works_at", False),
        ("was laid off from", "organization", "works_at", False),
        ("started working at", "organization", "works_at", True),
        ("married", "person", "married_to", True),
        ("divorced", "person", "married_to", False),
        ("broke up with", "person", "partner_of", False),
        ("joined", "group", "member_of", True),
        ("stopped eating", "thing", "eats", False),
    ],
)
def test_events_imply_states(predicate, kind, relation, positive):
    assert ("Nora", relation, "X", positive) in implied(told(predicate, Ref("X", kind, True)))


@pytest.mark.parametrize(
    "fields", [{"positive": False}, {"modality": "planned"}, {"modality": "asked"}]
)
def test_what_did_not_happen_implies_nothing(fields):
    assert implied(told("moved to", Ref("Lisbon", "place", True), **fields)) == []


def test_taking_a_thing_in_a_world_empties_its_place():
    found = implied(told("take", Ref("red apple"), subject="You"))
    assert ("You", "carries", "red apple", True) in found
    assert ("red apple", "located_in", None, False) in found
    assert implied(told("took", Ref("break"))) == []


def test_a_name_needs_a_proper_name():
    (named,) = complete([told("is called", Ref("Bob", "person", True))], C)
    assert named.relation == "also_known_as"
    (praised,) = complete([told("was called", Ref("hero", "person", False))], C)
    assert praised.relation == "is_called"


def test_the_catalogue_tells_states_from_events():
    (eats,) = complete([told("eats", Ref("meat"), kind="event")], C)
    assert eats.kind == "habit"
    (ate,) = complete([told("ate", Ref("meat"), kind="event")], C)
    assert ate.kind == "event"


def test_a_hire_turns_round_and_a_person_hires_for_nobody():
    company = Triple(
        Ref("Acme", "organization", True), "hired", Ref("Nora", "person", True), (3, 9), "…"
    )
    assert implied(company) == [("Nora", "works_at", "Acme", True)]
    assert implied(told("hired", Ref("Joe", "person", True))) == []


def test_what_is_still_to_happen_or_long_over_implies_nothing():
    assert implied(told("is getting", Ref("divorce", "thing", False))) == []
    at = Qualifier("at", Ref("Acme", "organization", True))
    job = Ref("cook", "person", False)
    assert implied(told("works as", job, qualifiers=(at,))) == [("Nora", "works_at", "Acme", True)]
    assert implied(told("worked as", job, qualifiers=(at,))) == []


def test_what_ends_whoever_it_was_with_reads_as_a_sentence():
    (_, single) = complete([told("got divorced", None)], C)[:2]
    assert (single.relation, single.object, single.positive) == ("married_to", None, False)
    assert single.text == "Nora is no longer married"


def test_a_name_that_becomes_a_home_is_a_place():
    event, home = complete([told("moved to", Ref("Bergen", "person", True))], C)
    assert (event.object.type, home.object.type) == ("place", "place")
    assert implied(told("moved to", Ref("Google", "organization", True))) == []
    assert implied(told("moved to", Ref("coast", "thing", False))) == []


# --- users' own relations


def test_users_extend_and_override_the_catalogue():
    mentors = Relation(id="mentors", aliases=("teach", "coach"), cardinality="one")
    own = catalogue([mentors, {"id": "lives_in", "cardinality": "many"}])
    assert own.relation_of("is coaching", "person") == "mentors"
    assert own.cardinality("mentors") == "one"
    assert own.cardinality("lives_in") == "many"
    assert C.cardinality("lives_in") == "one"


def test_a_row_that_is_no_relation_is_a_clear_error():
    with pytest.raises(InputError, match="cardinality"):
        catalogue([{"id": "x", "cardinality": "some"}])
    with pytest.raises(InputError, match="not a relation"):
        catalogue([{"aliases": []}])


@pytest.mark.parametrize("identifier", ["Bad Id", "Mentors", "works-at", "2nd", "", "_x"])
def test_an_id_that_is_not_snake_case_is_refused_by_its_rule(identifier):
    with pytest.raises(InputError, match="id: an id is snake_case"):
        Relation(id=identifier)


def test_a_bad_field_is_refused_saying_what_is_allowed():
    with pytest.raises(InputError, match="cardinality: Input should be 'one' or 'many'"):
        Relation(id="mentors", cardinality="some")
    with pytest.raises(InputError, match="colour"):
        Relation(id="mentors", colour="red")
    assert Relation(id="住在").id == "住在"


@pytest.mark.parametrize(
    "predicate", ["mentors", "mentored", "is mentoring", "coaches", "coach", "has coached"]
)
def test_any_inflection_of_an_alias_is_the_users_relation(predicate):
    own = catalogue([Relation(id="mentors", aliases=("mentor", "coach"), cardinality="one")])
    (found,) = complete([told(predicate, Ref("Bo", "person", True))], own)
    assert found.relation == "mentors"
    assert own.cardinality(found.relation) == "one"


# --- verbs


@pytest.mark.parametrize(
    ("forms", "base"),
    [
        ("hikes hiked hiking", "hike"),
        ("tries tried trying", "try"),
        ("plans planned planning", "plan"),
        ("watches watched watching", "watch"),
        ("passes passed passing", "pass"),
        ("uses used using", "use"),
        ("decides decided deciding", "decide"),
        ("represents represented representing", "represent"),
        ("continues continued continuing", "continue"),
        ("goes went gone going", "go"),
        ("needs needed needing need", "need"),
        ("brings brought bringing bring", "bring"),
        ("struggles struggled struggling", "struggle"),
    ],
)
def test_inflections_have_one_base_form(forms, base):
    assert {lemma(f) for f in forms.split()} == {base}


def test_the_past_is_told_from_the_perfect():
    assert is_past("lived in")
    assert is_past("was")
    assert is_past("used to live in")
    assert not is_past("has lived in")
    assert not is_past("lives in")
    assert not is_past("needs")


def test_a_literal_is_no_entity():
    (only,) = complete([told("is", Value("happy", "adjective"))], C)
    assert only.relation == "is"


def test_planning_something_is_not_having_a_plan():
    assert catalogue().relation_of("plans", "event", "a fair") != "has_plan"
    assert catalogue().relation_of("plan is", "text", "Pro") == "has_plan"
    assert catalogue().attribute("plan") == "has_plan"


def test_what_is_said_of_the_new_one_is_the_same_relation():
    for noun in ("boss", "address", "dog"):
        plain, new = f"{noun} is", f"new {noun} is"
        assert catalogue().relation_of(new, "person") == catalogue().relation_of(plain, "person")


def test_some_aliases_need_a_head():
    found = catalogue().relation_of
    for school in ("Lakeside School", "University of Oslo", "new kindergarten"):
        assert found("switched to", "organization", school) == "switched_school"
    for other in ("College Station", "preschool teacher", "Bank of Lakeside School"):
        assert found("switched to", "organization", other) == "switched_to"
