"""Answers read off facts and words, of every kind of question, with their evidence."""

from datetime import datetime, timezone

import pytest

from kgmem.answering import NOTHING
from kgmem.types import Bound, Validity


def fact(subject, predicate, thing="", **more):
    return {"subject": subject, "predicate": predicate, "object": thing, **more}


@pytest.fixture
def pets(world):
    world.say(
        "Nora",
        "I adopted a cat named Biscuit.",
        fact("Nora", "adopted", "Biscuit"),
        fact("Nora", "has the pet", "Biscuit", relation="has_pet"),
    )
    return world.say(
        "Nora",
        "I adopted another cat, Pickle!",
        fact("Nora", "adopted", "Pickle"),
        fact("Nora", "has the pet", "Pickle", relation="has_pet"),
        days=41,
    )


def test_a_list_is_collected_over_sessions_without_repetitions(pets):
    answer = pets.ask("Which pets does Nora have?")
    assert answer.text == "Biscuit, Pickle"
    assert {e.episode for e in answer.evidence} == {"ep1", "ep2"}
    assert all(f.subject == "Nora" for f in answer.facts)


def test_a_count_is_the_length_of_the_list(pets):
    assert pets.ask("How many pets does Nora have?").text == "2"


def test_a_number_that_was_said_beats_counting(world):
    world.say("Omar", "I own three bicycles.", fact("Omar", "owns", "bicycles"))
    assert world.ask("How many bicycles does Omar own?").text == "three"


def test_the_first_of_a_list_is_the_earliest(pets):
    assert pets.ask("Which pets did Nora adopt first?").text == "Biscuit"


def test_when_is_answered_in_the_wording_of_the_facts_time(world, on_day):
    world.say(
        "Nora", "I ran a marathon on Sunday.",
        fact("Nora", "ran", "marathon", validity=on_day(2024, 4, 28, "28 April 2024")),
    )  # fmt: skip
    answer = world.ask("When did Nora run a marathon?")
    assert answer.text == "28 April 2024"
    assert answer.evidence[0].quote == "I ran a marathon on Sunday."


def test_when_resolves_a_time_in_the_words_against_their_day(world):
    world.say("Nora", "I visited the aquarium yesterday.")
    assert world.ask("When did Nora visit the aquarium?").text == "30 April 2024"


def test_when_nothing_says_the_time_it_is_the_day_of_the_words(world):
    world.say("Nora", "I just planted a fig tree!", fact("Nora", "planted", "fig tree"))
    assert world.ask("When did Nora plant a fig tree?").text == "1 May 2024"


def test_the_time_of_another_event_is_not_taken(world, on_day):
    world.say("Nora", "I sold my canoe.", fact("Nora", "sold", "canoe"))
    world.say(
        "Nora", "I bought a kayak on Friday.",
        fact("Nora", "bought", "kayak", validity=on_day(2024, 5, 10, "10 May 2024")), days=14,
    )  # fmt: skip
    assert world.ask("When did Nora sell the canoe?").text == "1 May 2024"


def test_a_duration_is_given_as_it_was_said(world):
    world.say("Omar", "I've been fencing for six years.", fact("Omar", "fences"))
    assert world.ask("How long has Omar been fencing?").text == "six years"


def test_a_frequency_is_given_as_it_was_said(world):
    world.say("Omar", "I swim twice a week.", fact("Omar", "swims"))
    assert world.ask("How often does Omar swim?").text == "twice a week"


def test_where_is_answered_by_a_place(world):
    world.say(
        "Nora", "We camped in the mountains with my cousins.",
        fact("Nora", "camped", qualifiers={"with": "cousins", "in": "mountains"}),
    )  # fmt: skip
    assert world.ask("Where did Nora camp?").text == "mountains"


def test_who_is_answered_by_a_person(world):
    world.say(
        "Nora",
        "Ines gave me a telescope.",
        fact("Ines", "gave", "telescope", qualifiers={"to": "Nora"}),
    )
    assert world.ask("Who gave Nora a telescope?").text == "Ines"


def test_why_is_answered_by_the_reason(world):
    world.say("Omar", "I sold the van because the engine died.", fact("Omar", "sold", "van"))
    assert world.ask("Why did Omar sell the van?").text == "the engine died"


def test_coordinates_of_one_sentence_are_given_together(world):
    world.say(
        "Omar",
        "I teach chess and Go.",
        fact("Omar", "teaches", "chess"),
        fact("Omar", "teaches", "Go"),
    )
    assert world.ask("What does Omar teach?").text == "chess, Go"


def test_the_asked_persons_name_is_left_out_of_the_answer(world):
    world.say("Nora", "I painted my own boat.", fact("Nora", "painted", "Nora's own boat"))
    assert world.ask("What did Nora paint?").text == "own boat"


def test_yes_needs_support_and_no_needs_a_negated_fact(world):
    world.say("Nora", "I play the cello.", fact("Nora", "plays", "cello"))
    world.say("Nora", "I don't eat meat.", fact("Nora", "eats", "meat", positive=False))
    assert world.ask("Does Nora play the cello?").text == "Yes"
    assert world.ask("Does Nora eat meat?").text == "No"


def test_a_yes_or_no_about_nothing_known_is_an_abstention(world):
    world.say("Nora", "I play the cello.", fact("Nora", "plays", "cello"))
    assert world.ask("Does Nora own a submarine?").abstained


def test_a_choice_is_the_alternative_with_support(world):
    world.say("Nora", "I love the sea, I sail every summer.", fact("Nora", "loves", "sea"))
    assert world.ask("Would Nora prefer the desert or the sea?").text == "the sea"


def test_what_two_have_in_common_is_held_by_both(world):
    world.say("Nora", "I collect stamps.", fact("Nora", "collects", "stamps"))
    world.say("Omar", "I collect stamps as well.", fact("Omar", "collects", "stamps"))
    world.say("Omar", "I play darts.", fact("Omar", "plays", "darts"))
    answer = world.ask("What do Nora and Omar have in common?")
    assert answer.text == "stamps"
    assert {f.subject for f in answer.facts} == {"Nora", "Omar"}


def test_what_somebody_else_did_is_no_answer(world):
    world.say("Nora", "I restored an old piano.", fact("Nora", "restored", "piano"))
    world.say("Omar", "I had soup for lunch.", fact("Omar", "had", "soup"))
    answer = world.ask("What did Omar restore?")
    assert (answer.text, answer.abstained, answer.evidence) == (NOTHING, True, ())
    assert "somebody else" in answer.reason


def test_an_unknown_person_is_an_abstention_that_names_them(world):
    world.say("Nora", "I restored an old piano.", fact("Nora", "restored", "piano"))
    answer = world.ask("What did Zacharias restore?")
    assert answer.abstained
    assert "Zacharias" in answer.reason


def test_an_unknown_thing_with_a_name_is_an_abstention(world):
    world.say("Nora", "I went to Oslo to rest.", fact("Nora", "went to", "Oslo"))
    assert world.ask("Why did Nora go to Nairobi?").abstained


def test_an_empty_memory_abstains(world):
    answer = world.ask("What did Nora restore?")
    assert (answer.abstained, answer.confidence) == (True, 1.0)


def test_a_retracted_fact_never_answers(world):
    world.say(
        "Nora",
        "I live in Rome.",
        fact("Nora", "lives in", "Rome", status="retracted", kind="state"),
    )
    world.say("Nora", "I live in Lisbon.", fact("Nora", "lives in", "Lisbon", kind="state"), days=1)
    assert world.ask("Which city does Nora live in?").text == "Lisbon"


def test_an_ended_fact_does_not_answer_about_the_present(world):
    world.say(
        "Nora", "I live in Rome.", fact("Nora", "lives in", "Rome", status="ended", kind="state")
    )
    world.say("Nora", "I live in Lisbon.", fact("Nora", "lives in", "Lisbon", kind="state"), days=1)
    assert world.ask("Where does Nora live?").text == "Lisbon"


def test_a_question_as_of_a_time_is_answered_with_what_held_then(world, on_day):
    def at(month):
        moment = datetime(2024, month, 1, tzinfo=timezone.utc)
        return Bound(moment, moment, "day")

    world.say(
        "Nora", "I live in Rome.",
        fact("Nora", "lives in", "Rome", status="ended", validity=Validity(at(1), at(4))),
    )  # fmt: skip
    world.say(
        "Nora", "I live in Lisbon.", fact("Nora", "lives in", "Lisbon", validity=Validity(at(4)))
    )
    then = datetime(2024, 2, 1, tzinfo=timezone.utc)
    assert world.ask("Where does Nora live?", valid_at=then).text == "Rome"


def test_without_facts_the_answer_is_a_span_of_the_best_words(world):
    world.say("Nora", "Lunch was fine.")
    world.say("Nora", "My tattoo stands for freedom and courage.")
    answer = world.ask("What does Nora's tattoo symbolize?")
    assert answer.text == "freedom and courage"
    (evidence,) = answer.evidence
    assert evidence.quote == answer.text
    assert (evidence.episode, evidence.start) == ("ep2", 21)


def test_every_answer_has_a_reason_evidence_and_a_confidence(pets):
    for text in ("Which pets does Nora have?", "When did Nora adopt Pickle?", "Who is Nora?"):
        answer = pets.ask(text)
        assert answer.reason
        assert 0.0 <= answer.confidence <= 1.0
        assert answer.abstained or answer.evidence


def test_first_person_is_the_asker(pets):
    assert pets.ask("Which pets do I have?", asker="Nora").text == "Biscuit, Pickle"


def test_a_question_of_ten_thousand_words_and_one_in_another_script_are_answered_or_refused(pets):
    assert pets.ask("what " * 10_000).text
    assert pets.ask("王芳住在哪里?").text
