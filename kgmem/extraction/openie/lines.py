"""Lines with a form: `key: value`, `key=value`, tables, logs, and how a command ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, groupby

from kgmem.extraction.openie import records
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.records import Scalar
from kgmem.types import Ref, Triple, Value

Found = tuple[list[Triple], tuple[int, int]]

MOST_LINES = 40
MOST_LOGS = 8
LONGEST = 500
"""Characters of a line beyond which it is data."""
_LINE = re.compile(r"[^\n]+")
_KEY = re.compile(
    r"(?:[-*]\s+)?[\"'`*]{0,2}(?P<key>[A-Za-z_#][\w .()/#\[\]-]{0,48}?)[\"'`*]{0,2}"
    r"\s*(?::(?=\s)|\s=\s|=(?=\S))\s*(?P<value>\S.*)"
)
_ASSIGNED = re.compile(r"(?<!\S)(?P<key>[A-Za-z_][\w.-]*)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s,;]+)")
_HEADER = re.compile(r"\|?(?:[^|\n]+\|)+[^|\n]*\|?")
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?")
_CAPS = re.compile(
    r"[A-Z][A-Z0-9_()%-]*(?: [A-Z][A-Z0-9_()%-]*)*"
    r"(?:\s{2,}[A-Z][A-Z0-9_()%-]*(?: [A-Z0-9_()%-]+)*)+"
)
_OBJECT_KEY = re.compile(r"\S*?\w\.[a-z]\S*|[^\sA-Za-z]*[A-Za-z][^\s-]*-[^\s\d]*\d\S*|(?:/|~/)\S+")
_LOG = re.compile(
    r"(?P<time>\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\]?)\s+"
    r"(?:\[?(?P<level>[A-Z]{4,8})\]?:?\s+)?(?:(?P<source>[\w./-]+?)(?:\[\d+\])?:\s+)?(?P<said>\S.*)"
)
_LEVEL = re.compile(r"\[?(?P<level>ERROR|FATAL|CRITICAL|WARN(?:ING)?)\]?:?\s+(?P<said>\S.*)")
_EXIT = re.compile(
    r"(?:(?P<lead>.*?)\s)?(?:exit(?:ed)?(?: with)?(?: code| status)?|return code|rc)(?:\s*[:=])?\s*"
    r"(?P<code>\d+)\s*(?:[:,.-]\s*(?P<said>\S.*))?",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"(?:(?P<source>[\w./-]+):\s+)?(?P<said>(?:(?:[A-Z]\w*)?(?:Error|Exception|Warning)"
    r"|error|fatal|panic|ERROR|FATAL)\b(?:\[\w+\])?:\s*\S.*)"
)
_FAILED = re.compile(r"(?:FAILED|FAIL|ERROR)\s+(?P<what>\S+)\s*(?:[-:]\s*(?P<said>\S.*))?")
_COUNTS = re.compile(
    r"(?:=+\s*)?(?P<said>\d+ (?:passed|failed|errors?|skipped|warnings?|tests?|ok)\b.*?)"
    r"(?:\s*=+)?",
    re.IGNORECASE,
)


def pairs(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """Blocks of `key: value` lines, and lines of `key=value` pairs."""
    for block in _blocks(text):
        given = [(m["key"].strip(), records.scalar(m["value"])) for _, m in block]
        start, end = block[0][0].start(), block[-1][0].end()
        kept = {k: v for k, v in given if v is not None}
        told = len(block) > 1 or not _is_sentence(block[0][1]["value"])
        if (tool and told) or (len(block) > 1 and records.named(kept)[1] is not None):
            yield list(_of_pairs(kept, about, block, extractor)), (start, end)
    for line in chain.from_iterable(_runs(text)):
        found = list(_ASSIGNED.finditer(line.group()))
        if len(found) > 1 or (found and tool and found[0].group() == line.group().strip()):
            record = {m["key"]: records.scalar(m["value"]) for m in found}
            span = (line.start() + found[0].start(), line.start() + found[-1].end())
            if tool or records.named(record)[1] is not None:
                yield list(records.told(record, about, span, extractor)), span


def _blocks(text: str) -> Iterator[list[tuple[re.Match[str], re.Match[str]]]]:
    for run in _runs(text):
        lines = [(m, _pair(m.group().strip())) for m in run]
        for formed, group in groupby(lines, key=lambda item: item[1] is not None):
            block = [(line, pair) for line, pair in group if pair is not None]
            if formed and len(block) <= MOST_LINES:
                yield block


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """The lines that are read, in groups between which a line is too long to be."""
    run: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        if line.end() - line.start() <= LONGEST:
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_sentence(value: str) -> bool:
    count = len(value.split())
    return count > 5 or (count > 2 and re.search(r"\w[.!?]$", value) is not None)


def _pair(line: str) -> re.Match[str] | None:
    match = _KEY.fullmatch(line)
    if match is None or len(match["key"].split()) > 4 or len(match["value"].split()) > 16:
        return None
    first = match["key"].split()[0].lower()
    sentence = re.search(r"[a-z]{2}[.!?]\s+[A-Z]", match["value"])
    unfit = first in _SAYING or _EXIT.fullmatch(line) or _ERROR.fullmatch(line)
    return None if sentence or unfit or len(_ASSIGNED.findall(line)) > 1 else match


_SAYING = words("keys", "saying")


def _of_pairs(
    record: Mapping[str, Scalar],
    about: Ref,
    block: list[tuple[re.Match[str], re.Match[str]]],
    extractor: str,
) -> Iterator[Triple]:
    """Each pair told of what the block names; a key that is a thing itself has a state."""
    spans = {m["key"].strip(): line.span() for line, m in block}
    objects = {k: v for k, v in record.items() if _OBJECT_KEY.fullmatch(k)}
    for key, value in objects.items():
        state = records.Field("state", value)
        yield records.fact(Ref(key, "thing", True), state, spans[key], extractor)
    rest = {k: v for k, v in record.items() if k not in objects}
    naming, thing = records.named(rest)
    for key, value in rest.items():
        if key != naming:
            yield records.fact(thing or about, records.Field(key, value), spans[key], extractor)


def tables(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """Markdown tables, and columns under a line of capitals: a row is what its first cell names."""
    for run in _runs(text):
        yield from _tables(run, tool, extractor)


def _tables(lines: list[re.Match[str]], tool: bool, extractor: str) -> Iterator[Found]:
    at = 0
    while at + 1 < len(lines):
        head, second = lines[at], lines[at + 1]
        title = head.group().strip()
        if _RULE.fullmatch(second.group().strip()) and _HEADER.fullmatch(title):
            split, first = _cells, at + 2
        elif tool and _CAPS.fullmatch(title):
            split, first = _columns, at + 1
        else:
            at += 1
            continue
        keys = split(head.group())
        last = first
        while last < len(lines) and len(split(lines[last].group())) == len(keys):
            last += 1
        rows = lines[first : min(last, first + MOST_LINES)]
        triples = [t for row in rows for t in _row(keys, split(row.group()), row.span(), extractor)]
        if len(keys) > 1 and rows:
            yield triples, (head.start(), rows[-1].end())
        at = max(last, at + 1)


def _cells(line: str) -> list[str]:
    return [c.strip(" *`") for c in line.strip().strip("|").split("|")]


def _columns(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def _row(
    keys: list[str], cells: list[str], span: tuple[int, int], extractor: str
) -> Iterator[Triple]:
    name = records.scalar(cells[0])
    if name is None:
        return
    subject = Ref(str(name), "thing", True)
    for key, cell in zip(keys[1:], cells[1:], strict=True):
        value = records.scalar(cell)
        if value is not None and key:
            yield records.fact(subject, records.Field(key, value), span, extractor)


def results(text: str, about: Ref, tool: bool, extractor: str) -> Iterator[Found]:
    """How a command ended, what it counted, what it logged as an error."""
    if not tool:
        return
    logged = 0
    for line in chain.from_iterable(_runs(text)):
        found = list(_result(line.group().strip(), about, line.span(), extractor))
        if found:
            logged += 1
            yield (found if logged <= MOST_LOGS else []), line.span()


def _result(line: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    if match := _LOG.fullmatch(line):
        source = Ref(match["source"], "thing", True) if match["source"] else about
        bad = match["level"] in {"ERROR", "FATAL", "CRITICAL"}
        verb = "reported the error" if bad else "logged"
        yield _event(source, verb, match["said"], span, extractor)
    elif match := _EXIT.fullmatch(line):
        yield _event(about, "ended with", f"exit code {match['code']}", span, extractor)
        if match["said"] or match["lead"]:
            verb = "reported the error" if match["code"] != "0" else "reported"
            yield _event(about, verb, match["said"] or match["lead"], span, extractor)
    elif match := _FAILED.fullmatch(line):
        what = Ref(match["what"].rstrip(":"), "thing", True)
        yield _event(what, "failed with", match["said"] or "an error", span, extractor)
    elif match := _LEVEL.fullmatch(line):
        verb = "warned" if match["level"].startswith("WARN") else "reported the error"
        yield _event(about, verb, match["said"], span, extractor)
    elif match := _ERROR.fullmatch(line):
        yield _event(about, "reported the error", match["said"], span, extractor)
    elif match := _COUNTS.fullmatch(line):
        yield _event(about, "reported", match["said"], span, extractor)


def _event(subject: Ref, verb: str, said: str, span: tuple[int, int], extractor: str) -> Triple:
    words = " ".join(said.split()[: records.MOST_WORDS]).rstrip(" .")
    return Triple(
        subject=subject,
        predicate=verb,
        object=Value(words, "clause"),
        span=span,
        text=f"{subject.name[:1].upper()}{subject.name[1:]} {verb} {words}",
        kind="event",
        confidence=records.CONFIDENCE,
        extractor=extractor,
    )
