"""The update cases are read as written; one that cannot be read is named."""

from collections import Counter
from datetime import datetime, timezone

import pytest

from kgmem.bench.edit_cases import QUESTION_KINDS, chosen, observation, parsed, read, shipped
from kgmem.errors import FormatError, InputError

CASE = {
    "id": "kite",
    "kind": "return",
    "say": [
        ["2024-05-01T10:00", "Nora", "I own a kite.", 0.5],
        ["2024-05-02T10:00", "tool", "The kite is red."],
        {"forget": 1},
    ],
    "ask": [{"q": "What is red?", "a": ["kite"], "no": ["boat"], "kind": "now"}],
    "live": [["Nora", "owns", "kite"]],
}


def test_at_least_ten_cases_of_every_kind_are_shipped():
    counts = Counter(case.kind for case in shipped())
    assert len(counts) == 14
    assert min(counts.values()) >= 10
    assert sum(counts.values()) >= 150


def test_the_shipped_cases_are_short_streams_with_questions_of_every_kind():
    cases = shipped()
    assert len({case.id for case in cases}) == len(cases)
    assert all(1 <= len(case.steps) <= 8 for case in cases)
    assert {q.kind for case in cases for q in case.questions} == set(QUESTION_KINDS)


def test_every_yes_or_no_of_the_shipped_cases_says_which_step_settles_it_or_may_be_left_open():
    for case in shipped():
        for question in case.questions:
            if question.polar:
                assert question.by, case.id
                assert question.by | question.old <= set(range(1, len(case.steps) + 1))


def test_a_case_is_read_with_its_defaults():
    (case,) = parsed({"case": [CASE]}, "x.toml")
    say, tool, forget = case.steps
    assert (say.trust, say.line, tool.role, forget.target) == (
        0.5,
        "Nora: I own a kite.",
        "tool",
        1,
    )
    assert case.questions[0].now == datetime(2024, 5, 9, 10, tzinfo=timezone.utc)
    assert case.graph == {"live": (("Nora", "owns", "kite"),)}


def test_a_step_becomes_the_observation_of_its_speaker():
    (case,) = parsed({"case": [CASE]}, "x.toml")
    first, second = observation(case, 1), observation(case, 2)
    assert (first.speaker, first.role, first.source) == ("Nora", "user", "kite#1")
    assert (second.speaker, second.role) == (None, "tool")
    with pytest.raises(InputError, match="says nothing"):
        observation(case, 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"say": [["someday", "Nora", "Hi."]]}, "case 'kite'"),
        ({"say": [["2024-05-01T10:00", "Nora", "Hi."], {"erase": 1}]}, "forget or undo"),
        ({"say": [["2024-05-01T10:00", "Nora", "Hi."], {"undo": 2}]}, "takes back a later"),
        ({"ask": [{"q": "?", "a": ["x"], "kind": "soon"}]}, "now, then, corrected"),
        ({"ask": [{"q": "?", "a": [], "kind": "now"}]}, "never said has no answer"),
        ({"ask": [{"q": "?", "a": ["x"], "kind": "now", "known": 9}]}, "no step 9"),
        ({"live": [["Nora", "owns"]]}, "case 'kite'"),
    ],
)
def test_a_case_that_cannot_be_read_is_named(change, message):
    with pytest.raises(FormatError, match=message):
        parsed({"case": [CASE | change]}, "x.toml")


def test_cases_are_chosen_by_kind():
    assert {case.kind for case in chosen(["undo", "joint"])} == {"undo", "joint"}
    with pytest.raises(InputError, match="there are additive"):
        chosen(["sideways"])


def test_cases_of_a_file_that_does_not_ship(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        '[[case]]\nid = "a"\nkind = "joint"\nsay = [["2024-01-01T10:00", "Nora", "I moved."]]\n',
        encoding="utf-8",
    )
    assert [c.id for c in read(path)] == ["a"]
    path.write_text("[[case", encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.toml"):
        read(path)
