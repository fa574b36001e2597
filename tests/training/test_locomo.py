import json

import pytest

from kgmem.errors import InputError
from kgmem.training.locomo import Locomo, learn_from


def conversation(name):
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Nora",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Nora", "dia_id": "D1:1", "text": "I moved to Lisbon."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "I adopted a cat."},
            ],
        },
        "qa": [
            {
                "question": "Where does Nora live?",
                "answer": "Lisbon",
                "category": 4,
                "evidence": ["D1:1"],
            },
            {"question": "Who sings?", "category": 5, "evidence": [], "adversarial_answer": "Bo"},
        ],
    }


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "locomo.json"
    names = ("conv-26", "conv-30", "conv-99")
    file.write_text(json.dumps([conversation(n) for n in names]))
    return file


def test_training_is_conv_26_and_validation_conv_30(path):
    (train,) = Locomo(path).streams(0, 5)
    (validation,) = Locomo(path, "validation").streams(0, 5)
    assert (train.id, validation.id) == ("conv-26", "conv-30")
    assert len(train.observations) == 2
    (question,) = train.questions
    assert (question.gold, question.kind) == (("Lisbon",), "4")
    assert question.evidence == ("conv-26#D1:1",)
    assert train.observations[0].source == "conv-26#D1:1"


def test_category_5_is_left_out_unless_asked_for(path):
    (stream,) = Locomo(path, adversarial=True).streams(0, 1)
    assert [q.absent for q in stream.questions] == [False, True]


def test_other_conversations_are_measured_only(path):
    (stream,) = Locomo(path, measure="conv-99").streams(0, 1)
    assert stream.id == "conv-99"
    with pytest.raises(InputError, match="only measured"):
        learn_from("conv-99")
    with pytest.raises(InputError, match="no split"):
        Locomo(path, "test")


def test_no_streams_are_drawn_where_none_are_wanted(path):
    assert list(Locomo(path).streams(0, 0)) == []
