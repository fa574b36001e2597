"""What a reply without a verb can be: a place, a time, a number, a name, a description."""

from __future__ import annotations

import re

from kgmem.extraction.openie import slips
from kgmem.extraction.openie.ages import NUMBER
from kgmem.extraction.openie.lexicon import lexicon

PLACE = re.compile(
    r"(?:just |right |still |mostly |only )?(?:in|at|on|near|by|behind|under|outside|next to"
    r"|opposite|off|from|to|down|up|across|along|round|around|between|upstairs|downstairs)\b",
    re.IGNORECASE,
)
_DAY = (
    rf"{slips.WEEKDAY}s?|{slips.MONTH}|(?:birth|holi|mid|week)?days?|weeks?|weekends?|months?|years?"
    r"|summers?|winters?|springs?|autumns?|falls?|mornings?|nights?|today|tomorrow|yesterday|\d\w*"
)
_TIME = re.compile(
    r"(?:(?:just|only|about|around|not until|early|late)\s+)?(?:(?:on|in|at|next|last|this|since"
    rf"|from|before|after|by|until|end of|the)\s+(?:.*\b)?(?:{_DAY})\b|(?:{_DAY})\b"
    rf"|{NUMBER} (?:days?|weeks?|months?|years?) ago)",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"(?:(?:for|about|almost|nearly|only|just|over|going on|coming up on|around)\s+)*"
    rf"(?:since\s+\S|(?:{NUMBER}|a(?: few| couple of)?|several|half an?)\s+(?:\w+\s+)?"
    r"(?:years?|months?|weeks?|days?|hours?|minutes?)\b)",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    rf"(?:about |only |almost |just )?(?:every|once|twice|daily|weekly|{NUMBER} times)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"(?:about |only |just |almost |over )?(?:{NUMBER}|\d[\d,.]*)(?: hundred| thousand)?\b", re.I
)
_WAY = re.compile(r"(?:with|by|via|through|over)\s+\w", re.IGNORECASE)
_THING = re.compile(
    r"(?:an?|the|my|our|some|two|three|four|mostly|mainly|his|her|their)\s+\w|[A-Z\"]"
    r"|\w+(?:s|ing)\b"
)
NAMED = re.compile(r"\"?[A-Z][\w'-]+")
OTHERWISE = re.compile(
    r"(?:in|at|on|by|from|of|for|to|with|as|same|more|much|well|good|great|fine|okay|ok|amazing|yes|no"
    r"|both|\d)\b|\w+(?:ly|ing)\b(?!,)",
    re.IGNORECASE,
)
_AGE = re.compile(rf"(?:about |nearly |almost |only |just )?{NUMBER}\b", re.IGNORECASE)
_SOMEBODY = re.compile(rf"(?:{NAMED.pattern}|(?i:my|the|an?)\s)")
_SO = {"where": PLACE, "how old": _AGE, "when": _TIME, "who": _SOMEBODY, "what": NAMED}
_ASKED = {"where": PLACE, "how long": _LENGTH, "how often": _OFTEN, "how": _WAY}
_STARTING = re.compile(
    r"(?:In|At|On|Near|By|With|From|To|The|A|An|My|Our|Every|Since|For|About|Once|Twice|Next|Last"
    r"|This|Just|Only|Some|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Mostly|Almost|Nearly"
    r"|Around|Under|Behind)\b"
)


def fits(wh: str, fragment: str) -> bool:
    """Whether a fragment can be what was asked for."""
    timed = _TIME.match(fragment) or _OFTEN.match(fragment)
    if wh in {"when", "since when"} or wh.startswith(("which", "what ")):
        return timed is not None
    if wh.startswith("how many"):
        return re.fullmatch(_COUNT, fragment) is not None
    if wh in {"what", "who"}:
        return _THING.match(fragment) is not None and timed is None and not _is_mood(fragment)
    return wh in _ASKED and _ASKED[wh].match(fragment) is not None


def _is_mood(fragment: str) -> bool:
    """As in "Terrified!", which answers no "what did you play?"."""
    words = re.findall(r"[^\W\d_]+", fragment.lower())
    if not words or len(words) > _MOST_MOOD:
        return False
    known, last = lexicon(), words[-1]
    if last in known.women | known.men:
        return False
    return last in known.emotion | known.evaluative or bool(_PARTICIPLE.fullmatch(last))


_MOST_MOOD = 2
_PARTICIPLE = re.compile(r"\w{5,}ed")


def is_so(wh: str, fragment: str) -> bool:
    """Whether a fragment can be what somebody or something is: where, how old, who."""
    return _SO[wh].match(fragment) is not None


def keeps(text: str) -> bool:
    """Whether its first word may be a name."""
    return _STARTING.match(text) is None
