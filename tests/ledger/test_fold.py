"""Facts as the fold of supports and endings, names as the fold of aliases. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.ledger import fold_fact, fold_names
from kgmem.records import Alias, Content, Ending, EntityId, Slot, Support
from kgmem.types import Bound, Validity, Value

T0 = datetime(2024, 1, 1, tzinfo=timezone.utc)
DAY = timedelta(days=1)
HOME = Content("e1", "lives_in", "lives in", EntityId("e2"), "Nora lives in Rome", confidence=0.7)


def bound(day, length=1):
    return Bound(T0 + day * DAY, T0 + (day + length) * DAY, "day")


def support(number, content=HOME, episode=None, trust=1.0):
    return Support(
        f"s{number}", "f1", episode or f"ep{number}", (0, 1), content, trust, T0 + number * DAY
    )


def folded(supports, endings=()):
    return fold_fact(supports, endings, asserted=0.6)


def test_a_fact_without_support_is_gone():
    assert folded([]) is None


def test_episodes_add_up_and_one_episode_counts_once():
    doubtful = replace(HOME, confidence=0.5)
    assert folded([support(1, doubtful)]).tier == "tentative"
    assert folded([support(1, doubtful), support(2, doubtful, "ep1")]).tier == "tentative"
    both = folded([support(1, doubtful), support(2, doubtful)])
    assert (both.tier, both.content.confidence) == ("asserted", 0.75)


def test_the_richest_testimony_speaks_and_the_others_complete_it():
    dated = replace(HOME, validity=Validity(bound(3)), text="Nora lives in Rome since then")
    aided = replace(HOME, qualifiers=(Slot("with", EntityId("e9")), Slot("at", Value("home"))))
    found = folded([support(1), support(2, dated), support(3, aided)])
    assert found.content.text == "Nora lives in Rome"
    assert found.content.validity.start == bound(3)
    assert [s.role for s in found.content.qualifiers] == ["with", "at"]


def test_a_more_precise_time_within_the_vaguer_one_wins():
    year = replace(HOME, validity=Validity(bound(0, 366)))
    day = replace(HOME, validity=Validity(bound(40)))
    assert folded([support(1, year), support(2, day)]).content.validity.start == bound(40)
    other = replace(HOME, validity=Validity(bound(900)))
    assert folded([support(1, other), support(2, year)]).content.validity.start in (
        bound(900),
        bound(0, 366),
    )


def test_a_return_does_not_take_away_the_time_before_it():
    back = replace(HOME, validity=Validity(bound(300), wording="October 2024"))
    validity = folded([support(1), support(310, back)]).content.validity
    assert (validity.start, validity.wording) == (None, "")
    since = replace(HOME, validity=Validity(bound(300, 1)))
    assert folded([support(310, since), support(320)]).content.validity.start == bound(300, 1)


def test_it_was_said_when_it_was_first_said_and_is_trusted_as_the_best_source():
    found = folded([support(5, trust=0.3), support(2, trust=0.8), support(9, trust=0.5)])
    assert (found.said, found.trust) == (T0 + 2 * DAY, 0.8)


def test_the_earliest_end_counts_and_a_retraction_wins():
    ends = [
        Ending("x1", "f1", "ended", bound(9), "f2"),
        Ending("x2", "f1", "ended", bound(4), "f3"),
    ]
    found = folded([support(1)], ends)
    assert (found.status, found.content.validity.end) == ("ended", bound(4))
    found = folded([support(1)], [*ends, Ending("x3", "f1", "retracted")])
    assert (found.status, found.content.validity.end) == ("retracted", None)


def test_an_end_that_the_words_gave_stays():
    told = replace(HOME, validity=Validity(bound(0), bound(2)))
    found = folded([support(1, told)], [Ending("x1", "f1", "ended", bound(9), "f2")])
    assert found.content.validity.end == bound(2)


@given(st.permutations([support(i, replace(HOME, confidence=i / 10)) for i in range(1, 7)]))
def test_the_order_of_supports_does_not_matter(supports):
    assert folded(supports) == folded(sorted(supports, key=lambda s: s.id))


def alias(number, name, named=False, kind="thing", entity="e1"):
    return Alias(f"a{number}", entity, name, f"ep{number}", (0, 1), named, kind)


def test_an_entity_without_names_folds_to_nothing():
    assert fold_names([], "e1") is None


@pytest.mark.parametrize("order", [1, -1])
def test_a_proper_name_beats_a_description_and_types_are_learned(order):
    found = fold_names(
        [alias(1, "Nora's cat", kind="animal"), alias(2, "Biscuit", True)][::order], "e1"
    )
    assert (found.name, found.type, found.named) == ("Biscuit", "animal", True)


def test_the_roots_own_name_comes_before_those_merged_in():
    names = [alias(1, "Mel", True, "person", "e1"), alias(2, "Melanie", True, "person", "e2")]
    assert fold_names(names, "e2").name == "Melanie"
    assert fold_names(names, "e1").name == "Mel"
