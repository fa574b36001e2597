"""JSON as language models write it: what stands in prose, in fences, cut off, or nearly JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LONGEST = 400_000
"""Characters of a reply that are looked at; no real reply comes near."""

DEEPEST = 40
"""Levels of brackets; more is no reply but a model that repeats itself."""

_THINK = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(r"<(?:think|thinking|reasoning)>.*\Z", re.DOTALL | re.IGNORECASE)
_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_BARE = re.compile(r"(?:(?!/\*|\s//)[^,:\[\]{}\"\n])+")
_AFTER_STRING = re.compile(r"\s*(?:[,:\]}]|\Z|//|/\*)")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS: dict[str, Any] = {
    "null": None,
    "none": None,
    "nan": None,
    "undefined": None,
    "true": True,
    "false": False,
}
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d"}


class Partial(dict[str, Any]):
    """An object whose end is missing, with the members that were whole."""


@dataclass(frozen=True, slots=True)
class Found:
    """One JSON value in a reply.

    Attributes:
        value: dictionaries, lists, strings, numbers, booleans, None.
        cut: its end is missing.
    """

    value: Any
    cut: bool = False


def without_thoughts(text: str) -> str:
    """A reply without its reasoning, whether the block is whole, never closed or never opened."""
    return _UNCLOSED.sub(" ", _UNOPENED.sub(" ", _THINK.sub(" ", text)))


def values(text: str) -> list[Found]:
    """Every object and list in a text, in order, outermost only."""
    return list(_values(text[:LONGEST]))


def _values(text: str) -> Iterator[Found]:
    decoder = json.JSONDecoder()
    at = _next_open(text, 0)
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
            found = Found(value)
        except (ValueError, RecursionError):
            reader = _Lenient(text, at)
            try:
                value = reader.value(0)
                found, end = Found(value, reader.cut), reader.at
            except _NotJsonError:
                at = _next_open(text, reader.at + 1 if reader.too_deep else at + 1)
                continue
        yield found
        at = _next_open(text, end)


def _next_open(text: str, start: int) -> int:
    places = [place for place in (text.find("{", start), text.find("[", start)) if place >= 0]
    return min(places, default=-1)


class _NotJsonError(Exception):
    """What stands here is prose."""


class _Lenient:
    """Reads one value: trailing commas, single quotes, comments, bare words, a missing end."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.cut = False
        self.too_deep = False

    def value(self, depth: int) -> Any:
        if depth > DEEPEST:
            self.too_deep = True
            raise _NotJsonError
        char = self._peek()
        if char == "{":
            return self._object(depth + 1)
        if char == "[":
            return self._list(depth + 1)
        if char in _QUOTES:
            return self._string(_QUOTES[char])
        return self._bare()

    def _peek(self) -> str:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        members: dict[str, Any] = {}
        while True:
            char = self._peek()
            if char == "}":
                self.at += 1
                return members
            if char == ",":
                self.at += 1
                continue
            if not char:
                self.cut = True
                return Partial(members)
            key = self._string(_QUOTES[char]) if char in _QUOTES else self._bare()
            if not self._peek():
                self.cut = True
                return Partial(members)
            if self._peek() != ":":
                raise _NotJsonError
            self.at += 1
            member = self.value(depth)
            if self._whole(member):
                members[str(key)] = member
            if self.cut:
                return Partial(members)

    def _list(self, depth: int) -> list[Any]:
        self.at += 1
        items: list[Any] = []
        while True:
            char = self._peek()
            if char == "]":
                self.at += 1
                return items
            if char == ",":
                self.at += 1
                continue
            if not char:
                self.cut = True
                return items
            if char in "}:":
                raise _NotJsonError
            item = self.value(depth)
            if self._whole(item):
                items.append(item)
            if self.cut:
                return items

    def _whole(self, value: Any) -> bool:
        """Containers survive a cut with what they hold; a cut word or number is worth nothing."""
        return not self.cut or isinstance(value, dict | list)

    def _string(self, close: str) -> str:
        """A string; a quote inside it that nobody escaped does not end it."""
        start = self.at + 1
        at = start
        while True:
            at = self.text.find(close, at)
            if at < 0:
                self.at, self.cut = len(self.text), True
                return self.text[start:]
            if not _escaped(self.text, at) and _AFTER_STRING.match(self.text, at + 1):
                self.at = at + 1
                return _ESCAPE.sub(_unescape, self.text[start:at])
            at += 1

    def _bare(self) -> Any:
        match = _BARE.match(self.text, self.at)
        if match is None:
            if not self._peek():
                self.cut = True
                return None
            raise _NotJsonError
        self.at = match.end()
        if self.at == len(self.text):
            self.cut = True
        word = match.group().strip()
        if word.lower() in _CONSTANTS:
            return _CONSTANTS[word.lower()]
        try:
            return float(word) if "." in word else int(word)
        except ValueError:
            return word


def _escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before a character."""
    before = at
    while before > 0 and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if code.startswith("u") and len(code) == 5:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)
