"""What is fixed for a day: "I got an appointment on Friday" has its date ahead."""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.extraction.openie import slips
from kgmem.extraction.openie.drafts import Draft
from kgmem.types import TimeMention, Validity

_FIXED = frozenset(
    ["appointment", "interview", "exam", "meeting", "bout", "match", "fight", "gig", "date", "race",
     "flight", "viewing", "scan", "checkup", "check-up", "audition", "screening", "deadline",
     "hearing", "operation", "surgery", "recital", "concert", "tournament", "session", "visit"]
)  # fmt: skip
HOUR = re.compile(
    r"(?:at |till |until |around |about |by )?(?:\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)"
    r"|\d{1,2}:\d\d|noon|midnight)$",
    re.IGNORECASE,
)
"""An hour of the clock, with what leads to it."""
_AGED = frozenset(["turns", "turn"])
_MONTH = re.compile(rf"(?:in |this )?{slips.MONTH}$", re.IGNORECASE)


def fixed(draft: Draft) -> bool:
    """Whether it says that one has got something with a day of its own."""
    if draft.predicate not in {"got", "has got", "has"} or draft.object is None:
        return False
    words = draft.object.surface.lower().split()
    return draft.modality == "actual" and not _FIXED.isdisjoint(words)


_ARRANGING = frozenset(
    ["signed up for", "registered for", "enrolled in", "booked", "reserved", "applied for",
     "entered", "was invited to", "got invited to", "got accepted to", "volunteered for",
     "got tickets for", "bought tickets for", "got tickets to", "bought tickets to", "planned",
     "scheduled", "organized", "organised", "arranged"]
)  # fmt: skip
_CALENDAR = re.compile(
    r"(?:in |on |for )?(?:the )?(?:(?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)(?: \d{1,2}\w*)?|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january"
    r"|february|march|april|may|june|july|august|september|october|november|december)"
    r"|(?:spring|summer|autumn|fall|winter))$",
    re.IGNORECASE,
)


def arranged(mention: TimeMention, draft: Draft) -> bool:
    """As in "I signed up for a tour in September": then it is, not when one signed up."""
    said = draft.predicate.removeprefix("has ")
    return said in _ARRANGING and bool(_CALENDAR.match(mention.text))


def comes(mention: TimeMention, draft: Draft) -> bool:
    """As in "I turn forty in October": the next one."""
    turns = draft.predicate.split()[:1] and draft.predicate.split()[0] in _AGED
    return bool(turns) and draft.modality == "actual" and bool(_MONTH.match(mention.text))


def clocked(mention: TimeMention, draft: Draft) -> TimeMention | None:
    """An hour of a past day that nobody tells ("ran up a hill at midnight") dates nothing.

    Args:
        mention: the time, the only one of its verb.
        draft: what happened then.

    Returns:
        The hour in words only; None where it is dated.
    """
    over = draft.kind == "event" and draft.modality == "actual"
    past = draft.predicate.split(" ", 1)[0] not in {"is", "are", "has", "have", "will", "can"}
    if not (over and past) or not HOUR.match(mention.text):
        return None
    return replace(mention, kind="duration", validity=Validity(wording=mention.text))
