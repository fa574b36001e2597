import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.encoders import HashEncoder
from kgmem.errors import InputError
from kgmem.protocols import Encoder


def test_it_is_an_encoder_whose_id_names_its_dimension():
    assert isinstance(HashEncoder(), Encoder)
    assert "256" in HashEncoder().id
    assert HashEncoder(64).id != HashEncoder().id


def test_shared_words_make_texts_close():
    a, b, c = HashEncoder().encode(["Nora adopted a cat", "the cat Nora adopted", "tax is due"])
    assert a @ b > 0.5
    assert abs(a @ c) < 0.3


def test_parts_of_words_count_a_little():
    cat, cats, dog = HashEncoder().encode(["cat", "cats", "dog"])
    assert cat @ cats > cat @ dog


def test_vectors_are_the_same_in_another_process():
    code = (
        "from kgmem.encoders import HashEncoder;"
        "print(HashEncoder(16).encode(['Nora, 王芳, Иван'])[0].tolist())"
    )
    out = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": "."},
    )
    assert out.stdout.strip() == str(HashEncoder(16).encode(["Nora, 王芳, Иван"])[0].tolist())


def test_a_span_is_embedded_by_its_words():
    encoder = HashEncoder()
    _, (spans,) = encoder.encode_spans(["a cat sleeps"], [[(2, 5)]])
    np.testing.assert_array_equal(spans, encoder.encode(["cat"]))


@given(st.lists(st.text(), max_size=5))
def test_rows_are_unit_or_zero_for_any_text(texts):
    rows = HashEncoder(32).encode(texts)
    norms = np.linalg.norm(rows, axis=1)
    assert rows.shape == (len(texts), 32)
    assert all(n == pytest.approx(1, abs=1e-5) or n == 0 for n in norms)


def test_a_useless_dimension_is_refused():
    with pytest.raises(InputError, match="at least 8"):
        HashEncoder(2)
