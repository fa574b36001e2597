"""Facts that state the answer: which side is asked for, whose they are, which time selects them."""

from datetime import datetime, timedelta, timezone

import pytest

from kgmem.answering.frames import one_at_a_time, relation_says
from kgmem.answering.matching import stems
from kgmem.answering.times import former, present, within
from kgmem.language.questions import analyse
from kgmem.types import Bound, Validity

NOW = datetime(2024, 8, 1, tzinfo=timezone.utc)


def fact(subject, predicate, thing="", **more):
    return {"subject": subject, "predicate": predicate, "object": thing, **more}


def bound(year, month=1):
    start = datetime(year, month, 1, tzinfo=timezone.utc)
    return Bound(start, start + timedelta(days=1), "day")


def asked(text):
    return analyse(text, now=NOW)


def test_the_subject_answers_when_the_asked_one_is_the_object(world):
    world.say("Omar", "I work at Bar.", fact("Omar", "works at", "Bar", relation="works_at"))
    world.say("Ines", "I work at Foo.", fact("Ines", "works at", "Foo", relation="works_at"))
    assert world.ask("Who works at Bar?").text == "Omar"


def test_the_doer_of_a_passive_answers_who_did_it(world):
    world.say(
        "Omar", "Acme was bought by Globex.",
        fact("Acme", "was bought", qualifiers={"by": "Globex"}),
    )  # fmt: skip
    assert world.ask("Who bought Acme?").text == "Globex"


def test_what_is_asked_of_a_belonging_is_not_answered_with_its_owners(world):
    world.say(
        "Nora", "My brother Tom lives in Oslo and I live in Rome.",
        fact("Nora", "brother is", "Tom", relation="sibling_of"),
        fact("Tom", "lives in", "Oslo", relation="lives_in"),
        fact("Nora", "lives in", "Rome", relation="lives_in"),
    )  # fmt: skip
    assert world.ask("Where does Nora's brother live?").text == "Oslo"
    assert world.ask("Where does Nora live?").text == "Rome"


def test_a_brother_is_not_the_sister_asked_for(world):
    world.say(
        "Nora", "My brother is Tom.", fact("Nora", "brother is", "Tom", relation="sibling_of")
    )  # fmt: skip
    assert world.ask("Who is Nora's brother?").text == "Tom"
    assert world.ask("Who is Nora's sister?").text != "Tom"


def test_another_value_of_a_relation_that_holds_one_is_a_no(world):
    world.say("Nora", "I live in Rome.", fact("Nora", "lives in", "Rome", relation="lives_in"))
    assert world.ask("Does Nora live in Paris?").text == "No"
    assert world.ask("Does Nora live in Rome?").text == "Yes"


def test_what_is_only_planned_has_not_happened(world):
    world.say("Nora", "If I were rich I would buy a boat.")
    assert world.ask("Does Nora have a boat?").abstained


def test_a_named_relative_of_the_asked_one_is_somebody_else(world):
    world.say(
        "Kim", "My sister Ana is a painter.",
        fact("Ana", "works as", "painter", relation="job_title"),
    )  # fmt: skip
    world.say("Omar", "I sing.", fact("Omar", "sings"))
    assert world.ask("Is Kim a painter?").abstained
    assert world.ask("What is Ana's job?").text == "painter"


def test_i_without_an_asker_is_nobody(world):
    world.say("Nora", "I live in Rome.", fact("Nora", "lives in", "Rome", relation="lives_in"))
    answer = world.ask("Where do I live?")
    assert answer.abstained
    assert "asker=" in answer.reason


@pytest.mark.parametrize(
    ("start", "end", "status", "inside"),
    [
        (bound(2020, 12), bound(2022), "ended", True),
        (bound(2022), None, "live", False),
        (None, bound(2020, 12), "ended", False),
        (bound(2019), None, "live", True),
    ],
)
def test_a_window_takes_the_states_that_held_in_some_of_it(world, start, end, status, inside):
    validity = Validity(start=start, end=end)
    world.say("Kim", "x", fact("Kim", "lives in", "y", kind="state", validity=validity,
                               status=status))  # fmt: skip
    window = asked("Where did Kim live in 2021?").window
    assert window is not None
    assert within(world.candidates[-1].fact, window) is inside


def test_the_words_of_a_question_say_which_time_it_means():
    assert present(asked("Where does Kim live?"))
    assert not present(asked("Where did Kim live?"))
    assert former(asked("Where did Kim use to live?"))
    assert former(asked("Where did Kim live before Rome?"))
    assert not former(asked("When did Kim move?"))


def test_a_relation_is_asked_for_by_any_of_its_names_in_full():
    assert relation_says("lives_in", stems("reside")) == stems("reside")
    assert relation_says("visited", stems("exam")) == frozenset()
    assert one_at_a_time("lives_in")
    assert not one_at_a_time("has_pet")


def test_an_address_is_not_cut_at_its_dots(world):
    world.say("Nora", "My email is nora@example.org and it works.")
    assert "nora@example.org" in world.ask("What is Nora's email?").text


def test_a_description_beside_the_name_of_the_same_one_is_left_out(world):
    world.say(
        "Nora", "I have a new boss, Rolf.",
        fact("Nora", "has", "new boss", relation="have"),
        fact("Nora", "boss is", "Rolf", relation="managed_by"),
    )  # fmt: skip
    assert world.ask("Who is Nora's boss?").text == "Rolf"


def test_who_is_the_lead_of_a_team_leads_it(world):
    world.say(
        "Bo", "Sana is the lead of the mobile team.",
        fact("mobile team", "lead is", "Sana", relation="has_lead"),
    )  # fmt: skip
    assert world.ask("Does Sana lead the mobile team?").text == "Yes"


def test_an_owner_is_told_by_either_side_and_in_its_time(world):
    world.say(
        "Kim", "The owner of the billing service is Tomas.",
        fact("billing service", "owner is", "Tomas", relation="has_owner",
             kind="state", validity=Validity(start=bound(2024, 1), end=bound(2024, 4))),
    )  # fmt: skip
    world.say(
        "Kim", "Lea owns the billing service now.",
        fact("Lea", "owns", "billing service", relation="owns",
             kind="state", validity=Validity(start=bound(2024, 4))),
        days=60,
    )  # fmt: skip
    assert world.ask("Who owned the billing service in March 2024?").text == "Tomas"
    assert world.ask("Who owns the billing service?").text == "Lea"
