from dataclasses import replace

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from kgmem import tensors
from kgmem.errors import InputError

KIND = tensors.Kind("test part", "kgmem-test/1", "kgmem train test", "abc", {"w": (3,)})
ARRAYS = {"w": np.arange(3, dtype=np.float32)}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "w.safetensors"
    tensors.save(path, KIND, ARRAYS, tensors.Card("one", data="none", numbers={"x": 0.5}))
    return path


def test_what_was_saved_is_read_with_its_card(file):
    arrays, card = tensors.load(file, KIND)
    assert np.array_equal(arrays["w"], ARRAYS["w"])
    assert (card.name, card.features, card.numbers) == ("one", "abc", {"x": 0.5})
    assert '"data": "none"' in file.with_suffix(".card.json").read_text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"features": "other"}, "other features"),
        ({"format": "kgmem-other/1"}, "no weights of a test part"),
        ({"shapes": {"w": (4,)}}, "other shapes"),
    ],
)
def test_arrays_of_something_else_are_refused(file, change, said):
    with pytest.raises(InputError, match=said):
        tensors.load(file, replace(KIND, **change))


def test_a_missing_file_names_the_command_that_makes_one(tmp_path):
    with pytest.raises(InputError, match="kgmem train test"):
        tensors.load(tmp_path / "none.safetensors", KIND)


def test_a_file_that_is_no_safetensors_is_refused(tmp_path):
    path = tmp_path / "w.safetensors"
    path.write_bytes(b"no tensors here")
    with pytest.raises(InputError, match="no safetensors file"):
        tensors.load(path, KIND)


@pytest.mark.parametrize("card", ["", "no card", '{"unknown": 1}', "3"])
def test_a_damaged_card_is_refused(tmp_path, card):
    path = tmp_path / "w.safetensors"
    save_file(dict(ARRAYS), path, {"format": KIND.format, "card": card})
    with pytest.raises(InputError, match="damaged"):
        tensors.load(path, KIND)


def test_numbers_that_are_not_finite_are_refused(tmp_path):
    path = tmp_path / "w.safetensors"
    tensors.save(path, KIND, {"w": np.array([1, np.nan, 2], np.float32)}, tensors.Card("one"))
    with pytest.raises(InputError, match="not finite"):
        tensors.load(path, KIND)


def test_numbers_that_were_changed_after_training_are_refused(file):
    with safe_open(file, framework="numpy") as opened:
        told = opened.metadata()
    save_file({"w": ARRAYS["w"] + np.float32(0.5)}, file, told)
    with pytest.raises(InputError, match="not those that its card names"):
        tensors.load(file, KIND)
