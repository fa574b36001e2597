from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from kgmem.language.relations import catalogue
from kgmem.policy import RulesPolicy
from kgmem.policy.compact.actions import (
    ADD,
    END,
    KEEP,
    MAINS,
    NOOP,
    PLACE,
    RETRACT,
    action_of,
    edits,
    open_fates,
    options,
)
from kgmem.types import Bound, Edit, Validity


def allowed(case):
    return options(case, catalogue())


def chosen(case, *action):
    return edits(case, allowed(case), np.array(action), [1.0] * len(action))


def plain(made):
    return [(e.op, e.target, e.ending) for e in made]


def test_a_value_may_be_added_merged_or_take_the_place_of_another(moved, build):
    found = allowed(moved)
    assert found.main.tolist() == [False, True, False, False]
    assert found.fates.tolist() == [[False, True, False]]
    assert plain(chosen(moved, ADD, END)) == [("DELETE", "f1", "ended"), ("ADD", None, None)]
    again = build.case("I live in Rome.", "lives_in", "e2", *moved.neighbors)
    assert allowed(again).main[MAINS]
    assert plain(chosen(again, MAINS, KEEP)) == [("MERGE", "f1", None)]
    assert plain(chosen(moved, NOOP, KEEP)) == [("NOOP", None, None)]


def test_only_what_is_uncertain_may_be_left_out(moved):
    assert not allowed(moved).main[NOOP]
    assert allowed(replace(moved, tier="tentative")).main[NOOP]


def test_what_the_rules_end_stays_only_beside_a_word_of_addition(moved, build):
    assert not allowed(moved).fates[0, KEEP]
    also = build.case("I also live in Lisbon.", "lives_in", "e3", *moved.neighbors)
    assert allowed(also).fates[0, [KEEP, END]].all()


def test_several_facts_go_at_once(build):
    case = build.case(
        "I sold the Honda and the Fiat and got a Tesla.",
        "owns",
        "e5",
        build.neighbor("f1", "owns", "e2"),
        build.neighbor("f2", "owns", "e3"),
        build.neighbor("f3", "owns", "e4"),
        cardinality="many",
    )
    made = chosen(case, ADD, END, KEEP, RETRACT)
    assert plain(made) == [
        ("DELETE", "f1", "ended"),
        ("DELETE", "f3", "retracted"),
        ("ADD", None, None),
    ]


def test_a_deletion_says_why_and_how_sure_it_is(moved):
    made = edits(moved, allowed(moved), np.array([ADD, END]), [0.9, 0.7])
    assert [(e.score, bool(e.reason)) for e in made] == [(0.7, True), (0.9, True)]


@pytest.mark.parametrize("modality", ["hypothetical", "asked"])
def test_what_is_not_said_to_be_so_can_only_be_left_out(build, modality):
    case = build.case(
        "If I lived in Lisbon...",
        "lives_in",
        "e3",
        build.neighbor("f1", "lives_in", "e2"),
        modality=modality,
    )
    assert allowed(case).main.tolist() == [True, False, False, False]
    assert not allowed(case).fates[:, END:].any()


@pytest.mark.parametrize(
    "more",
    [{"tier": "tentative"}, {"modality": "planned"}, {"trust": 0.4}],
    ids=["tentative", "planned", "less trusted"],
)
def test_what_the_ledger_would_refuse_cannot_be_chosen(build, more):
    case = build.case("Lisbon.", "lives_in", "e3", build.neighbor("f1", "lives_in", "e2"), **more)
    assert not allowed(case).fates[:, END:].any()


def test_what_holds_for_a_while_only_ends_nothing(build):
    case = build.case(
        "This week I live in Lisbon.",
        "lives_in",
        "e3",
        build.neighbor("f1", "lives_in", "e2"),
        temporary=True,
    )
    assert allowed(case).fates.tolist() == [[True, False, False]]


def test_what_merely_stands_beside_another_fact_ends_nothing(build):
    shop = build.neighbor("f1", "has", "e2", name="shop")
    beside = build.case("I have a plan.", "has", "e3", shop, cardinality="many")
    assert not allowed(beside).fates[:, END:].any()
    left = build.case("I left the shop for a plan.", "has", "e3", shop, cardinality="many")
    assert allowed(left).fates.tolist() == [[True, True, False]]


def test_what_stands_after_a_conjunction_is_not_left_behind(build):
    work = build.neighbor("f1", "is", "e2", name="determined to make it work")
    words = "It isn't easy without money, but I'm determined to make the shop work."
    case = build.case(words, "is", "e3", work, cardinality="many")
    assert not allowed(case).fates[:, END:].any()


def test_the_only_value_of_a_relation_may_end_by_a_word_of_change(build):
    ellen = build.neighbor("f1", "coach is", "e2", name="Ellen")
    jo = build.neighbor("f2", "coach is", "e4", name="Jo")
    words = "My coach is now Bea."
    alone = build.case(words, "coach is", "e3", ellen, cardinality="many")
    among = build.case(words, "coach is", "e3", ellen, jo, cardinality="many")
    assert allowed(alone).fates[:, END].tolist() == [True]
    assert allowed(among).fates[:, END].tolist() == [False, False]


@pytest.mark.parametrize(
    ("words", "relation", "named"),
    [
        ("I find aerial yoga great now.", "find", False),
        ("I'm in the middle of a fantasy novel now.", "be_in", False),
        ("I'm at Ironworks now.", "be_at", True),
        ("I'm training at Ironworks now.", "is training at", True),
        ("I trained at Ironworks now and then.", "trained at", True),
        ("I dream of a boat these days.", "dreams of", False),
        ("I watch Salt Road now.", "watches", True),
        ("I train at Ironworks, and I'm tired now.", "trains at", True),
        ("I train at Ironworks right now.", "trains at", True),
    ],
)
def test_what_holds_side_by_side_ends_nothing_beside_a_word_of_change(
    build, words, relation, named
):
    near = build.neighbor("f1", relation, "e2", name="Pulse Arena", object_named=named)
    said = words.split(",")[0].removesuffix(" now.")
    case = build.case(words, relation, "e3", near, cardinality="many", named=named, at=said)
    assert not allowed(case).fates[:, END:].any()


@pytest.mark.parametrize(
    "words",
    [
        "I train at Ironworks now.",
        "These days, I train at Ironworks.",
        "Nowadays I train at Ironworks.",
    ],
)
def test_where_one_stands_ends_where_one_stood(build, words):
    near = build.neighbor("f1", "trains at", "e2", name="Pulse Arena")
    said = "I train at Ironworks"
    case = build.case(words, "trains at", "e3", near, cardinality="many", at=said)
    assert allowed(case).fates[:, END].tolist() == [True]


def test_only_a_correction_or_a_denial_retracts(build, moved):
    rome = build.neighbor("f1", "lives_in", "e2", name="Rome")
    meant = build.case("Not Rome, I meant Lisbon.", "lives_in", "e3", rome, corrects="e2")
    assert allowed(meant).fates[0, RETRACT]
    sorry = build.case("I'm sorry, I live in Lisbon.", "lives_in", "e3", rome)
    assert not allowed(sorry).fates[0, RETRACT]
    assert not allowed(moved).fates[0, RETRACT]


def test_events_stay_and_retracted_facts_are_left_alone(build):
    case = build.case(
        "I live in Lisbon.",
        "lives_in",
        "e3",
        build.neighbor("f1", "lives_in", "e2", content={"kind": "event"}),
        build.neighbor("f2", "lives_in", "e4", status="retracted"),
    )
    assert allowed(case).fates[:, END:].tolist() == [[False, False], [False, False]]
    assert not allowed(case).main[MAINS:].any()


def test_a_denial_is_not_merged_into_a_claim(build):
    near = build.neighbor("f1", "lives_in", "e3")
    case = build.case("I don't live in Lisbon.", "lives_in", "e3", near, positive=False)
    assert not allowed(case).main[MAINS]


def test_what_the_rules_make_of_a_denial_or_correction_of_something_known_is_settled(build):
    near = build.neighbor("f1", "lives_in", "e3", name="Lisbon")
    denial = build.case("I don't live in Lisbon.", "lives_in", "e3", near, positive=False)
    assert allowed(denial).main.tolist() == [False, True, False, False]
    assert allowed(denial).fates.tolist() == [[False, True, False]]
    meant = build.case("Not Lisbon, I meant Rome.", "lives_in", "e2", near, corrects="e3")
    assert allowed(meant).fates.tolist() == [[False, False, True]]


def test_a_value_told_late_ends_nothing_that_began_after_it(build):
    later = build.neighbor("f1", "lives_in", "e2", day=90)
    case = build.case("I live in Lisbon now.", "lives_in", "e3", later, day=60)
    assert allowed(case).main[PLACE]
    assert not allowed(case).fates[:, END:].any()


def test_values_that_go_together_do_not_end_each_other(build):
    lisbon = build.neighbor("f1", "lives_in", "e2", name="Lisbon")
    flat = build.neighbor("f2", "lives_in", "e4", name="a small flat", object_named=False)
    case = build.case("I live in Portugal now.", "lives_in", "e3", lisbon, flat, name="Portugal")
    assert not allowed(case).fates[:, END:].any()


def test_what_holds_for_a_while_can_be_added_as_over(build):
    near = build.neighbor("f1", "stays_at", "e2")
    case = build.case("I stay at the inn this week.", "stays_at", "e3", near, temporary=True)
    assert plain(chosen(case, PLACE, KEEP)) == [("ADD", None, "ended")]


@pytest.mark.parametrize(
    ("words", "relation", "until"),
    [
        ("I'm staying at the inn for two weeks.", "is staying at", 74),
        ("I'm staying at the inn for the week.", "is staying at", 65),
        ("I stayed at the inn for three days.", "stayed at", 60),
        ("I'm staying at the inn.", "is staying at", None),
        ("I'm staying at the inn for a few years.", "is staying at", None),
        ("Two weeks are long, but I'm staying at the inn.", "is staying at", None),
    ],
)
def test_a_while_is_over_when_its_words_say_so(build, words, relation, until):
    said = words[words.index("I") :]
    case = build.case(words, relation, "e3", cardinality="many", temporary=True, at=said)
    placed = allowed(case).placed
    day = None if placed is None else (placed.at.latest - build.start).days
    assert day == until


def test_how_long_something_has_been_so_says_nothing_of_its_end(build):
    words = "I have been staying at the inn for two weeks."
    begun = build.start + timedelta(days=46)
    case = build.case(
        words,
        "has been staying at",
        "e3",
        cardinality="many",
        temporary=True,
        validity=Validity(start=Bound(begun, begun, "day")),
    )
    assert allowed(case).placed is None


def test_a_choice_like_the_rules_gives_the_edits_of_the_rules(moved):
    by_rule = RulesPolicy().decide([moved])[0]
    made = edits(moved, allowed(moved), allowed(moved).usual, [0.9, 0.8])
    assert [replace(e, score=1.0) for e in made] == by_rule
    assert [e.score for e in made] == [0.8, 0.9]


def test_nothing_goes_beside_a_noop_and_nothing_that_is_merged_into():
    fates = np.ones((2, 3), bool)
    assert not open_fates(fates, NOOP)[:, END:].any()
    assert open_fates(fates, MAINS + 1)[:, END:].tolist() == [[True, True], [False, False]]
    assert open_fates(fates, ADD).all()
    assert fates.all()


def test_when_something_ended_is_computed_as_the_rules_do(build):
    since = Bound(build.case("", "x", None).episode.time, None, "day")
    case = build.case(
        "Since yesterday I live in Lisbon.",
        "lives_in",
        "e3",
        build.neighbor("f1", "lives_in", "e2"),
        validity=Validity(start=since),
    )
    (by_rule, _) = RulesPolicy().decide([case])[0]
    assert chosen(case, ADD, END)[0].at == by_rule.at == since


def test_an_addition_among_later_values_is_computed_as_the_rules_do(build):
    later = build.neighbor("f1", "lives_in", "e2", day=90)
    case = build.case("I live in Lisbon.", "lives_in", "e3", later, day=60)
    (by_rule,) = RulesPolicy().decide([case])[0]
    (placed,) = chosen(case, PLACE, KEEP)
    assert (placed.target, placed.ending, placed.at) == ("f1", "ended", by_rule.at)
    assert plain(chosen(case, ADD, KEEP)) == [("ADD", None, None)]


def test_the_rules_choices_can_all_be_chosen(build, moved):
    cases = [
        moved,
        build.case("I live in Rome.", "lives_in", "e2", build.neighbor("f1", "lives_in", "e2")),
        build.case("I lived in Lisbon.", "lived in", "e3"),
        build.case(
            "Not Rome, I meant Lisbon.",
            "lives_in",
            "e3",
            build.neighbor("f1", "lives_in", "e2", name="Rome"),
            corrects="e2",
        ),
        build.case("If only.", "lives_in", "e3", modality="hypothetical"),
    ]
    for case, by_rule in zip(cases, RulesPolicy().decide(cases), strict=True):
        action = action_of(case, allowed(case), by_rule)
        assert plain(chosen(case, *action)) == plain(by_rule)


def test_what_cannot_be_chosen_is_left_out_of_a_teachers_choice(moved):
    teacher = [Edit("DELETE", "f77", "ended"), Edit("DELETE", "f1", "ended"), Edit("NOOP")]
    assert action_of(moved, allowed(moved), teacher).tolist() == [NOOP, KEEP]
