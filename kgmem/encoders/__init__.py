"""Encoders: texts to unit vectors.

`default()` is the packaged all-MiniLM-L6-v2; `load` understands short specifications.
"""

from __future__ import annotations

from functools import lru_cache

from kgmem.encoders.endpoint import EndpointEncoder
from kgmem.encoders.hashed import HashEncoder
from kgmem.encoders.minilm import MiniLMEncoder
from kgmem.encoders.sentence_transformer import SentenceTransformerEncoder
from kgmem.errors import InputError
from kgmem.protocols import Encoder

__all__ = [
    "EndpointEncoder",
    "HashEncoder",
    "MiniLMEncoder",
    "SentenceTransformerEncoder",
    "default",
    "load",
]


@lru_cache(maxsize=1)
def default() -> Encoder:
    """The packaged all-MiniLM-L6-v2, one for the whole process, loaded when first used."""
    return MiniLMEncoder()


def load(spec: str | Encoder | None = None) -> Encoder:
    """The encoder that a specification names.

    Args:
        spec: an encoder (returned as it is); None or "minilm" for the packaged one; "hash" or
            "hash:DIMENSION"; "st:NAME_OR_DIRECTORY"; "openai:MODEL" or "openai:MODEL@URL".

    Raises:
        InputError: the specification is not understood.
        MissingExtra: what it needs is not installed.
    """
    if spec is None or spec == "minilm":
        return default()
    if not isinstance(spec, str):
        if not hasattr(spec, "encode_spans"):
            raise InputError(f"an encoder has encode() and encode_spans(), {spec!r:.80} has not")
        return spec
    scheme, _, rest = spec.partition(":")
    if scheme == "hash" and (not rest or rest.isdecimal()):
        return HashEncoder(int(rest)) if rest else HashEncoder()
    if scheme == "st" and rest:
        return SentenceTransformerEncoder(rest)
    if scheme == "openai" and rest:
        model, _, url = rest.partition("@")
        return EndpointEncoder(model, base_url=url or None)
    raise InputError(
        f"unknown encoder {spec!r}; use 'minilm', 'hash', 'st:DIRECTORY' or 'openai:MODEL@URL'"
    )
