import json

import pytest

from kgmem.errors import InputError, MissingExtra
from kgmem.llm import places


def model(folder, **files):
    folder.mkdir()
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def adapter(folder, **card):
    model(folder, adapter_config__json='{"base_model_name_or_path": null}')
    (folder / places.CARD).write_text(json.dumps(card), encoding="utf-8")
    return folder


def test_a_single_gguf_file_is_found_by_itself(tmp_path):
    one = model(tmp_path / "one", small__gguf="")
    assert places.find(one).gguf_file == "small.gguf"
    two = model(tmp_path / "two", small__gguf="", large__gguf="")
    with pytest.raises(InputError, match=r"config\.json is missing"):
        places.find(two)
    assert places.find(two, "large.gguf").gguf_file == "large.gguf"


def test_a_package_that_is_not_there_names_itself():
    with pytest.raises(MissingExtra, match="llm-nowhere"):
        places.find("package:llm-nowhere")


def test_an_adapter_leads_to_its_model(tmp_path):
    base = model(tmp_path / "base", small__gguf="")
    found = places.find(
        adapter(tmp_path / "a", base=str(base), gguf_file="small.gguf", kind="edit")
    )
    assert (found.base, found.gguf_file, found.adapter) == (base, "small.gguf", tmp_path / "a")
    assert places.card(found)["kind"] == "edit"
    assert places.card(places.find(base)) == {}


def test_an_adapter_without_its_model_says_so(tmp_path):
    with pytest.raises(InputError, match="needs its model: no language model in"):
        places.find(adapter(tmp_path / "a", base=str(tmp_path / "gone")))
    with pytest.raises(InputError, match="does not say which model"):
        places.find(adapter(tmp_path / "b"))


def test_a_damaged_card_is_named(tmp_path):
    folder = adapter(tmp_path / "a")
    (folder / places.CARD).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="is no JSON"):
        places.find(folder)


def test_a_model_without_a_tokenizer_is_refused_and_a_gguf_file_brings_its_own(tmp_path):
    plain = places.find(model(tmp_path / "plain", config__json="{}"))
    with pytest.raises(InputError, match="a model without a tokenizer"):
        places.check_tokenizer(plain)
    places.check_tokenizer(places.find(model(tmp_path / "gguf", small__gguf="")))
