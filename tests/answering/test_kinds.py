"""The finer rules: what belongs on a list, which words of a fact answer, whose it is."""

from datetime import datetime, timezone

import pytest

from kgmem.answering.matching import last_match, stems
from kgmem.answering.reply import distinct, tidy
from kgmem.answering.roles import novelty, stranded
from kgmem.language.questions import analyse

NOW = datetime(2024, 1, 1, tzinfo=timezone.utc)


def fact(subject, predicate, thing="", **more):
    return {"subject": subject, "predicate": predicate, "object": thing, **more}


def test_an_instance_is_listed_by_its_name_not_by_its_class(world):
    world.say(
        "Nora", "Luna and Milo are my cats.",
        fact("Luna", "is", "Nora's cats", relation="is"),
        fact("Milo", "is", "Nora's cats", relation="is"),
    )  # fmt: skip
    assert world.ask("What are Nora's cats' names?").text == "Luna, Milo"


def test_quotations_and_captions_are_not_on_lists(world):
    world.say("Nora", "I collect stamps.", fact("Nora", "collects", "stamps"))
    world.say(
        "Nora", "I said collecting coins is dull.",
        fact("Nora", "said", "collecting coins is dull", tier="tentative"),
    )  # fmt: skip
    world.say(
        "Nora", "Look!\na collection of shells",
        fact("Nora", "shared a photo of", "a collection of shells"),
    )  # fmt: skip
    world.say("Nora", "I collect maps.", fact("Nora", "collects", "maps"))
    assert world.ask("What does Nora collect?").text == "stamps, maps"


def test_places_are_listed_from_qualifiers_and_from_inside_objects(world):
    world.say(
        "Nora",
        "We camped in the mountains.",
        fact("Nora", "camped", qualifiers={"in": "mountains"}),
    )
    world.say(
        "Nora", "I went on a camping trip in the forest.",
        fact("Nora", "went on", "camping trip in the forest"),
    )  # fmt: skip
    assert world.ask("Where has Nora camped?").text == "mountains, the forest"


def test_what_somebody_has_is_asked_of_it_not_of_them(world):
    world.say("Nora", "My kids love chess.", fact("Nora's kids", "love", "chess"))
    world.say("Nora", "I love kids and opera.", fact("Nora", "loves", "opera"))
    assert world.ask("What do Nora's kids love?").text == "chess"


def test_whose_is_answered_by_the_possessor(world):
    world.say(
        "Nora", "We celebrated my sister's birthday.",
        fact("Nora", "celebrated", "Nora's sister's birthday"),
    )  # fmt: skip
    assert world.ask("Whose birthday did Nora celebrate?").text == "Nora's sister"


def test_the_noun_asked_for_is_no_answer_by_itself(world):
    world.say("Nora", "I read a book.", fact("Nora", "read", "book"))
    world.say("Nora", "I read Dune.", fact("Nora", "read", "Dune"))
    assert world.ask("Which book did Nora read?").text == "Dune"


def test_a_tentative_fact_finds_words_but_is_not_given_as_a_fact(world):
    world.say("Omar", "Sold the van.", fact("Omar", "sold", "van", tier="tentative"))
    answer = world.ask("What did Omar sell?")
    assert answer.text == "van"
    assert answer.facts == ()
    assert answer.evidence


def test_the_reply_to_a_question_is_matched_by_what_was_asked(world):
    world.say("Omar", "Which instrument do you play, Nora?")
    world.say("Nora", "The cello, for years.", fact("Nora", "plays", "cello"))
    world.say("Nora", "I had soup.", fact("Nora", "had", "soup"))
    assert world.ask("Which instrument does Nora play?").text == "cello"


def test_a_short_form_of_the_one_speaker_it_begins_is_that_speaker(world):
    world.say("Leonora", "I restored a piano.", fact("Leonora", "restored", "piano"))
    assert world.ask("What did Leo restore?").text == "piano"


def test_a_quoted_title_that_was_said_otherwise_is_no_stranger(world):
    world.say("Nora", "I read that book about dunes last year.", fact("Nora", "read", "book"))
    assert not world.ask('When did Nora read the book "The Sands"?').abstained


def test_a_duration_without_words_comes_from_the_interval(world, on_day):
    world.say(
        "Nora", "I moved to Lisbon.",
        fact("Nora", "lives in", "Lisbon", validity=on_day(2022, 8, 1, "1 August 2022")),
    )  # fmt: skip
    assert world.ask("How long has Nora lived in Lisbon?").text == "2 years"


def test_first_and_last_choose_among_times_that_match_as_well(world, on_day):
    for month, day in ((3, 4), (1, 2), (2, 3)):
        time = on_day(2024, month, day, f"{day}/{month}")
        world.say("Nora", "I swam in the lake.", fact("Nora", "swam in", "lake", validity=time))
    assert world.ask("When did Nora first swim in the lake?").text == "2/1"
    assert world.ask("When did Nora last swim in the lake?").text == "4/3"


def test_confidence_is_higher_the_further_others_are_from_the_question(world):
    world.say("Nora", "I restored an old piano.", fact("Nora", "restored", "piano"))
    alone = world.ask("What did Nora restore?").confidence
    world.say("Omar", "I restored an old harp.", fact("Omar", "restored", "harp"))
    assert world.ask("What did Nora restore?").confidence < alone


@pytest.mark.parametrize(
    ("one", "other"),
    [("went", "go"), ("symbolizes", "stands for"), ("kids", "children"), ("bought", "purchase")],
)
def test_words_of_one_meaning_share_a_stem(one, other):
    assert stems(one) == stems(other) != frozenset()


def test_what_a_phrase_adds_to_the_question():
    question = analyse("Which red lamp did Nora buy?", now=NOW)
    assert novelty("red lamp", question) == 0.0
    assert novelty("tall brass lamp", question) == 1.0
    assert novelty("", question) == 0.0


def test_a_stranded_preposition_is_found():
    assert stranded("What is it good for?") == "for"
    assert stranded("What is good?") == ""


def test_the_last_match_in_a_sentence_may_be_a_phrase():
    text = "It stands for hope"
    assert text[last_match(text, stems("symbolize")) :] == " hope"
    assert last_match(text, stems("piano")) == 0


def test_repetitions_and_parts_of_longer_items_are_dropped():
    assert distinct(["the cat", "cat", "red kite", "kite", ""]) == ["the cat", "red kite"]
    assert tidy("and  then a lamp, ") == "a lamp"
