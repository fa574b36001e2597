import json

import pytest

from kgmem.bench.dataset import load

pytest.importorskip("torch")


@pytest.fixture
def data(tmp_path):
    """Two short conversations in LOCOMO's format, the second like the first."""
    says = [
        "I adopted a cat named Biscuit.",
        "Lovely! I planted tomatoes on my balcony.",
        "The train to Porto was late again.",
        "I am reading a book about bees.",
        "My sister visited us on Sunday.",
        "We baked bread with rye.",
    ]
    turns = [
        {"speaker": ["Nora", "Bo"][i % 2], "dia_id": f"D1:{i + 1}", "text": text}
        for i, text in enumerate(says)
    ]
    qa = [
        {"question": q, "answer": a, "category": 4, "evidence": [f"D1:{turn}"]}
        for q, a, turn in (
            ("What is the name of Nora's cat?", "Biscuit", 1),
            ("What did Bo plant?", "tomatoes", 2),
            ("What is Bo reading?", "a book about bees", 4),
        )
    ]
    talk = {"speaker_a": "Nora", "speaker_b": "Bo", "session_1": turns}
    talk["session_1_date_time"] = "1:56 pm on 8 May, 2023"
    samples = [{"sample_id": name, "conversation": talk, "qa": qa} for name in ("one", "two")]
    path = tmp_path / "talks.json"
    path.write_text(json.dumps(samples))
    assert len(load(path)) == 2
    return path


def test_a_ranker_is_trained_and_says_what_it_brought(cli, data, tmp_path):
    out = tmp_path / "r.safetensors"
    args = ("--data", str(data), "--learn", "one", "--validate", "two", "--json")
    done = cli("train", "ranker", "--out", str(out), *args)
    told = json.loads(done.stdout)
    assert out.is_file()
    assert len(told["gains"]["all @10"]) == 5


def test_a_distiller_is_trained_and_says_what_it_brought(cli, data, tmp_path):
    args = ("--data", str(data), "--learn", "one", "--validate", "two")
    more = ("--budget", "50", "--steps", "2")
    done = cli("train", "distil", "--out", str(tmp_path / "run"), *args, *more)
    assert "all, 50 tokens" in done.stdout
    card = json.loads((tmp_path / "run" / "distil-grpo.card.json").read_text())
    assert "--learn one --validate two --budget 50" in card["protocol"]


def test_an_unknown_conversation_is_named(cli, data, tmp_path):
    args = ("--data", str(data), "--learn", "one", "--validate", "three")
    done = cli("train", "distil", "--out", str(tmp_path), *args, code=1)
    assert "three" in done.stderr
