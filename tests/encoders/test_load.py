import builtins

import pytest

from kgmem import encoders
from kgmem.encoders import EndpointEncoder, HashEncoder, SentenceTransformerEncoder
from kgmem.errors import InputError, MissingExtra


def test_a_specification_names_an_encoder():
    given_ = HashEncoder(32)
    assert encoders.load(given_) is given_
    assert encoders.load() is encoders.default()
    assert encoders.load("minilm") is encoders.default()
    assert encoders.load("hash").dimension == 256
    assert encoders.load("hash:64").dimension == 64


@pytest.mark.parametrize("spec", ["", "minilm2", "hash:x", "st:", "openai:", "http://x"])
def test_an_unknown_specification_says_what_there_is(spec):
    with pytest.raises(InputError, match="minilm"):
        encoders.load(spec)


@pytest.mark.parametrize(
    ("module", "extra", "make"),
    [
        ("openai", "llm", lambda: EndpointEncoder("m", base_url="http://127.0.0.1:9/v1")),
        ("sentence_transformers", "st", lambda: SentenceTransformerEncoder("/nowhere")),
    ],
)
def test_a_missing_package_names_the_extra(monkeypatch, module, extra, make):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.split(".")[0] == module:
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=rf"kgmem\[{extra}\]"):
        make()
