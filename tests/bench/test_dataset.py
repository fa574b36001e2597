"""A LOCOMO file is read whole or refused with the place where it is wrong."""

import copy
import json
from datetime import datetime, timezone

import pytest

from kgmem.bench import dataset
from kgmem.errors import FormatError, InputError

SAMPLE = {
    "sample_id": "conv-x",
    "conversation": {
        "speaker_a": "Nora",
        "speaker_b": "Omar",
        "session_1_date_time": "1:56 pm on 8 May, 2021",
        "session_1": [
            {"speaker": "Nora", "dia_id": "D1:1", "text": "I planted a fig tree."},
            {"speaker": "Omar", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a blue kite"},
        ],
        "session_2_date_time": "9:00 am on 2 June, 2021",
        "session_2": [{"speaker": "Nora", "dia_id": "D2:1", "text": "The fig died."}],
    },
    "qa": [
        {"question": "How many figs?", "answer": 1, "category": 1, "evidence": ["D1:1; D2:1"]},
        {"question": "Did Omar plant it?", "category": 5, "evidence": ["D:1:01", "D7:7"]},
    ],
}


def write(tmp_path, samples):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps(samples), encoding="utf-8")
    return path


def test_turns_questions_and_evidence_are_read(tmp_path):
    (talk,) = dataset.load(write(tmp_path, [SAMPLE]))
    assert talk.speakers == ("Nora", "Omar")
    assert [turn.id for turn in talk.turns] == ["D1:1", "D1:2", "D2:1"]
    assert talk.turns[0].time == datetime(2021, 5, 8, 13, 56, tzinfo=timezone.utc)
    assert talk.turns[1].body == "Look!\na blue kite"
    assert talk.questions[0].answer == "1"
    assert talk.questions[0].evidence == ("D1:1", "D2:1")


def test_misspelt_evidence_is_repaired_and_unknown_evidence_kept_apart(tmp_path):
    (talk,) = dataset.load(write(tmp_path, [SAMPLE]))
    assert talk.questions[1].evidence == ("D1:1",)
    assert talk.questions[1].unknown == ("D7:7",)


def test_observations_carry_sources_speakers_and_times(tmp_path):
    (talk,) = dataset.load(write(tmp_path, [SAMPLE]))
    seen = dataset.observations(talk)
    assert [o.source for o in seen] == ["conv-x#D1:1", "conv-x#D1:2", "conv-x#D2:1"]
    assert seen[1].caption == "a blue kite"
    assert seen[0].time < seen[1].time < seen[2].time < talk.end


def broken(**changes):
    sample = copy.deepcopy(SAMPLE)
    for path, value in changes.items():
        target = sample
        *parents, last = path.split("__")
        for key in parents:
            target = target[int(key) if key.isdigit() else key]
        target[last] = value
    return sample


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        ("text", "no 'conversation'"),
        ({"qa": []}, "no 'conversation'"),
        (broken(conversation__speaker_b=None), "speaker_a"),
        (broken(conversation__session_1_date_time="yesterday"), "cannot read the time"),
        (broken(conversation__session_1_date_time=None), "session_1_date_time"),
        (broken(conversation__session_1=[], conversation__session_2=[]), "no turns"),
        (broken(conversation__session_1=[{"text": "a"}]), "turn 1"),
        (broken(qa=None), "'qa'"),
        (broken(qa__0__category=9), "question 1: category 9"),
        (broken(qa__0__answer=None), "question 1: no 'answer'"),
    ],
)
def test_a_file_that_is_none_says_where(tmp_path, sample, message):
    with pytest.raises(FormatError, match=message):
        dataset.load(write(tmp_path, [sample]))


def test_a_file_that_is_not_json_or_missing_is_an_error(tmp_path):
    path = tmp_path / "x.json"
    with pytest.raises(InputError, match="--data"):
        dataset.load(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(FormatError, match="not JSON"):
        dataset.load(path)
    with pytest.raises(FormatError, match="should hold conversations"):
        dataset.load(write(tmp_path, "text"))
    with pytest.raises(FormatError, match="no 'conversation'"):
        dataset.load(write(tmp_path, {}))


def test_an_unknown_conversation_names_those_that_are_there(tmp_path):
    with pytest.raises(InputError, match="conv-x"):
        dataset.load(write(tmp_path, [SAMPLE]), only=["conv-9"])
