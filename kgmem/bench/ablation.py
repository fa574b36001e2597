"""kgmem with parts of its retrieval switched off or on, to see what each part is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from kgmem.errors import InputError
from kgmem.settings import Settings

_FACTS = ("fact", "told", "answer", "by_fact", "rank", "relevance", "bridge", "stale")


def _without(*names: str) -> Callable[[Settings], Settings]:
    off = dict.fromkeys(names, 0.0)
    return lambda settings: replace(settings, weights=replace(settings.weights, **off))


def _with(**values: float) -> Callable[[Settings], Settings]:
    return lambda settings: replace(settings, weights=replace(settings.weights, **values))


def _deep(depth: int) -> Callable[[Settings], Settings]:
    deep = _with(relevance=0.3)
    return lambda settings: replace(deep(settings), depth=depth)


PARTS: Mapping[str, Callable[[Settings], Settings]] = MappingProxyType(
    {
        "without-facts": _without(*_FACTS),
        "without-bridge": _without("bridge"),
        "without-coverage": _without("cover"),
        "without-neighbours": _without("window", "beside", "reply"),
        "without-kin": _without("kin"),
        "without-soft": _without("soft"),
        "without-dense": _without("dense", "window", "fact"),
        "without-sessions": _without("session"),
        "without-subject": _without("about", "told"),
        "without-answers": _without("answer"),
        "with-pagerank": _with(rank=0.2),
        "with-clues": _with(clues=0.3),
        "with-walk-0": _deep(0),
        "with-walk-1": _deep(1),
        "with-walk-2": _deep(2),
    }
)
"""Systems by name: kgmem without a part, or with one that is off by default."""


def variants(parts: Sequence[str]) -> tuple[str, ...]:
    """The names of systems for parts: `facts` for `without-facts`, `all` for every one.

    Raises:
        InputError: there is no such part.
    """
    short = {name.partition("-")[2]: name for name in PARTS}
    unknown = [p for p in parts if p not in short and p != "all"]
    if unknown:
        raise InputError(
            f"no part {', '.join(unknown)} to switch; there are {', '.join(short)}, all"
        )
    return tuple(PARTS) if "all" in parts else tuple(short[p] for p in parts)


def ablated(settings: Settings, name: str) -> Settings:
    """Settings of one of `PARTS`; as they are for any other name."""
    return PARTS[name](settings) if name in PARTS else settings
