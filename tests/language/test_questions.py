"""Questions are understood from their words alone."""

from datetime import datetime, timezone

import pytest

from kgmem.language.questions import Question, analyse
from kgmem.types import Ref

NOW = datetime(2024, 6, 15, 12, 0, tzinfo=timezone.utc)


def ask(text: str, **options) -> Question:
    return analyse(text, now=NOW, **options)


@pytest.mark.parametrize(
    ("text", "kind", "answer_type", "head"),
    [
        ("Which pets does Nora have?", "list", "animal", "pets"),
        ("What are Nora's pets' names?", "list", "animal", "pets"),
        ("What kind of instrument does Omar play?", "what", "product", "instrument"),
        ("Which city did Omar move to?", "which", "place", "city"),
        ("Where does Nora live?", "where", "place", ""),
        ("When did Nora adopt a cat?", "when", "time", ""),
        ("What year did Omar leave school?", "when", "time", "year"),
        ("Who gave Nora the lamp?", "who", "person", ""),
        ("Whose lamp did Nora borrow?", "who", "person", "lamp"),
        ("How many cats does Nora have?", "how_many", "number", "cats"),
        ("How old is Omar?", "how_many", "age", ""),
        ("How long has Nora lived in Rome?", "how_long", "duration", ""),
        ("How often does Omar swim?", "how_often", "frequency", ""),
        ("Does Nora like tea?", "yes_no", "truth", ""),
        ("Would Nora rather see a lake or a museum?", "comparison", "", ""),
        ("What do Nora and Omar have in common?", "common", "", ""),
        ("Why did Omar sell the car?", "why", "", ""),
        ("How does Omar relax?", "how", "", ""),
        ("What is Nora's job?", "what", "", "job"),
        ("Which of my friends live in Berlin?", "list", "person", "friends"),
        ("Nora's cats", "other", "", ""),
    ],
)
def test_the_kind_and_the_asked_noun_are_read_from_the_question(text, kind, answer_type, head):
    question = ask(text)
    assert (question.kind, question.answer_type, question.head) == (kind, answer_type, head)


def test_names_are_found_and_only_subjects_and_possessors_are_what_it_is_about():
    question = ask("What book did Nora lend to Omar in New York?")
    assert question.names == ("Nora", "Omar", "New York")
    assert question.about == ("Nora",)
    assert question.content == "book lend to Omar in New York"


def test_two_joined_subjects_are_both_asked_about():
    assert ask("What did Nora and Omar cook?").about == ("Nora", "Omar")


def test_a_single_object_name_is_what_the_question_is_about():
    assert ask("What motivates Nora?").about == ("Nora",)


def test_quoted_titles_are_names_but_stay_in_the_content():
    question = ask('When did Nora read "the long road"?')
    assert question.names == ("Nora", "the long road")
    assert question.content == "read the long road"


def test_first_person_means_the_asker():
    question = ask("What pets do I have?", asker="Nora")
    assert question.names == ("Nora",)
    assert question.statement == "pets Nora have"


def test_first_person_without_an_asker_names_nobody():
    assert ask("What pets do I have?").names == ()


def test_lower_case_names_are_found_when_memory_knows_them():
    known = {"nora": (Ref("Nora", "person", True),), "pets": (Ref("pets", "animal", False),)}
    question = ask("which pets does nora have", known=lambda name: known.get(name, ()))
    assert question.names == ("nora",)


def test_names_in_a_script_without_capitals_are_found_when_memory_knows_them():
    question = ask("王芳住在哪里?", known=lambda name: (1,) if name == "王芳" else ())
    assert question.names == ("王芳",)


def test_an_acronym_before_a_common_noun_is_not_a_name():
    assert ask("When did Nora join the NGO board?").names == ("Nora",)


def test_two_adjacent_names_are_told_apart_when_memory_knows_one():
    question = ask("Is Felix Nora's pet?", known=lambda n: (1,) if n == "Nora" else ())
    assert question.names == ("Felix", "Nora")


def test_a_month_without_a_year_is_the_latest_past_one():
    window = ask("What did Nora buy in August?").window
    assert window is not None
    assert window.start is not None
    assert window.start.earliest == datetime(2023, 8, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("What did Nora buy first?", "first"),
        ("Who won first place?", ""),
        ("What is the latest film Omar saw?", "last"),
        ("What did Nora do last week?", ""),
        ("What did Omar do after the race?", "after"),
        ("What did Omar do before the race?", "before"),
    ],
)
def test_order_is_asked_for_by_the_words_that_mean_it(text, order):
    assert ask(text).order == order


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Which pets does Nora have?", True),
        ("How many lamps did Nora buy?", True),
        ("What do Nora and Ana have in common?", True),
        ("Which boat did Nora buy?", False),
        ("What did Nora buy?", False),
        ("Where does Nora live?", False),
    ],
)
def test_whether_several_things_are_asked_for(text, several):
    assert ask(text).several is several


def test_an_empty_and_an_endless_question_are_analysed_without_error():
    assert ask("").kind == "other"
    assert ask("word " * 10_000).names == ()
