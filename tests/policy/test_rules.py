"""The rules, case by case, without a graph behind them."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from kgmem.policy import RulesPolicy
from kgmem.protocols import Case, EditPolicy, Neighbor
from kgmem.records import Content, EntityId, Episode, Slot
from kgmem.types import Bound, Ref, Triple, Validity, Value

T0 = datetime(2024, 6, 1, tzinfo=timezone.utc)
DAY = timedelta(days=1)
NAMES = {"e2": "Rome", "e3": "Lisbon", "e4": "Paris"}


def content(target="e3", relation="lives_in", **fields):
    filler = EntityId(target) if target in NAMES else Value(target)
    fields.setdefault("text", f"Nora {relation} {NAMES.get(target, target)}")
    return Content("e1", relation, relation, filler, **fields)


def neighbor(number=1, target="e2", said=-10, status="live", **fields):
    extra = {k: fields.pop(k) for k in ("similarity", "here", "relation_to") if k in fields}
    when = (T0 + said * DAY).isoformat()
    base = Neighbor(
        fact=f"f{number}",
        content=content(target, **fields),
        status=status,
        tier="asserted",
        trust=1.0,
        supports=1,
        said=when,
        similarity=0.0,
        relation_to="same_subject_relation",
        object_name=NAMES.get(target, target),
        object_named=target in NAMES,
        first_said=when,
    )
    return replace(base, **extra)


def case(*neighbors, target="e3", cardinality="one", tier="asserted", corrects=None, **fields):
    told = content(target, **fields)
    name = NAMES.get(target, target)
    triple = Triple(
        subject=Ref("Nora", "person", True),
        predicate=told.predicate,
        object=Ref(name, "place", True) if target in NAMES else Value(name),
        span=(0, 1),
        text=told.text,
        relation=told.relation,
        validity=told.validity,
        kind=told.kind,
        positive=told.positive,
        modality=told.modality,
        temporary=told.temporary,
    )
    episode = Episode("ep9", "…", T0, T0)
    return Case(triple, told, episode, tier, neighbors, cardinality, corrects)


def decided(*args, **fields):
    (edits,) = RulesPolicy().decide([case(*args, **fields)])
    return [(e.op, e.target, e.ending) for e in edits]


def test_it_is_an_edit_policy_with_a_version():
    policy: EditPolicy = RulesPolicy()
    assert policy.id == "rules/4"
    assert policy.decide([]) == []


def test_news_is_added():
    assert decided() == [("ADD", None, None)]


def test_a_second_value_of_a_relation_of_one_ends_the_first():
    assert decided(neighbor()) == [("DELETE", "f1", "ended"), ("ADD", None, None)]


def test_a_second_value_of_a_relation_of_many_ends_nothing():
    assert decided(neighbor(), cardinality="many") == [("ADD", None, None)]


@pytest.mark.parametrize(
    "fields", [{"temporary": True}, {"modality": "planned"}, {"modality": "wished"}]
)
def test_passing_planned_and_wished_values_end_nothing(fields):
    assert decided(neighbor(), **fields) == [("ADD", None, None)]


def test_a_tentative_value_ends_nothing():
    assert decided(neighbor(), tier="tentative") == [("ADD", None, None)]


def test_the_same_value_is_merged():
    assert decided(neighbor(target="e3")) == [("MERGE", "f1", None)]


def test_a_value_said_before_the_known_one_is_history_at_once():
    assert decided(neighbor(said=10)) == [("ADD", "f1", "ended")]


def test_a_value_said_in_the_same_breath_ends_nothing():
    assert decided(neighbor(said=0, here=True)) == [("ADD", None, None)]


def test_a_value_that_had_ended_before_is_left_alone():
    over = Validity(end=Bound(T0 - 5 * DAY, T0 - 4 * DAY, "day"))
    assert decided(neighbor(validity=over)) == [("ADD", None, None)]


def test_returning_to_an_ended_value_opens_a_new_interval():
    over = Validity(end=Bound(T0 - 5 * DAY, T0 - 4 * DAY, "day"))
    old = neighbor(1, "e3", said=-20, status="ended", validity=over)
    assert decided(old, neighbor(2, "e2", said=-5)) == [
        ("DELETE", "f2", "ended"),
        ("ADD", None, None),
    ]


def test_a_correction_retracts_what_is_taken_back():
    assert decided(neighbor(), corrects="e2") == [
        ("DELETE", "f1", "retracted"),
        ("ADD", None, None),
    ]


def test_a_correction_of_something_unknown_is_an_ordinary_statement():
    assert decided(corrects="nowhere") == [("ADD", None, None)]


def test_a_denial_ends_what_it_denies_and_nothing_else():
    known = [neighbor(1, "e3", relation="likes"), neighbor(2, "e2", relation="likes")]
    found = decided(*known, relation="likes", positive=False, cardinality="many")
    assert found == [("DELETE", "f1", "ended"), ("ADD", None, None)]


def test_never_takes_back_and_no_longer_ends():
    known = neighbor(1, "e3", relation="likes")
    fields = {"relation": "likes", "positive": False, "cardinality": "many"}
    assert decided(known, text="Nora never liked Lisbon", **fields)[0] == (
        "DELETE", "f1", "retracted",
    )  # fmt: skip
    assert decided(known, text="Nora never likes Lisbon any more", **fields)[0][2] == "ended"


def test_an_event_is_never_ended_by_a_denial():
    known = neighbor(1, "e3", relation="visited", kind="event")
    fields = {"relation": "visited", "kind": "event", "positive": False, "cardinality": "many"}
    assert decided(known, **fields) == [("ADD", None, None)]


def test_literals_in_other_words_are_one():
    known = neighbor(1, "a red bicycle", relation="owns")
    assert decided(known, target="Red bicycles", relation="owns", cardinality="many") == [
        ("MERGE", "f1", None)
    ]
    assert decided(known, target="a blue bicycle", relation="owns", cardinality="many") == [
        ("ADD", None, None)
    ]


def test_facts_that_differ_in_a_detail_are_two():
    slots = (Slot("with", EntityId("e2")),)
    known = neighbor(1, "e3", relation="visited", kind="event", qualifiers=slots)
    fields = {"relation": "visited", "kind": "event", "cardinality": "many"}
    assert decided(known, qualifiers=(Slot("with", EntityId("e4")),), **fields)[0][0] == "ADD"
    assert decided(replace(known, first_said=T0.isoformat()), **fields)[0][0] == "MERGE"


def test_events_far_apart_are_two_and_close_together_one():
    fields = {"relation": "visited", "kind": "event", "cardinality": "many"}
    far = neighbor(1, "e3", said=-60, relation="visited", kind="event")
    near = neighbor(1, "e3", said=-2, relation="visited", kind="event")
    assert decided(far, **fields) == [("ADD", None, None)]
    assert decided(near, **fields) == [("MERGE", "f1", None)]


def test_memory_s_own_words_are_no_news():
    said = case()
    own = replace(said, episode=replace(said.episode, origin="memory"))
    ((edit,),) = RulesPolicy().decide([own])
    assert edit.op == "NOOP"


def test_reasons_never_quote_other_facts():
    every = [
        case(neighbor()),
        case(neighbor(said=10)),
        case(neighbor(), corrects="e2"),
        case(neighbor(target="e3")),
        case(neighbor(1, "e3", relation="likes"), relation="likes", positive=False),
    ]
    for edits in RulesPolicy().decide(every):
        assert all(edit.reason and "Rome" not in edit.reason for edit in edits)


def test_a_state_that_its_words_say_is_over_is_ended_from_the_start():
    over = Validity(Bound(T0 - 90 * DAY, T0 - 89 * DAY, "day"), Bound(None, T0 - DAY, "day"))
    assert decided(validity=over) == [("ADD", None, "ended")]
    still = Validity(end=Bound(T0 + DAY, T0 + 2 * DAY, "day"))
    assert decided(validity=still) == [("ADD", None, None)]


def test_a_past_of_no_consequence_is_only_dated():
    over = Validity(end=Bound(None, T0 - DAY, "day"))
    assert decided(validity=over, relation="is", cardinality="many") == [("ADD", None, None)]
