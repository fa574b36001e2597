"""What a chat says plainly in few words: replies, left-out subjects, later names, reports."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import ages, completions, omitted
from kgmem.extraction.openie.mapped import Mapped
from kgmem.types import Observation

from .conftest import NOON, Read, name, one, rows


def _asked(question: str) -> Observation:
    return Observation(question, NOON, speaker="Jon", addressee="Nora")


@pytest.mark.parametrize(
    ("question", "reply", "fact"),
    [
        ("How many kayaks do you own now?", "Seven!", ("Nora", "owns", "kayaks")),
        ("Where did you go?", "Lisbon! It rained.", ("Nora", "went to", "Lisbon")),
        (
            "What are you reading these days?",
            '"The Salt Path".',
            ("Nora", "is reading", "The Salt Path"),
        ),
        ("Who are you going with?", "My uncle Pavel.", ("Nora", "is going with", "Pavel")),
        (
            "What do you do for a living?",
            "Plumber, mostly for hotels.",
            ("Nora", "works as", "plumber"),
        ),
        ("Where does your brother live?", "In Porto.", ("Nora's brother", "lives in", "Porto")),
        ("What did you cook?", "A fish curry with rice.", ("Nora", "cooked", "fish curry")),
    ],
)
def test_a_short_reply_completes_the_clause_of_the_question(
    read: Read, question: str, reply: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(reply, _asked(question)), least=0.6)


@pytest.mark.parametrize(
    ("question", "reply", "predicate"),
    [
        ("Which days do you train?", "Every Tuesday and Thursday!", "trains"),
        ("How often do you swim?", "Twice a week, it's lovely.", "swims"),
        ("When do you start?", "On 3 August.", "starts"),
    ],
)
def test_a_time_alone_dates_what_was_asked(
    read: Read, question: str, reply: str, predicate: str
) -> None:
    fact = one(read(reply, _asked(question)), predicate)
    assert fact.validity is not None
    assert fact.confidence >= 0.6


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Where do you live?", "With three cats and no regrets."),
        ("How often do you swim?", "In the sea, mostly."),
        ("Where did you go?", "I don't remember."),
        ("What do you do for work?", "Nothing at the moment."),
        ("How was it?", "Amazing!"),
    ],
)
def test_words_that_do_not_fit_the_question_complete_nothing(question: str, reply: str) -> None:
    units, spans = completions.completed(
        Observation(reply, NOON, speaker="Nora"), [_asked(question)], ["Nora", "Jon"]
    )
    assert units == []
    assert spans == []


def test_the_reply_keeps_its_place_in_the_text(read: Read) -> None:
    text = "Oh, in the old mill by the river. It was cold."
    fact = one(read(text, _asked("Where did you sleep?")), "slept in")
    assert "the old mill" in text[slice(*fact.span)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Coach reckons I need to drop six kilos.", "Nora needs to drop six kilos"),
        ("Pavel told me on Sunday that he's quitting.", "Pavel is quitting"),
        ("My sister says the flat is damp.", "the flat is damp"),
        ("Pavel said he'd paint the fence.", "Pavel would paint the fence"),
        ("Pavel thought I'd been bitten.", "Nora had been bitten"),
    ],
)
def test_what_others_say_is_told_with_who_says_it(read: Read, text: str, said: str) -> None:
    found = [t for t in read(text) if t.predicate.endswith(" that") and t.confidence >= 0.6]
    assert [name(t.object) for t in found] == [said]
    assert found[0].subject.name != "Nora"


@pytest.mark.parametrize(
    "text",
    [
        "Pavel never said the flat is damp.",
        "I said the flat is damp.",
        "They said the flat is damp.",
        "Pavel says it.",
        "Pavel said everybody gets one.",
        "Pavel said the second one is better.",
        "A teacher told me that you should collect a hundred.",
        "Did Pavel say the flat is damp?",
    ],
)
def test_what_nobody_else_vouches_for_is_no_report(read: Read, text: str) -> None:
    assert not [t for t in read(text) if t.predicate.endswith(" that") and t.confidence >= 0.6]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "I adopted a greyhound. His name is Duke. He sleeps on the stairs.",
            [("Duke", "is a", "greyhound"), ("Duke", "sleeps on", "stairs")],
        ),
        (
            "We got a puppy on Friday. Her name's Lola. She's twelve weeks old.",
            [("Lola", "is a", "puppy"), ("Lola", "is", "twelve weeks old")],
        ),
        (
            "We have a new coordinator. Her name is Petra. She is from Brno.",
            [("Petra", "is a", "coordinator"), ("Petra", "is from", "Brno")],
        ),
    ],
)
def test_who_is_given_a_name_is_meant_by_it(
    read: Read, text: str, facts: list[tuple[str, str, str]]
) -> None:
    assert set(facts) <= set(rows(read(text)))


def test_what_something_lies_in_is_not_given_the_name(read: Read) -> None:
    found = read("I carry my fiddle in a case. Her name's Gladys.")
    assert not [t for t in found if t.predicate == "is a" and t.confidence >= 0.6]


def test_how_long_something_will_go_on_is_not_so_yet(read: Read) -> None:
    assert not rows(read("I'll hear about the fence till I'm eighty."), least=0.6) & {
        ("Nora", "is", "eighty")
    }


def test_a_name_behind_a_question_is_who_it_asks_about(read: Read) -> None:
    found = rows(read("He moved to York in May.", _asked("What does he do again, Eirik?")))
    assert ("Eirik", "moved to", "York") in found


def test_a_participant_behind_a_question_is_only_called(read: Read) -> None:
    found = rows(
        read("He moved to York in May.", _asked("What does he do again, Nora?")), least=0.6
    )
    assert not found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "My brother is a vet. Works at the zoo in Brno.",
            ("Nora's brother", "works at", "zoo"),
        ),
        ("Theo is into chess. Beats me every Sunday.", ("Theo", "beats", "Nora")),
        ("My cat Miso is black. Loves tuna.", ("Miso", "loves", "tuna")),
    ],
)
def test_a_third_persons_verb_without_subject_goes_on_about_them(
    read: Read, before: str, after: tuple[str, str, str]
) -> None:
    assert after in rows(read(before))


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("Off to Leeds tomorrow", "I am off to Leeds tomorrow"),
        ("Back from Lisbon", "I am back from Lisbon"),
        ("Still stuck in traffic", "I am still stuck in traffic"),
        ("Back in January it rained", "Back in January it rained"),
        ("Off to a good start", "Off to a good start"),
        ("Went straight to bed", "I went straight to bed"),
        ("Lives with her aunt", "He lives with her aunt"),
        ("Goes to show", "Goes to show"),
        ("Plans for the weekend", "Plans for the weekend"),
    ],
)
def test_subjects_left_out_are_put_back(text: str, put: str) -> None:
    assert omitted.supplied(Mapped.of(text))[0].text == put


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Theo is ten, eleven next month, and he paints",
            ["Theo is ten, and he paints", "Theo will be eleven next month"],
        ),
        ("She is eight going on thirty", ["She is eight"]),
        ("It is going on for ever", ["It is going on for ever"]),
    ],
)
def test_ages_are_told_one_by_one(text: str, told: list[str]) -> None:
    assert [w.text for w in ages.sorted_out(Mapped.of(text))] == told


@pytest.mark.parametrize("text", ["Theo's ten.", "Theo is twelve.", "Theo's seventy-one."])
def test_an_age_in_words_is_told_of_who_has_it(read: Read, text: str) -> None:
    (fact,) = [t for t in read(text) if t.predicate == "is"]
    assert fact.subject.name == "Theo"
    assert fact.confidence >= 0.6


@pytest.mark.parametrize(
    ("text", "place", "among"),
    [
        ("Our jam game came 4th out of 600.", "4th", ("out of", "600")),
        ("We came in third out of eleven teams.", "third", ("out of", "eleven teams")),
        ("My son came first in the spelling bee.", "first", ("in", "the spelling bee")),
        ("Eva came third at the fair in Bern.", "third", ("at", "the fair")),
    ],
)
def test_the_place_somebody_took_is_told_with_what_it_was_in(
    read: Read, text: str, place: str, among: tuple[str, str]
) -> None:
    fact = one(read(text), "came", place)
    assert fact.confidence >= 0.6
    assert among in [(q.role, name(q.term)) for q in fact.qualifiers]


def test_last_week_is_no_place_in_a_ranking(read: Read) -> None:
    assert not [t for t in read("My son came last week.") if name(t.object) == "last"]


@pytest.mark.parametrize(
    ("question", "reply", "fact"),
    [
        ("What's your boss like?", "Strict!", ("Nora's boss", "is", "strict")),
        ("What's Eva like?", "Shy, never says a word.", ("Eva", "is", "shy")),
    ],
)
def test_what_somebody_is_like_is_told_of_them(
    read: Read, question: str, reply: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(reply, _asked(question)), least=0.6)
