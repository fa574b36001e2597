"""What memory holds after a correction, a change of hands, a count told anew."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.results import Fact

START = datetime(2024, 1, 10, 10, tzinfo=timezone.utc)


def told(*turns: str, days: int = 20) -> list[Fact]:
    """All facts after some turns ("Nora: words"), days apart."""
    with Memory.open(":memory:") as memory:
        for number, turn in enumerate(turns):
            who, _, text = turn.partition(": ")
            time = START + timedelta(days=days * number)
            memory.observe(text, speaker=who, time=time, thread="t")
        return memory.facts(ended=True, tentative=True, limit=None)


def having(facts: list[Fact], relation: str, status: str = "live") -> set[tuple[str, str]]:
    return {
        (f.subject, str(f.object))
        for f in facts
        if f.relation == relation and f.status == status and f.positive
    }


def test_a_correction_of_long_ago_takes_back_the_one_value_known():
    small = [f"Jon: I ate soup number {n}." for n in range(7)]
    facts = told(
        "Nora: Agata works for a bank.", *small,
        "Nora: I was wrong about Agata, she works for an airline.",
    )  # fmt: skip
    assert having(facts, "works_at") == {("Agata", "airline")}
    assert having(facts, "works_at", "retracted") == {("Agata", "bank")}


def test_another_speaker_puts_right():
    facts = told("Nora: Greta was born in 1936.", "Jon: No, Nora, Greta was born in 1938.", days=0)
    live = [f for f in facts if f.status == "live"]
    assert ["1938" in f.text for f in live] == [True]


def test_what_was_only_planned_is_put_right():
    facts = told("Nora: We're flying to Turin in May.", "Nora: Sorry, I meant Genoa.", days=0)
    assert {str(f.object) for f in facts if f.status == "live"} == {"Genoa"}


@pytest.mark.parametrize(
    "words",
    ["I gave the guitar to my niece Vendela.", "I've passed the guitar on to Vendela."],
)
def test_who_is_given_a_thing_has_it_and_who_gave_it_has_it_no_longer(words):
    facts = told("Nora: I own a red guitar.", f"Nora: {words}")
    owners = {who for who, what in having(facts, "owns") if "guitar" in what}
    assert owners == {"Vendela"}


@pytest.mark.parametrize(
    "words",
    [
        "I left the party early.", "I left the meeting.", "I left my keys on the table.",
        "I passed the exam.",
    ],
)  # fmt: skip
def test_what_is_left_or_passed_is_not_given(words):
    assert not having(told(f"Nora: {words}"), "gave")


@pytest.mark.parametrize(
    ("words", "to"),
    [
        ("I sent my camera to the repair shop.", "repair shop"),
        ("I passed the ball to Bo.", "Bo"),
        ("I sent the invoice to Bo.", "Bo"),
        ("I handed the menu to Bo.", "Bo"),
    ],
)
def test_what_is_sent_or_handed_to_somebody_is_not_theirs(words, to):
    facts = told("Nora: I own a camera.", f"Nora: {words}")
    assert {who for who, _ in having(facts, "owns")} == {"Nora"}
    assert any(f.qualifiers.get("to") == to for f in facts if f.qualifiers)


def test_a_talk_that_is_given_belongs_to_nobody():
    assert not having(told("Nora: I gave the talk to Vendela."), "owns")


def test_a_team_that_is_handed_over_has_another_head():
    facts = told("Nora: I lead the payments team.", "Nora: I handed the payments team over to Bo.")
    assert having(facts, "managed_by") == {("payments team", "Bo")}
    assert not having(facts, "manages")


def test_a_shop_that_is_closed_is_run_no_longer():
    facts = told("Nora: I run a small bakery in Delft.", "Nora: I closed the bakery in May.")
    assert not having(facts, "manages")
    assert having(told("Nora: I run a shop.", "Nora: I closed the door."), "manages")


def test_the_sale_of_the_one_flat_that_is_known_ends_having_it():
    facts = told("Nora: I own a flat in Enugu.", "Nora: We sold the flat and bought a house.")
    assert {what for _, what in having(facts, "owns")} == {"house"}


def test_of_two_guitars_none_is_meant_by_the_guitar():
    facts = told("Nora: I own a red guitar and a blue guitar.", "Nora: I sold the guitar.")
    assert {what for _, what in having(facts, "owns")} == {"red guitar", "blue guitar"}


def test_another_number_of_the_same_takes_the_place_of_the_first():
    facts = told("Nora: Bo has two kids.", "Nora: Bo has three kids.")
    counts = {f.qualifiers["how_many"] for f in facts if f.status == "live" and f.qualifiers}
    assert counts == {"three"}


def test_more_of_the_same_ends_nothing():
    facts = told("Nora: Bo has two canoes.", "Nora: Bo has three more canoes.")
    assert not [f for f in facts if f.status == "ended"]


def test_friends_no_more():
    facts = told("Nora: Cleo is my best friend.", "Nora: Cleo and I aren't friends anymore.")
    assert not having(facts, "friend_of")
    assert having(told("Nora: Cleo and I are good friends."), "friend_of") == {("Nora", "Cleo")}


def test_whose_somebody_is_said_to_be_is_told_of_the_owner():
    facts = told("Nora: Dr. Amsel is my dentist.", "Nora: Dr. Kovac is my new dentist.")
    assert {who for _, who in having(facts, "has_dentist")} == {"Dr. Kovac"}


def test_another_school_takes_the_place_of_the_first():
    facts = told(
        "Nora: Elias goes to Birchwood Primary.", "Nora: Elias switched to Lakeside School."
    )
    assert having(facts, "attends_school") == {("Elias", "Lakeside School")}


@pytest.mark.parametrize(
    "words",
    [
        "I moved to College Station.", "I moved to College Park.",
        "I switched to a grammar checker.", "I started grammar lessons.",
        "I started a college fund.",
    ],
)  # fmt: skip
def test_what_only_has_a_schools_name_in_its_own_is_no_school(words):
    facts = told("Nora: I go to Birchwood Primary.", f"Nora: {words}")
    assert having(facts, "attends_school") == {("Nora", "Birchwood Primary")}
    assert not having(facts, "switched_school")


def test_who_moves_to_a_town_named_after_a_college_has_moved():
    facts = told("Nora: I moved to College Station.")
    assert having(facts, "moved_to") == {("Nora", "College Station")}


def test_who_dropped_out_studies_no_longer():
    facts = told("Nora: I'm studying physics in Groningen.", "Nora: I dropped out in February.")
    assert not having(facts, "studied")


def test_who_got_divorced_is_married_no_longer():
    facts = told(
        "Nora: My husband Georg and I have been married for ten years.",
        "Nora: Georg and I got divorced.",
    )
    assert not having(facts, "is_married")
    assert not having(facts, "married_to")


def test_what_is_done_again_is_done():
    facts = told(
        "Nora: I eat meat.", "Nora: I stopped eating meat.", "Nora: I'm eating meat again."
    )
    assert having(facts, "eats") == {("Nora", "meat")}
    assert not [f for f in facts if f.relation == "eats" and f.status == "live" and not f.positive]


def test_a_thing_is_hosted_and_led_by_one_at_a_time():
    facts = told(
        "Nora: The website is hosted on Hetzner.", "Nora: The website is hosted on Netcup.",
        "Nora: The web team is led by Bo.", "Nora: The web team is led by Ida.",
    )  # fmt: skip
    assert {who for _, who in having(facts, "managed_by")} == {"Ida"}


def test_a_general_word_turns_out_to_be_the_particular_one():
    facts = told("Nora: My aunt plays an instrument.", "Nora: My aunt plays the oboe.")
    assert having(facts, "plays") == {("Nora's aunt", "oboe")}
    both = told("Nora: My aunt plays an instrument.", "Nora: My aunt plays tennis.")
    assert len(having(both, "plays")) == 2


def test_how_often_told_anew_takes_the_place_of_the_first():
    facts = told("Nora: I go to the gym twice a week.", "Nora: I go to the gym every day now.")
    assert ["every day" in f.text for f in facts if f.status == "live"] == [True]


def test_who_had_a_pet_that_died_does_not_get_it_back_by_the_telling():
    facts = told("Nora: I have a dog named Rex.", "Nora: Our dog Rex died on Monday.")
    assert not having(facts, "has_pet")
    assert {what for _, what in having(facts, "has_pet", "ended")} == {"Rex"}


@pytest.mark.parametrize(
    ("before", "after", "relation"),
    [
        ("I'm a teacher.", "I retired in June.", "job_title"),
        ("I work at Foo Ltd.", "I was laid off on Friday.", "works_at"),
        ("I work at Foo Ltd.", "I lost my job.", "works_at"),
        ("I work at Foo Ltd.", "I left my job.", "works_at"),
        ("I work at Foo Ltd.", "I quit my job.", "works_at"),
        ("My roommate is Sam.", "Sam moved out.", "lives_with"),
        ("I'm subscribed to Netflix.", "I cancelled Netflix.", "subscribes_to"),
        ("Bob owes me 50 euros.", "Bob paid me back.", "owes"),
        ("I'm allergic to cats.", "Turns out I'm not allergic to cats.", "allergic_to"),
    ],
)
def test_what_comes_to_its_end_is_so_no_longer(before, after, relation):
    assert having(told(f"Nora: {before}"), relation)
    assert not having(told(f"Nora: {before}", f"Nora: {after}"), relation)


def test_who_switches_studies_studies_the_new():
    facts = told("Nora: I study medicine.", "Nora: I switched from medicine to law.")
    assert having(facts, "studied") == {("Nora", "law")}


def test_a_new_head_ends_what_was_told_of_the_one_before():
    facts = told("Bo: I lead the web team.", "Nora: I took over the web team.")
    assert having(facts, "managed_by") == {("web team", "Nora")}
    assert not having(facts, "manages")


def test_who_takes_over_a_shop_runs_it():
    facts = told("Nora: My aunt owns a bakery.", "Nora: Bo took over the bakery from my aunt.")
    assert having(facts, "manages") == {("Bo", "bakery")}
    assert not having(facts, "owns")


def test_what_one_swaps_a_thing_for_one_has():
    facts = told("Nora: I have a Nokia.", "Nora: I swapped my Nokia for a Pixel.")
    assert {what for _, what in having(facts, "owns")} == {"Pixel"}
    assert not having(facts, "have")


def test_who_it_was_not_is_no_answer():
    with Memory.open(":memory:") as memory:
        memory.observe("Al lent me the drill.", speaker="Nora", time=START)
        text = "Actually it was Bert who lent me the drill, not Al."
        memory.observe(text, speaker="Nora", time=START + timedelta(minutes=1))
        assert "Bert" in memory.ask("Who lent Nora the drill?").text


@pytest.mark.parametrize(
    "words",
    ["The doctor says I'm not allergic to peanuts after all.",
     "It turns out I'm not allergic to peanuts."],
)  # fmt: skip
def test_what_is_not_so_of_a_speaker_after_all_is_over(words):
    facts = told("Nora: I'm allergic to peanuts.", f"Nora: {words}")
    assert not having(facts, "allergic_to")


@pytest.mark.parametrize(
    ("who", "words"),
    [("I'm", "Tom says I'm not allergic to peanuts."),
     ("Ana is", "Tom says Ana is not allergic to peanuts after all.")],
)  # fmt: skip
def test_what_others_deny_of_somebody_stays_hearsay(who, words):
    facts = told(f"Nora: {who} allergic to peanuts.", f"Nora: {words}")
    assert {what for _, what in having(facts, "allergic_to")} == {"peanuts"}


def test_who_is_a_cousin_and_not_a_sister_is_no_sister():
    facts = told("Nora: My sister Ines lives in Bonn.", "Nora: Ines is my cousin, not my sister.")
    assert not having(facts, "sibling_of")
    assert having(facts, "sibling_of", "retracted") == {("Nora", "Ines")}
    assert having(facts, "lives_in") == {("Ines", "Bonn")}


def test_another_who_is_no_sister_takes_none_away():
    facts = told("Nora: My sister Ines lives in Bonn.", "Nora: Mia is my cousin, not my sister.")
    assert having(facts, "sibling_of") == {("Nora", "Ines")}
