"""kgmem with parts of its retrieval switched off, to see what each part is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from kgmem.errors import InputError
from kgmem.settings import Settings

_FACTS = ("fact", "told", "answer", "by_fact", "rank", "relevance", "bridge", "stale")


def _without(*names: str) -> Callable[[Settings], Settings]:
    off = dict.fromkeys(names, 0.0)
    return lambda settings: replace(settings, weights=replace(settings.weights, **off))


def _deep(depth: int) -> Callable[[Settings], Settings]:
    return lambda settings: replace(settings, depth=depth)


PARTS: Mapping[str, Callable[[Settings], Settings]] = MappingProxyType(
    {
        "facts": _without(*_FACTS),
        "walk": _without("relevance", "fact_walk"),
        "pagerank": _without("rank"),
        "bridge": _without("bridge"),
        "coverage": _without("cover"),
        "neighbours": _without("window", "beside", "reply"),
        "soft": _without("soft"),
        "dense": _without("dense", "window", "fact"),
        "sessions": _without("session"),
        "subject": _without("about", "told"),
        "answers": _without("answer"),
        "d0": _deep(0),
        "d1": _deep(1),
        "d2": _deep(2),
    }
)
"""What can be switched off, by name; `d0` to `d2` set the depth of the walk instead."""


def ablated(settings: Settings, name: str) -> Settings:
    """Settings without one part.

    Raises:
        InputError: there is no such part.
    """
    if name not in PARTS:
        raise InputError(f"no part {name!r} to switch off; there are {', '.join(PARTS)}, or all")
    return PARTS[name](settings)
