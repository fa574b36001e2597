"""Changes of files as `diff` prints them: which file, and which of its settings is now what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie import records
from kgmem.extraction.openie.parts import Found, Line, event
from kgmem.types import Ref, Triple

_FILE = re.compile(
    r"(?:---|\+\+\+) (?:[ab]/)?(?P<file>\S+)(?:\s.*)?$|diff --git a/\S+ b/(?P<new>\S+)$"
)
_PART = re.compile(
    r"(?:diff --git|index [0-9a-f]+|---|\+\+\+|@@|[-+ ]|new file|deleted file|rename|similarity"
    r"|\\ No newline)"
)
_SET = re.compile(
    r"[-+]\s*[\"']?(?:(?:export|const|let|var|set)\s+)?(?P<key>[A-Za-z_][\w.-]*)[\"']?"
    r"\s*(?::|=)\s*(?P<value>\S.{0,80}?)[,;]?\s*$"
)
MOST = 12
"""Settings told of a change."""


def diffs(lines: list[Line], about: Ref, extractor: str) -> Iterator[Found]:
    """The changes of files among some lines that stand together."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _PART.match(lines[end].group()):
            end += 1
        part = lines[at:end]
        if _is_diff(part):
            span = (part[0].start(), part[-1].end())
            yield list(_told(part, about, extractor)), span
        at = max(end, at + 1)


def _is_diff(part: list[Line]) -> bool:
    heads = [m.group()[:3] for m in part]
    return "+++" in heads and any(h.startswith(("@@", "+", "-")) for h in heads)


def _told(part: list[Line], about: Ref, extractor: str) -> Iterator[Triple]:
    file, count = "", 0
    old: dict[str, str] = {}
    for line in part:
        text, span = line.group(), line.span()
        if head := _FILE.match(text):
            name = head["file"] or head["new"] or ""
            if name and name != "/dev/null" and name != file and not text.startswith("---"):
                file = name
                yield _changed(about, file, span, extractor)
            old = {}
        elif (put := _SET.match(text)) and file and count < MOST:
            if text.startswith("-"):
                old[put["key"]] = put["value"]
                continue
            values = (records.scalar(old.get(put["key"], "")), records.scalar(put["value"]))
            if values[0] != values[1]:
                count += 1
                thing = Ref(file, "thing", True)
                yield from records.changed(thing, put["key"], values, span, extractor)


def _changed(about: Ref, file: str, span: tuple[int, int], extractor: str) -> Triple:
    return event(about, "shows a change of", Ref(file, "thing", True), span, extractor)
