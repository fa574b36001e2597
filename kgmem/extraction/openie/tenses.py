"""Times read with the tense of what they date: "I'm running in May" is about the next one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from kgmem.extraction.openie import engagements, inflection, slips
from kgmem.extraction.openie.drafts import Draft
from kgmem.language import times
from kgmem.types import Bound, TimeMention, Validity

_PAST_WORDS = re.compile(
    r"\b(?:ago|last|past|yesterday|since|previous|earlier|before|\d{4}|today|this|now)\b",
    re.IGNORECASE,
)
_HELPERS = frozenset(["is", "are", "has", "have", "will", "can", "would", "could", "should"])

_SCHEDULED = frozenset(
    ["starts", "begins", "opens", "leaves", "finishes", "graduates", "arrives", "returns", "closes"]
)
"""What stands in the present for what is to come: "she starts on 5 September"."""


_SEASON = re.compile(
    r"(?:in |during )?(?:the )?(?:winter|summer|spring|autumn|fall|evenings?|mornings?)s?$",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?:on |by )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?\b.*"
    rf"|{slips.WEEKDAY}|{slips.MONTH} \d{{1,2}}\w*)$",
    re.IGNORECASE,
)
_ABLE = frozenset(["can", "could", "would", "might", "should", "must", "may"])
_SHORT_WAIT = re.compile(r"in .*\b(?:minutes?|hours?|seconds?)$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:has|have) been \w+ing\b|(?:is|are) (?:still )?\w+ing\b|(?:has|have) been in"
)
LONGEST_WHILE = 200
"""Days: who "is on crutches for six weeks" has them ahead, "is here for ten years" behind."""


def _recurring(mention: TimeMention, draft: Draft) -> bool:
    """Whether it says at which hour or season something happens: "wakes at 4 am", "in winter"."""
    words = draft.predicate.split()
    if draft.modality != "actual" or not words:
        return False
    goes_on = bool(_GOES_ON.match(draft.predicate))
    if engagements.HOUR.match(mention.text):
        return draft.kind == "habit" or goes_on
    present = words[0] in {"is", "works", "has"} and not goes_on
    return bool(_SEASON.match(mention.text)) and (draft.kind == "habit" or present)


def _only_length(mention: TimeMention, draft: Draft) -> TimeMention | None:
    """How long something takes or would take, where nothing says when: "can walk in an hour"."""
    able = draft.predicate.split(" ", 1)[0] in _ABLE or draft.kind == "habit"
    if not able or mention.kind != "point" or not _SHORT_WAIT.match(mention.text):
        return None
    words = mention.text.split(" ", 1)[1]
    return replace(mention, kind="duration", validity=Validity(wording=words))


def fitting(mention: TimeMention, draft: Draft, anchor: datetime) -> TimeMention | None:
    """The time as the tense of a draft has it; None where the two contradict each other.

    A plan, a wish, "is doing" and "has got" look ahead: a bare month, weekday or date in the past
    becomes the next one. What happened is never dated after the anchor, and a length of something
    over or ahead ("ate rice for a week") says nothing of when it began.
    """
    if _recurring(mention, draft):
        return replace(mention, kind="frequency")
    short = _only_length(mention, draft)
    if short is not None:
        return short
    validity = mention.validity
    over = _is_over(draft) and not engagements.fixed(draft)
    able = draft.predicate.split(" ", 1)[0] in _ABLE
    ahead = looks_ahead(draft) or _told_ahead(mention, draft)
    ahead = ahead or engagements.fixed(draft) or engagements.comes(mention, draft)
    if mention.kind == "duration" and ", since" in validity.wording and (over or ahead or able):
        length = Validity(wording=validity.wording.split(", since")[0])
        return replace(mention, validity=length)
    if mention.kind == "duration" and ", since" in validity.wording and _lasts(mention, draft):
        return _from_now(mention, anchor)
    start = validity.start
    if start is None or mention.kind != "point":
        return mention
    done = draft.kind == "event" and draft.modality == "actual"
    if done and mention.text.lower().startswith("from "):
        return None  # "signed a lease, from 1 May": the lease runs from then
    if over and start.earliest is not None and start.earliest > anchor:
        return None
    gone = start.latest is not None and start.latest <= anchor
    if ahead and gone and not _PAST_WORDS.search(mention.text):
        return _next(mention, anchor)
    return mention


def _told_ahead(mention: TimeMention, draft: Draft) -> bool:
    """As in "she turns sixteen on the 22nd": one day in the present is a day to come."""
    first = draft.predicate.split()[:1]
    present = draft.kind == "habit" or first in (["gets"], ["comes"], ["goes"])
    told = present and draft.modality == "actual" and not _UNMARKED & set(first)
    return told and bool(_DAY.match(mention.text))


def _lasts(mention: TimeMention, draft: Draft) -> bool:
    """Whether a length of time is how long a present state is to last."""
    present = draft.predicate.split()[:1] in (["is"], ["are"], ["am"])
    return present and mention.amount is not None and mention.amount <= LONGEST_WHILE


def _from_now(mention: TimeMention, anchor: datetime) -> TimeMention:
    until = anchor + timedelta(days=mention.amount or 0.0)
    words = mention.validity.wording.split(", since")[0]
    lasting = Validity(Bound(anchor, anchor, "day"), Bound(until, until, "day"), words)
    return replace(mention, validity=lasting)


def looks_ahead(draft: Draft) -> bool:
    """Whether a single date beside it lies ahead: "will go", "is going", "has got a test"."""
    words = draft.predicate.split()
    if draft.modality in {"planned", "wished"} or draft.predicate.startswith("has got"):
        return draft.modality != "asked"
    if draft.kind != "event" and words[:1] and words[0] in _SCHEDULED:
        return True
    going = len(words) > 1 and (words[1].endswith("ing") or words[1] in {"off", "due"})
    return going and words[0] in {"is", "are"}


def _is_over(draft: Draft) -> bool:
    """Whether it tells of something past: "found", "was sold", but not "has found"."""
    first = draft.predicate.split()[:1]
    return draft.kind == "event" and draft.modality == "actual" and _HELPERS.isdisjoint(first)


def coming(mention: TimeMention, anchor: datetime) -> TimeMention:
    """A month, a season or a date as the next one, where it is past as it stands."""
    start = mention.validity.start
    gone = start is not None and start.latest is not None and start.latest <= anchor
    return _next(mention, anchor) if gone else mention


def _next(mention: TimeMention, anchor: datetime) -> TimeMention:
    """The same words read as a time to come, where they allow it."""
    found = times.find(f"will be {mention.text}", anchor)
    start = found[0].validity.start if len(found) == 1 else None
    later = start is not None and start.earliest is not None and start.earliest > anchor
    return replace(mention, validity=found[0].validity) if later else mention


_UNMARKED = frozenset(f"{verb}s" for verb in inflection.ALIKE - {"cost", "spread", "bet"})


def unmarked_past(draft: Draft, anchor: datetime) -> Draft:
    """As in "we put in a pane on Monday": the verb only looks like a present."""
    first, _, rest = draft.predicate.partition(" ")
    start = draft.validity.start if draft.validity is not None else None
    gone = start is not None and start.latest is not None and start.latest <= anchor
    if first not in _UNMARKED or not gone or draft.modality != "actual":
        return draft
    words = " ".join(w for w in (first.removesuffix("s"), rest) if w)
    spoken = words if draft.spoken in {"", draft.predicate} else draft.spoken
    return replace(draft, predicate=words, spoken=spoken, kind="event")
