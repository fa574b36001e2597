import json
from dataclasses import dataclass, field
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from kgmem.cli.app import app
from kgmem.errors import InputError
from kgmem.training.lm import runs
from kgmem.training.lm.settings import LmTraining
from kgmem.training.lm.tasks import Example, Reward

missing = [p for p in ("torch", "trl", "peft", "datasets", "matplotlib") if find_spec(p) is None]
needs_trl = pytest.mark.skipif(
    bool(missing), reason=f"needs {', '.join(missing)}: pip install 'kgmem[train]'"
)
# The frameworks warn of what changes in their next versions; nothing here can be done about it.
pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

_CHAT = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<eos>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def make(directory):
    """A causal language model of two layers with a tokenizer of bytes: it knows nothing."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    special = ["<eos>", "<unk>", "<|system|>", "<|user|>", "<|assistant|>"]
    bytes_ = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: i for i, token in enumerate([*special, *bytes_])}
    raw = Tokenizer(models.BPE(vocabulary, []))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        eos_token="<eos>",
        pad_token="<eos>",
        unk_token="<unk>",
        additional_special_tokens=special[2:],
    )
    made.chat_template = _CHAT
    made.save_pretrained(directory)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        eos_token_id=0,
        bos_token_id=0,
        pad_token_id=0,
    )
    LlamaForCausalLM(config).save_pretrained(directory)
    return directory


@dataclass
class Letters:
    """Write as many "a" as you can: a task that a model of bytes can get better at."""

    flat: bool = False
    kind: str = "edit"
    max_tokens: int = 6
    seen: list = field(default_factory=list)

    @property
    def rewards(self):
        return (Reward("letters", self.letters, 1.0), Reward("short", self.short, 0.5))

    def letters(self, completions, key, **_):
        self.seen += key
        texts = [c if isinstance(c, str) else c[-1]["content"] for c in completions]
        return [0.0 if self.flat else sum(c in "aeiou" for c in t) / 6 for t in texts]

    def short(self, completions, key, **_):
        return [0.0] * len(key)

    def lessons(self):
        return [Example(i, "Write.", f"Letters {i}", "aaaaaa") for i in range(8)]

    practice = lessons

    def validation(self):
        return [Example(9, "Write.", "Letters 9")]


def small(model, **more):
    numbers = {
        "steps": 4,
        "warm_up": 2,
        "group": 4,
        "prompts": 1,
        "micro": 4,
        "rank": 4,
        "examine_every": 2,
        "warm_rate": 1e-2,
    }
    return LmTraining(str(model), **(numbers | more))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return make(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def whole(tiny, tmp_path_factory):
    """A run that nobody disturbed."""
    from kgmem.training.lm.trainer import train

    out = tmp_path_factory.mktemp("whole")
    told = []
    train(Letters(), small(tiny), out, tell=lambda phase, row: told.append((phase, dict(row))))
    return out, told


def weights(out):
    from safetensors.numpy import load_file

    (last,) = [runs.last_checkpoint(out / "grpo")]
    found = load_file(f"{last}/adapter_model.safetensors")
    return {name: w.tobytes() for name, w in found.items()}


@needs_trl
@pytest.mark.slow
def test_a_run_leaves_an_adapter_with_a_card_curves_and_their_picture(whole, tiny):
    out, told = whole
    card = json.loads((out / "adapter" / "kgmem_lm.json").read_text())
    assert (card["kind"], card["base"]) == ("edit", str(tiny.resolve()))
    assert card["numbers"].keys() == {"untrained", "validation"}
    rows = [json.loads(line) for line in (out / "curve-grpo.jsonl").read_text().splitlines()]
    assert [r["step"] for r in rows] == [0, 1, 2, 3, 4]
    assert [r["step"] for r in rows if "validation" in r] == [0, 2, 4]
    assert all("letters" in r and "reward" in r for r in rows[1:])
    assert (out / "curve.png").stat().st_size > 1000
    assert {phase for phase, _ in told} == {"sft", "grpo"}


@needs_trl
@pytest.mark.slow
def test_a_run_killed_between_updates_ends_with_the_same_weights(whole, tiny, tmp_path):
    from kgmem.training.lm.trainer import train

    class Killed(Exception):
        pass

    def kill(phase, row):
        if phase == "grpo" and row.get("step") == 3:
            raise Killed

    with pytest.raises(Killed):
        train(Letters(), small(tiny), tmp_path, tell=kill)
    train(Letters(), small(tiny), tmp_path)
    assert weights(tmp_path) == weights(whole[0])
    again = (tmp_path / "curve-grpo.jsonl").read_text().splitlines()
    before = (whole[0] / "curve-grpo.jsonl").read_text().splitlines()
    assert [json.loads(r).get("validation") for r in again] == [
        json.loads(r).get("validation") for r in before
    ]


@needs_trl
@pytest.mark.slow
def test_a_finished_run_is_not_trained_again(whole, tiny):
    from kgmem.training.lm.trainer import train

    before = weights(whole[0])
    task = Letters()
    train(task, small(tiny), whole[0])
    assert weights(whole[0]) == before
    assert task.seen == []


@needs_trl
@pytest.mark.slow
def test_the_adapter_serves_as_policy_and_as_answer_model(whole):
    from kgmem import Memory
    from kgmem.llm import load

    adapter = whole[0] / "adapter"
    model = load(f"local:{adapter}")
    assert model.complete("Write.", "Letters", max_tokens=4).completion_tokens <= 4
    assert model.id.startswith("local:adapter:")
    with Memory.open(":memory:", policy=f"lm:{adapter}") as memory:
        seen = memory.observe("I live in Rome.", speaker="Nora")
        assert seen.edits


@needs_trl
@pytest.mark.slow
def test_imitation_alone_writes_what_it_was_shown(tiny, tmp_path):
    from kgmem.llm import load
    from kgmem.training.lm.trainer import train

    settings = small(tiny, method="sft", warm_up=30, warm_rate=5e-2, examine_every=10, rank=8)
    adapter = train(Letters(), settings, tmp_path)
    numbers = json.loads((adapter / "kgmem_lm.json").read_text())["numbers"]
    assert numbers["validation"] > numbers["untrained"]
    assert "a" in load(f"local:{adapter}").complete("Write.", "Letters 3", max_tokens=6).text
    assert not (tmp_path / "curve-grpo.jsonl").exists()


@needs_trl
@pytest.mark.slow
def test_a_constant_reward_says_that_nothing_can_be_learned(tiny, tmp_path):
    from kgmem.training.lm.trainer import train
    from kgmem.training.samples import NothingToLearn

    with pytest.raises(NothingToLearn, match="in 2 updates in a row every group's rewards were"):
        train(Letters(flat=True), small(tiny, warm_up=0, patience=2), tmp_path)


@needs_trl
def test_other_settings_need_another_folder(whole, tiny):
    from kgmem.training.lm.trainer import train

    with pytest.raises(InputError, match=r"other settings \(seed=7\)"):
        train(Letters(), small(tiny, seed=8), whole[0])


@pytest.mark.parametrize("command", ["edit-lm", "answer-lm"])
def test_a_model_without_a_tokenizer_is_refused(tmp_path, command):
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    arguments = ["--model", str(tmp_path), "--out", str(tmp_path / "out"), "--dry-run"]
    done = CliRunner().invoke(app, ["train", command, *arguments])
    assert done.exit_code == 1
    assert "a model without a tokenizer: copy tokenizer.json" in " ".join(done.output.split())


@pytest.mark.parametrize("command", ["edit-lm", "answer-lm"])
def test_a_directory_without_a_model_is_refused(tmp_path, command):
    arguments = ["--model", str(tmp_path), "--out", str(tmp_path / "out"), "--dry-run"]
    done = CliRunner().invoke(app, ["train", command, *arguments])
    assert done.exit_code == 1
    assert "config.json is missing" in " ".join(done.output.split())


@needs_trl
@pytest.mark.parametrize("command", ["edit-lm", "answer-lm"])
def test_a_dry_run_says_what_memory_it_takes(tiny, tmp_path, command):
    arguments = ["--model", str(tiny), "--out", str(tmp_path / "out"), "--dry-run"]
    done = CliRunner().invoke(app, ["train", command, *arguments])
    assert done.exit_code == 0, done.output
    assert "GPU, 16 bits: about" in done.output
    assert not (tmp_path / "out").exists()
    as_json = CliRunner().invoke(app, ["train", command, *arguments, "--json"])
    assert json.loads(as_json.output)["CPU, 32 bits"]["weights"] > 0


@needs_trl
def test_the_estimate_counts_what_peft_would_train(tiny):
    from peft import LoraConfig, get_peft_model

    from kgmem.llm import places
    from kgmem.training.lm.memory import estimate

    place = places.find(tiny)
    settings = small(tiny)
    found = estimate(place, settings, prompt=100, completion=10, gpu=False)
    model = places.load_model(place)
    assert found.parameters == sum(p.numel() for p in model.parameters())
    config = LoraConfig(r=settings.rank, target_modules="all-linear", task_type="CAUSAL_LM")
    trained, _ = get_peft_model(model, config).get_nb_trainable_parameters()
    assert found.trained == trained
    longer = estimate(place, settings, prompt=1000, completion=10, gpu=False)
    assert longer.peak > found.peak


def test_what_cannot_be_trained_with_is_refused():
    for more, words in (
        ({"method": "ppo"}, "there are grpo, sft"),
        ({"group": 1}, "at least 2 completions"),
        ({"micro": 3}, "micro=3 does not divide the 4 completions"),
        ({"temperature": 0.0}, "a temperature of 0"),
        ({"method": "sft", "warm_up": 0}, "at least 1 update"),
        ({"rank": 0}, "rank must be at least 1"),
    ):
        with pytest.raises(InputError, match=words):
            small("m", **more)


def test_a_log_becomes_one_row_a_step_with_parts_of_the_reward():
    log = [
        {"step": 0, "validation": 0.1, "outcome": 0.1},
        {"step": 1, "loss": 0.5, "reward": 0.2, "rewards/outcome/mean": 0.3, "epoch": 0.1},
        {"step": 1, "validation": 0.4, "outcome": 0.4, "epoch": 0.1},
        {"step": 1, "train_runtime": 3.0},
    ]
    assert runs.rows(log) == [
        {"step": 0.0, "validation": 0.1, "outcome": 0.1},
        {"step": 1.0, "loss": 0.5, "reward": 0.2, "outcome": 0.4, "validation": 0.4},
    ]


def test_the_newest_whole_checkpoint_is_gone_on_from(tmp_path):
    for step, whole_ in ((9, True), (10, True), (11, False)):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        if whole_:
            (folder / "trainer_state.json").write_text("{}", encoding="utf-8")
    assert runs.last_checkpoint(tmp_path).endswith("checkpoint-10")
    assert runs.last_checkpoint(tmp_path / "none") is None
