"""When what holds for a while only is over, where its words say so.

"I'm staying with Mum" says nothing of an end: it is a fact like any other. "For two weeks", "this
week", "until Friday" do; so does the past tense ("I was ill for three days").
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache

from kgmem.language import times
from kgmem.language.verbs import is_past
from kgmem.policy.compact import cues
from kgmem.protocols import Case
from kgmem.types import Bound, TimeMention

_LONGEST = timedelta(days=100)
"""What lasts longer is no while: it is how things are."""
_FOR_THE = re.compile(r"\bfor the (?=(?:day|week|weekend|month|summer|winter|night)\b)")


def end(case: Case) -> Bound | None:
    """When a while ends; None where nothing says it, or too late to be called a while.

    Args:
        case: of a temporary triple.
    """
    said = case.episode.time
    known = case.content.validity.end
    if known is not None:
        until = known.latest or known.earliest
        return known if until is not None and until <= said + _LONGEST else None
    if is_past(case.triple.predicate):
        return Bound(None, said, "unknown")
    start = case.content.validity.start
    if start is not None and start.latest is not None and start.latest <= said:
        return None  # "has been there for two weeks": how long it has been so
    return _spoken(cues.clause(case.episode.body, *case.triple.span), said)


@lru_cache(maxsize=1024)
def _spoken(clause: str, said: datetime) -> Bound | None:
    """The end of the first while that a clause speaks of, looking ahead from when it was said."""
    for mention in times.find(_FOR_THE.sub("this ", clause), said, prefer="future"):
        until = _until(mention, said)
        if until is not None and said <= until <= said + _LONGEST:
            return Bound(until, until, "day")
    return None


def _until(mention: TimeMention, said: datetime) -> datetime | None:
    if mention.kind == "duration" and mention.amount:
        return said + timedelta(days=mention.amount)
    start, last = mention.validity.start, mention.validity.end
    if last is not None:
        return last.latest or last.earliest
    if start is None or start.earliest is None or start.latest is None:
        return None
    return start.latest if start.earliest <= said else None
