from importlib.util import find_spec

import numpy as np
import pytest

from kgmem.encoders import SentenceTransformerEncoder
from kgmem.errors import ModelError
from kgmem.protocols import Encoder

pytestmark = pytest.mark.skipif(
    find_spec("sentence_transformers") is None,
    reason="needs sentence-transformers: pip install 'kgmem[st]'",
)

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "nora", "a", "cat", "dog", "lives", "in", "rome"]


def save(directory, pooling):
    """A sentence-transformers directory with one small untrained layer, made here."""
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    try:
        from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    except ImportError:
        from sentence_transformers.models import Pooling, Transformer

    (directory / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    BertTokenizerFast(vocab_file=str(directory / "vocab.txt")).save_pretrained(directory)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
    )
    BertModel(config).save_pretrained(directory)
    layer = Transformer(str(directory), max_seq_length=16)
    pool = Pooling(16, pooling_mode=pooling)
    SentenceTransformer(modules=[layer, pool], device="cpu").save(str(directory / "st"))
    return str(directory / "st")


@pytest.fixture(scope="module")
def mean(tmp_path_factory):
    return SentenceTransformerEncoder(save(tmp_path_factory.mktemp("mean"), "mean"))


@pytest.fixture(scope="module")
def cls(tmp_path_factory):
    return SentenceTransformerEncoder(save(tmp_path_factory.mktemp("cls"), "cls"))


def test_rows_are_unit_and_empty_text_is_a_zero_row(mean):
    rows = mean.encode(["nora lives in rome", "", "a \ud800 cat"])
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1, 0, 1], atol=1e-5)
    assert rows.shape == (3, mean.dimension)
    assert isinstance(mean, Encoder)


def test_the_id_tells_weights_apart(mean, cls, tmp_path):
    again = SentenceTransformerEncoder(save(tmp_path, "mean"))
    assert mean.id.startswith("st:")
    assert mean.id == again.id
    assert mean.id != cls.id


def test_spans_of_a_mean_pooling_model_come_from_the_texts_pass(mean):
    text = "nora lives in rome a cat"
    _, (spans,) = mean.encode_spans([text], [[(0, 4), (19, 24)]])
    alone = mean.encode(["nora", "a cat"])
    assert spans.shape == (2, 16)
    assert (np.abs(np.linalg.norm(spans, axis=1) - 1) < 1e-5).all()
    assert not np.allclose(spans, alone, atol=1e-3)


def test_spans_beyond_what_the_model_reads_are_embedded_by_their_words(mean):
    text = "cat " * 40 + "rome"
    _, (spans,) = mean.encode_spans([text], [[(160, 164)]])
    np.testing.assert_allclose(spans, mean.encode(["rome"]), atol=1e-5)


def test_spans_of_another_model_are_embedded_by_their_words(cls):
    _, (spans, none) = cls.encode_spans(["nora lives in rome", ""], [[(14, 18)], []])
    np.testing.assert_allclose(spans, cls.encode(["rome"]), atol=1e-5)
    assert none.shape == (0, 16)


def test_a_directory_without_a_model_is_a_model_error(tmp_path):
    with pytest.raises(ModelError, match="no sentence-transformers model"):
        SentenceTransformerEncoder(str(tmp_path / "nothing"))
