"""Lines that say how something went: exits, tests, steps, requests, changed values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from kgmem.extraction.openie import commits, logs, records
from kgmem.extraction.openie.bearers import CODED
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.parts import Found, Line, event
from kgmem.types import Ref, Triple

MOST = 24
"""Lines that are told; of more those with errors come first."""
MOST_LOGS = 8
"""Lines of a log that are told; of more those with errors come first."""

EXIT = re.compile(
    r"(?:(?P<lead>.*?)\s)?(?:exit(?:ed)?(?: with)?(?: code| status)?|return code|rc)(?:\s*[:=])?\s*"
    r"(?P<code>\d+)\s*(?:[:,.-]\s*(?P<said>\S.*))?",
    re.IGNORECASE,
)
ERROR = re.compile(
    r"(?:(?P<source>[\w./-]+):\s+)?(?P<said>(?:(?:[\w.]*[A-Z]\w*)?(?:Error|Exception|Warning)"
    r"|error|fatal|panic|ERROR|FATAL)\b(?:\[\w+\])?:\s*\S.*)"
)
_FAILED = re.compile(
    r"(?:FAILED|FAIL|ERROR):?\s+(?P<what>[^\s:]\S*[/.:_]\S*)\s*(?:[-:]\s*(?P<said>\S.*))?"
)
_COUNTS = re.compile(
    r"(?:=+\s*)?(?P<said>\d+ (?:passed|failed|errors?|skipped|warnings?|tests?|ok)\b.*?)"
    r"(?:\s*=+)?",
    re.IGNORECASE,
)
_LEADER = re.compile(
    r"(?P<what>\S.*?)\s*(?:\.{3,}|…|·{3,}|-{4,})\s*(?P<state>[^\s.].{0,60}?)"
    r"(?:\s+[(\[](?P<took>[^()\[\]]*\d[^()\[\]]*)[)\]])?"
)
_MARKED = re.compile(
    r"(?P<mark>[✓✔√☑✅]|[✗✘✕✖❌×]|x(?= )|PASS(?:ED)?|FAIL(?:ED)?|SKIP(?:PED)?|not ok|ok"
    r"|\[(?:OK|ok|PASS|FAIL|FAILED|SKIP)\])(?::\s*|\s+)(?:\d+ - )?"
    r"(?P<what>\S.*?)(?:\s+\(?(?P<took>\d[\d.]*\s?(?:ms|s|sec|min|m \d+s))\)?)?"
)
_ENDING = re.compile(
    r"(?P<what>[\w./:\[\]-]*\w[_/.:]\w[\w./:\[\]-]*) (?P<mark>PASSED|FAILED|ERROR"
    r"|SKIPPED|OK|ok|XFAIL)(?:\s+\[\s*\d+%\])?"
)
_GO = re.compile(r"--- (?P<mark>PASS|FAIL|SKIP): (?P<what>\S+)(?: \((?P<took>[^)]*)\))?")
_REQUEST = re.compile(
    r"(?:\S+ \S+ \S+ \[[^\]]+\] )?\"?"
    r"(?P<request>(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+)(?: HTTP/[\d.]+)?\"?\s*"
    r"(?:->|=>|→|[-:=]|returned|responded with|got)?\s*(?:HTTP(?:/[\d.]+)?\s+)?"
    r"(?P<status>[1-5]\d\d(?: [A-Z][A-Za-z]*(?: [A-Z][a-z]+)*)?)(?P<more>\b.*)"
)
_HTTP = re.compile(
    r"(?:<\s*)?(?:HTTP(?:/[\d.]+)?|[Ss]tatus(?: code)?:?)\s+(?P<status>[1-5]\d\d(?: [A-Z][\w ]*)?)"
)
_CHANGE = re.compile(
    r"(?P<key>[A-Za-z][\w ./\[\]\"'#-]{0,60}?)(?P<colon>\s*[:=])?\s+"
    r"(?P<old>(?:[^\s:]|:(?=\S))+(?: (?:[^\s:]|:(?=\S))+){0,2}?)\s+"
    r"(?:->|→|=>|➜)\s+(?P<new>\S+(?: \S+){0,3}?)(?:\s+\([^()]*\))?"
)
_NUMBERED = re.compile(r"(?P<noun>[A-Za-z]{2,}) #?(?P<id>\d+)\b")
_INSTALLED = re.compile(r"Successfully installed (?P<list>\S.*)")
_PACKAGE = re.compile(r"(?P<name>[\w.-]+)-(?P<version>\d[\w.]*)$")
_VALUE = re.compile(r"[\"']?(?:[-+$€£]?\d\S*|v\d\S*)[\"']?(?: [A-Za-z%]\S*)?")


def _state_of(mark: str) -> str:
    """The state that a mark stands for: "✓", "PASS", "[ok]"."""
    plain = mark.strip("[]").lower()
    return next((s for s in ("passed", "skipped") if plain in words("marks", s)), "failed")


def outcomes(lines: list[Line], about: Ref, anchor: datetime, extractor: str) -> Iterator[Found]:
    """What some lines that stand together say of how things went.

    Args:
        lines: that were not read otherwise.
        about: the tool.
        anchor: when it was said, zone-aware.
        extractor: name to put on the triples.
    """
    count = 0
    told: list[tuple[int, bool, list[Triple], tuple[int, int]]] = []
    at = 0
    while at < len(lines):
        (found, end), log = commits.commits(lines, at, extractor), False
        if not found:
            few = count < 2 * MOST_LOGS  # of the rest no time is told
            found, log = _line(lines[at], about, anchor if few else None, extractor)
            count += log
            end = at + 1
        span = (lines[at].start(), lines[end - 1].end())
        if found:
            told.append((_weight(found), log, found, span))
        at = end
    kept = _kept([(weight, log) for weight, log, _, _ in told])
    seen: set[str] = set()
    for place, (_, _, found, span) in enumerate(told):
        fresh = [t for t in found if place in kept and t.text not in seen]
        seen.update(t.text for t in fresh)
        yield fresh, span


def _weight(found: list[Triple]) -> int:
    bad = {"reported the error", "failed with"}
    return 0 if any(t.predicate in bad for t in found) else 1


def _kept(told: list[tuple[int, bool]]) -> set[int]:
    """The lines that are told: the first ones, those with errors before the others."""
    order = sorted(range(len(told)), key=lambda i: (told[i][0], i))
    logs = [i for i in order if told[i][1]][:MOST_LOGS]
    return {*logs, *[i for i in order if not told[i][1]][:MOST]}


def _line(
    line: Line, about: Ref, anchor: datetime | None, extractor: str
) -> tuple[list[Triple], bool]:
    text, span = line.group().strip(), line.span()
    found = logs.logged(text, about, anchor, span, extractor)
    if found is not None:
        return found, True
    for read in (_ended, _requested, _went, _changed):
        found = list(read(text, about, span, extractor))
        if found:
            return found, False
    return [], False


def _ended(text: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """How a command or a test run ended."""
    if match := EXIT.fullmatch(text):
        yield event(about, "ended with", f"exit code {match['code']}", span, extractor)
        if match["said"] or match["lead"]:
            verb = "reported the error" if match["code"] != "0" else "reported"
            yield event(about, verb, match["said"] or match["lead"], span, extractor)
    elif match := _FAILED.fullmatch(text):
        what = match["what"].rstrip(":")
        yield event(Ref(what, "thing", True), "failed with", match["said"] or "an error", span,
                    extractor)  # fmt: skip
        yield logs.state(what, "failed", span, extractor)
    elif match := ERROR.fullmatch(text):
        yield event(about, "reported the error", match["said"], span, extractor)
    elif match := _COUNTS.fullmatch(text):
        yield event(about, "reported", match["said"], span, extractor)


def _requested(text: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """What an address answered, and what was installed."""
    if match := _REQUEST.fullmatch(text):
        request = Ref(match["request"], "thing", True)
        yield records.fact(request, records.Field("status", match["status"]), span, extractor)
    elif match := _HTTP.fullmatch(text):
        yield records.fact(about, records.Field("HTTP status", match["status"]), span, extractor)
    elif match := _INSTALLED.fullmatch(text):
        for item in match["list"].split()[: records.MOST_ITEMS]:
            if package := _PACKAGE.fullmatch(item):
                thing, version = Ref(package["name"], "thing", True), package["version"]
                yield records.fact(thing, records.Field("version", version), span, extractor)


def _went(text: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """How a step or a test went: "job lint ..... passed (40s)", "✗ login: timed out"."""
    if match := _GO.fullmatch(text) or _ENDING.fullmatch(text) or _MARKED.fullmatch(text):
        what, _, said = match["what"].partition(": ")
        state = _state_of(match["mark"])
        if len(what.split()) > 10 or (match["mark"] in {"ok", "x"} and not said and "?" in what):
            return
        yield logs.state(what, state, span, extractor)
        if said:
            verb = "failed with" if state == "failed" else "reported"
            yield event(Ref(what, "thing", True), verb, said, span, extractor)
        yield from _took(what, match.groupdict().get("took"), span, extractor)
    elif match := _LEADER.fullmatch(text):
        what, state = match["what"].strip(), match["state"]
        thing, _, noun = what.rpartition(": ")
        if len(what.split()) > 8 or len(state.split()) > 6:
            return
        if thing or re.match(r"\w+ing\b", what):
            subject = Ref(thing, "thing", True) if thing else about
            field = records.Field(noun if thing else what, state)
            yield records.fact(subject, field, span, extractor)
        else:
            yield logs.state(what, state, span, extractor)
            yield from _took(what, match["took"], span, extractor)
    else:
        yield from logs.so(text, span, extractor)


def _changed(text: str, about: Ref, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """What a value was and is: "reserve_pct 20 -> 35", "OPS-7 status: open -> closed"."""
    match = _CHANGE.fullmatch(text)
    if match is None:
        return
    values = (records.scalar(match["old"]), records.scalar(match["new"]))
    if not match["colon"] and not all(v and _VALUE.fullmatch(str(v)) for v in values):
        return
    numbered = _NUMBERED.match(match["key"])
    if numbered is not None:  # Deal #1182 "Harbour" moved: proposal -> closed
        thing = Ref(f"{numbered['noun'].lower()} {numbered['id']}", "thing", True)
        rest = re.sub(r"[\"'].*?[\"']", "", match["key"][numbered.end() :]).strip()
        noun = rest if rest and not rest.endswith("ed") else "status"
        yield from records.changed(thing, noun, values, span, extractor)
        return
    first, _, rest = match["key"].partition(" ")
    known = bool(rest) and CODED.fullmatch(first) is not None and any(c.isdigit() for c in first)
    subject = Ref(first, "thing", True) if known else about
    yield from records.changed(subject, rest if known else match["key"], values, span, extractor)


def _took(what: str, took: str | None, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    if took:
        field = records.Field("duration", took)
        yield records.fact(Ref(what, "thing", True), field, span, extractor)
