"""The words and phrasings that streams are composed of, one bank for each split."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeAlias

from kgmem import assets
from kgmem.errors import InputError

Split: TypeAlias = Literal["train", "validation"]

_SLOT = re.compile(r"\{(\w+)\}")
_DEEPEST = 8  # levels of patterns within patterns


@dataclass(frozen=True, slots=True)
class Domain:
    """One slot of a life: where somebody lives, which pets they have.

    Attributes:
        id: name of the domain.
        holds: whether it holds one value at a time or many.
        value: name of the list of patterns that its values are composed of.
        kinds: name of the list that `{kind}` is drawn from ("cat"); empty when there is none.
        unfit: kinds of change that are not played in it ("joint"), or questions that are not
            asked after one ("return/valid/then": kind, time, role).
        phrasings: by role ("state", "change", "ask"), see the head of the bank's file.
    """

    id: str
    holds: Literal["one", "many"]
    value: str
    kinds: str = ""
    unfit: tuple[str, ...] = ()
    phrasings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def has(self, *roles: str) -> bool:
        """Whether there are phrasings for all of these roles."""
        return all(self.phrasings.get(role) for role in roles)


@dataclass(frozen=True, slots=True)
class Bank:
    """All that the streams of a split are composed of.

    Attributes:
        split: whose.
        domains: in the order of the file.
        people: first names.
        surnames: for people of the same first name.
        registers: frames around a statement: `{s}` as it is, `{i}` with a small first letter.
        chatter: patterns of what nobody asks about: small talk, and what people say of themselves
            without taking anything back.
        words: lists that patterns draw from.
        values: patterns by the name of a kind of value.
    """

    split: Split
    domains: tuple[Domain, ...]
    people: tuple[str, ...]
    surnames: tuple[str, ...]
    registers: tuple[str, ...]
    chatter: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    values: Mapping[str, tuple[str, ...]]

    def compose(self, value: str, draw: random.Random) -> str:
        """A value: a pattern of its kind, its slots filled from the word lists."""
        return self.fill(draw.choice(self.values[value]), draw)

    def fill(self, text: str, draw: random.Random) -> str:
        """A pattern with its slots filled from the word lists."""
        for _ in range(_DEEPEST):
            if "{" not in text:
                return text
            text = _SLOT.sub(lambda m: draw.choice(self.words[m[1]]), text)
        raise InputError(f"the pattern {text!r} never ends")


@cache
def bank(split: Split) -> Bank:
    """The bank of a split.

    Raises:
        InputError: there is no such split, or its file names a list that it does not have.
    """
    if split not in ("train", "validation"):
        raise InputError(f"no split {split!r}; there are train and validation")
    raw = assets.toml("data", f"streams_{split}.toml")
    made = Bank(
        split=split,
        domains=tuple(_domain(d) for d in raw["domain"]),
        words={k: tuple(v) for k, v in raw["words"].items()},
        values={k: tuple(v) for k, v in raw["values"].items()},
        people=tuple(raw["people"]),
        surnames=tuple(raw["surnames"]),
        registers=tuple(raw["registers"]),
        chatter=tuple(raw["chatter"]),
    )
    for domain in made.domains:
        if domain.value not in made.values or (domain.kinds and domain.kinds not in made.words):
            raise InputError(f"domain {domain.id!r} names words that streams_{split}.toml lacks")
    return made


def _domain(raw: Mapping[str, Any]) -> Domain:
    phrasings = {k: tuple(v) for k, v in raw.items() if isinstance(v, list) and k != "unfit"}
    unfit = tuple(raw.get("unfit", ()))
    return Domain(raw["id"], raw["holds"], raw["value"], raw.get("kinds", ""), unfit, phrasings)
