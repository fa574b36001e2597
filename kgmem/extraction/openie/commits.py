"""Commits as git prints them."""

from __future__ import annotations

import re

from kgmem.extraction.openie import records
from kgmem.extraction.openie.parts import Line
from kgmem.types import Ref, Triple

_COMMIT = re.compile(
    r"\[(?P<branch>[\w./-]+)(?: \([\w-]+\))? (?P<sha>[0-9a-f]{7,12})\] (?P<said>\S.*)"
)
_ONELINE = re.compile(
    r"(?:\* )?(?=[0-9a-f]*\d)(?=[0-9]*[a-f])(?P<sha>[0-9a-f]{7,12}) (?:\([^)]*\) )?"
    r"(?P<said>[A-Za-z\"].*)"
)
_LOGGED = re.compile(r"commit (?P<sha>[0-9a-f]{7,40})(?: \(.*\))?")


def commits(lines: list[Line], at: int, extractor: str) -> tuple[list[Triple], int]:
    """A commit that begins at a line, with its author and message, and where it ends."""
    text = lines[at].group().strip()
    one = _COMMIT.fullmatch(text) or _ONELINE.fullmatch(text)
    if one is not None:
        fields = {"message": one["said"], "branch": one.groupdict().get("branch")}
        return _commit(one["sha"], fields, lines[at].span(), extractor), at + 1
    head = _LOGGED.fullmatch(text)
    if head is None:
        return [], at
    fields, end = {}, at + 1
    while end < len(lines):
        line = lines[end].group()
        label, _, value = line.partition(":")
        if line.startswith("    ") and "message" not in fields:
            fields["message"] = line.strip()
        elif label in {"Author", "Date"}:
            fields[label.lower()] = re.sub(r"\s*<[^>]*>", "", value).strip()
        elif not line.startswith("    ") and label != "Merge":
            break
        end += 1
    return _commit(head["sha"], fields, lines[at].span(), extractor), end


def _commit(
    sha: str, fields: dict[str, str | None], span: tuple[int, int], extractor: str
) -> list[Triple]:
    thing = Ref(sha, "thing", True)
    return [
        records.fact(thing, records.Field(key, value), span, extractor)
        for key, value in fields.items()
        if value and len(value.split()) <= records.MOST_WORDS
    ]
