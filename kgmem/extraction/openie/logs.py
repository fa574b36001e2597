"""Lines of logs: when it was, how bad, where, and what was said.

Also what a message or a line of output says by itself of the state of something with a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache

from kgmem.extraction.openie import records
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.jsons import assignments
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.parts import event, moment
from kgmem.types import Ref, Triple

_STAMP = (
    r"\[?(?:(?P<day>\d{4}-\d\d-\d\d)[T ])?(?P<clock>\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?"
    r"(?:Z|[+-]\d\d:?\d\d)?\]?"
)
_LEVEL = r"\[?(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|SEVERE)\]?:?"
_SOURCE = r"(?P<source>\[[\w./ -]+\]|[\w./-]+?)(?:\[\d+\])?"
_LOGS = (
    re.compile(rf"{_STAMP}\s+{_LEVEL}\s+(?:{_SOURCE}:?:\s+)?(?P<said>\S.*)"),
    re.compile(rf"{_LEVEL}\s+{_STAMP}\s+(?:{_SOURCE}:\s+)?(?P<said>\S.*)"),
    re.compile(
        r"\[?(?P<level>ERROR|FATAL|CRITICAL|WARN(?:ING)?)\]?:?\s+(?P<day>\d{4}-\d\d-\d\d)\s+"
        rf"(?:{_SOURCE}:\s+)?(?P<said>\S.*)"
    ),
    re.compile(
        r"\[?(?P<day>\d{4}-\d\d-\d\d)[T ](?P<clock>\d\d:\d\d(?::\d\d)?)\S*\]?\s+"
        rf"(?:\[?(?P<level>[A-Z]{{4,8}})\]?:?\s+)?(?:{_SOURCE}:\s+)?(?P<said>\S.*)"
    ),
    re.compile(
        r"[A-Z][a-z]{2} +\d{1,2} (?P<clock>\d\d:\d\d:\d\d) (?:[\w.-]+ )?"
        r"(?P<source>[\w./-]+)(?:\[\d+\])?: (?P<said>\S.*)"
    ),
    re.compile(r"\[(?P<level>error|fatal|critical|warn(?:ing)?|info)\]:?\s+(?P<said>\S.*)"),
    re.compile(r"\[?(?P<level>ERROR|FATAL|CRITICAL|WARN(?:ING)?)\]?:?\s+(?P<said>\S.*)"),
)
_BAD = frozenset(["ERROR", "FATAL", "CRITICAL", "SEVERE"])
_ERROR_CODE = re.compile(r"(?P<code>(?=\S*\d)[A-Z][\w-]*): (?P<said>\S.*)")
_WHAT = r"(?:[A-Za-z][\w-]* ){0,2}[#!]?[\w./#!-]*\d[\w./-]*"


def logged(
    text: str, about: Ref, anchor: datetime | None, span: tuple[int, int], extractor: str
) -> list[Triple] | None:
    """What a line of a log tells; None for another line.

    Args:
        text: the line.
        about: the tool, where the line names no source.
        anchor: when it was said, zone-aware; None where its time need not be told.
        span: its place in the observation.
        extractor: name to put on the triples.
    """
    for pattern in _LOGS:
        match = pattern.fullmatch(text)
        if match is not None:
            pairs = len(assignments(match["said"])) > 1
            return None if pairs else list(_logged(match, about, anchor, span, extractor))
    return None


def _logged(
    match: re.Match[str],
    about: Ref,
    anchor: datetime | None,
    span: tuple[int, int],
    extractor: str,
) -> Iterator[Triple]:
    groups = match.groupdict()
    level, source = (groups.get("level") or "").upper(), (groups.get("source") or "").strip("[]")
    thing = Ref(source, "thing", True) if source else about
    verb = "reported the error" if level in _BAD else "logged"
    verb = "warned" if level.startswith("WARN") else verb
    coded = _ERROR_CODE.fullmatch(match["said"]) if verb == "reported the error" else None
    if coded is not None and not source:
        thing, verb = Ref(coded["code"], "thing", True), "failed with"
    stamp = " ".join(filter(None, (groups.get("day"), (groups.get("clock") or "")[:5])))
    said = coded["said"] if coded is not None and not source else match["said"]
    yield event(thing, verb, said, span, extractor, moment(stamp, anchor))
    yield from so(match["said"].strip(), span, extractor)


def so(text: str, span: tuple[int, int], extractor: str) -> Iterator[Triple]:
    """The state that a line says something to be in; none where it says none."""
    match = _is_so().fullmatch(text)
    if match is not None:
        yield state(match["what"], match["state"].lower(), span, extractor)


@cache
def _is_so() -> re.Pattern[str]:
    """As in "session 3381 aborted", "pipeline 55310 finished: failed"."""
    states = "|".join(sorted(lexicon().statuses | words("deeds", "states"), key=len, reverse=True))
    return re.compile(
        rf"(?P<what>{_WHAT})(?::| \w+ed:| status:| state:)? (?:is |was |has |has been |now )*"
        rf"(?P<state>(?i:{states}))\.?"
    )


def state(what: str, state: str, span: tuple[int, int], extractor: str) -> Triple:
    """The state of something as a fact."""
    return records.fact(Ref(what, "thing", True), records.Field("status", state), span, extractor)
