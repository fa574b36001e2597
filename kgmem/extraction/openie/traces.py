"""Tracebacks: one event each, with what was raised, what it said, and in which file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgmem.extraction.openie import records
from kgmem.extraction.openie.parts import Found, Line, event
from kgmem.types import Qualifier, Ref, Triple, Value

LONGEST = 400
"""Lines of a traceback; what follows is no part of it."""
_BEGINS = re.compile(r"\s*(?:Traceback \(most recent call last\)|Stack ?trace):?\s*$")
_PYTHON = re.compile(r"\s*File \"(?P<file>[^\"]+)\", line (?P<line>\d+)(?:, in (?P<where>\S+))?")
_AT = re.compile(
    r"\s+at (?:(?:async |new )?(?P<where>[^\s(]+(?: \[as \w+\])?) ?"
    r"\((?P<file>[^()\s:]+(?::[\\/][^():]+)?)(?::(?P<line>\d+)(?::\d+)?)?\)"
    r"|(?P<path>[^\s()]+?):(?P<number>\d+)(?::\d+)?"
    r"|(?P<method>\S+(?:\(.*\))?) in (?P<source>\S+):line (?P<place>\d+)|\S.*)\s*$"
)
_MORE = re.compile(r"\s*\.\.\. \d+ (?:more|common frames).*$")
_RAISED = re.compile(
    r"\s*(?:(?P<cause>Caused by):\s*|Exception in thread \"[^\"]*\"\s*|Uncaught (?:exception:?\s*)?"
    r"|Unhandled (?:exception|rejection)[.:]?\s*)?"
    r"(?P<type>[A-Za-z_][\w.$]*)(?::\s*(?P<said>.*))?\s*$"
)
_ERROR = re.compile(r"(?:Error|Exception|Failure|Fault|Interrupt|Exit|Warning|Throwable|Timeout)$")
_FILE = re.compile(r"[A-Za-z].*[./\\]|[./\\].*[A-Za-z]")
_RUST = re.compile(
    r"thread '(?P<thread>[^']*)' panicked at (?P<file>[^\s:,]+):(?P<line>\d+)(?::\d+)?:?$"
)
_GO = re.compile(r"(?:panic|fatal error): (?P<said>\S.*)$")
_GO_FRAME = re.compile(r"\s*(?P<file>\S+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?$")
_GO_LINE = re.compile(r"goroutine \d+ .*|\S+\(.*\)$|created by .*|exit status \d+$|\s*$")


@dataclass(frozen=True, slots=True)
class Raised:
    """What a traceback tells.

    Attributes:
        type: of the exception, with its package as written; "panic" where there is none.
        said: its message; may be empty.
        file: where it was raised; empty when it is not said.
        line: the number of the line there, as written.
    """

    type: str
    said: str
    file: str = ""
    line: str = ""


def traces(lines: list[Line], about: Ref, extractor: str) -> Iterator[Found]:
    """The tracebacks among some lines that stand together."""
    at = 0
    while at < len(lines):
        read = _python(lines, at) or _framed(lines, at) or _panic(lines, at)
        if read is None:
            at += 1
            continue
        raised, end = read
        span = (lines[at].start(), lines[end - 1].end())
        yield [t for r in raised for t in _told(r, about, span, extractor)], span
        at = end


def _python(lines: list[Line], at: int) -> tuple[list[Raised], int] | None:
    """From "Traceback (most recent call last):" to the line with the exception."""
    if _BEGINS.match(lines[at].group()) is None:
        return None
    margin = _indent(lines[at].group())
    frame: re.Match[str] | None = None
    for place in range(at + 1, min(len(lines), at + LONGEST)):
        text = lines[place].group()
        frame = _PYTHON.match(text) or frame
        if _indent(text) <= margin and not _PYTHON.match(text):
            raised = _RAISED.match(text)
            if raised is None:
                return None
            where = (frame["file"], frame["line"]) if frame else ("", "")
            return [Raised(raised["type"], raised["said"] or "", *where)], place + 1
    return None


def _framed(lines: list[Line], at: int) -> tuple[list[Raised], int] | None:
    """An exception with the places under it, "at Foo.bar(Foo.java:12)"; its causes after it."""
    found: list[Raised] = []
    while at + 1 < len(lines) and len(found) < 3:
        raised = _RAISED.match(lines[at].group())
        first = _AT.match(lines[at + 1].group())
        if raised is None or first is None or (found and not raised["cause"]):
            break
        file = first["file"] or first["path"] or first["source"] or ""
        if not (_FILE.search(file) or raised["cause"] or _ERROR.search(raised["type"])):
            break  # "Meeting", and under it "at noon in room 4"
        at += 1
        while at < len(lines) and (_AT.match(lines[at].group()) or _MORE.match(lines[at].group())):
            at += 1
        line = first["line"] or first["number"] or first["place"] or ""
        found.append(Raised(raised["type"], raised["said"] or "", file, line))
    return (found, at) if found else None


def _panic(lines: list[Line], at: int) -> tuple[list[Raised], int] | None:
    """As Rust and Go print it."""
    text = lines[at].group().strip()
    rust = _RUST.match(text)
    if rust is not None and at + 1 < len(lines):
        said = lines[at + 1].group().strip()
        end = at + 2
        while end < len(lines) and re.match(r"\s*(?:note:|stack backtrace:)", lines[end].group()):
            end += 1
        return [Raised("panic", said, rust["file"], rust["line"])], end
    go = _GO.match(text)
    if go is None:
        return None
    end, frame = at + 1, None
    while end < len(lines):
        here = _GO_FRAME.match(lines[end].group())
        if here is None and not _GO_LINE.match(lines[end].group()):
            break
        frame = frame or here
        end += 1
    if frame is None:
        return None
    return [Raised("panic", go["said"], frame["file"], frame["line"])], end


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _told(raised: Raised, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """The event, and by the exception's name what it said and where it was raised."""
    short = re.split(r"[.$]", raised.type)[-1]
    named = _ERROR.search(short) is not None or bool(raised.said)
    error = Ref(short if named else raised.type, "thing", True)
    said = f"{raised.type}: {raised.said}" if raised.said else raised.type
    where = raised.file + (f":{raised.line}" if raised.line else "")
    told = event(about, "reported the error", said, span, extractor)
    if where:
        at = (Qualifier("at", Value(where)),)
        told = replace(told, text=f"{told.text} at {where}", qualifiers=at)
    yield told
    for key, value in (("message", raised.said), ("file", raised.file), ("line", raised.line)):
        if value and len(value.split()) <= records.MOST_WORDS:
            yield records.fact(error, records.Field(key, value), span, extractor)
