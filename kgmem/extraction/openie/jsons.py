"""Values as tools print them: JSON, objects as Python prints them or cut off, and key=value."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Scalar: TypeAlias = "str | int | float | bool | None"
Json: TypeAlias = "Scalar | Sequence[Json] | Mapping[str, Json]"

LONGEST = 80_000
"""Characters of an object as Python prints it beyond which it is data."""
DEEPEST = 50
"""Brackets in one another beyond which what was cut off is data."""
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[{}\[\],]")
_ASSIGNED = re.compile(r"(?<!\S)(?P<key>[A-Za-z_][\w.-]*)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s,;]+)")
LONGEST_VALUE = 6
"""Words of a value without quotes beyond which only the first one is meant."""
_CLOSING = {"{": "}", "[": "]"}


def decoded(text: str, start: int, cut: bool) -> tuple[Json, int]:
    """The value that begins at a place of the text, and where it ends; the place itself if none.

    Args:
        text: what holds it.
        start: the place of its bracket.
        cut: whether the text may break off in it.
    """
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        value, end = _printed(text, start)
        return _cut_off(text, start) if cut and end == start else (value, end)
    return value, end


def _printed(text: str, start: int) -> tuple[Json, int]:
    """An object as Python prints it, on its line or lines to the end of the text."""
    for end in (text.find("\n", start), text.rfind("}") + 1, text.rfind("]") + 1):
        if start < end <= start + LONGEST:
            try:
                return ast.literal_eval(text[start:end].strip()), end
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return None, start


def _cut_off(text: str, start: int) -> tuple[Json, int]:
    """What is whole of an object that the text breaks off in: long outputs are cut by tools."""
    open_: list[str] = []
    last, closers = 0, ""
    for match in _TOKEN.finditer(text, start):
        sign = match.group()
        if sign in _CLOSING:
            open_.append(_CLOSING[sign])
        elif sign in {"}", "]"}:
            if not open_ or open_.pop() != sign or not open_:
                return None, start  # not cut off, broken otherwise
            last, closers = match.end(), "".join(reversed(open_))
        elif sign == "," and open_:
            last, closers = match.start(), "".join(reversed(open_))
        if len(open_) > DEEPEST:
            return None, start
    if not last or "\n\n" in text[last:]:
        return None, start
    try:
        return json.loads(text[start:last] + closers), len(text)
    except (ValueError, RecursionError):
        return None, start


def assignments(line: str) -> list[tuple[str, str, tuple[int, int]]]:
    """The key=value pairs of a line with their places; values may have blanks on a line of them.

    As in "device=Pixel 8 os=15": what stands before the next key is a part of the value, where the
    line holds nothing but pairs.
    """
    plain = [(m["key"], m["value"], m.span()) for m in _ASSIGNED.finditer(line)]
    if not plain or line[: plain[0][2][0]].strip():
        return plain
    whole = []
    for place, (key, value, (start, end)) in enumerate(plain):
        after = plain[place + 1][2][0] if place + 1 < len(plain) else len(line.rstrip())
        rest = line[end:after].strip(" ,;")
        if rest and not value.startswith(("'", '"')) and len(rest.split()) < LONGEST_VALUE:
            value, end = f"{value} {rest}", end + len(line[end:after].rstrip(" ,;"))
        whole.append((key, value, (start, end)))
    return whole
