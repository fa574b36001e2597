"""The words of time, and the cheap tokeniser that finds where a text has any."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Preference: TypeAlias = Literal["past", "future"]

_MONTHS = (
    "january jan",
    "february feb febuary",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
)
MONTH = {name: n for n, names in enumerate(_MONTHS, 1) for name in names.split()}
DOUBTFUL_MONTHS = frozenset(
    ["may", "march", "mar", "april", "june", "jun", "august", "jan", "dec", "sep"]
)
"""Verbs, names and adjectives too: they need a preposition, a day or a year beside them."""

_WEEKDAYS = (
    "monday mon",
    "tuesday tues tue",
    "wednesday wed weds wensday",
    "thursday thurs thur thu",
    "friday fri",
    "saturday sat saterday",
    "sunday sun",
)
WEEKDAY = {name: n for n, names in enumerate(_WEEKDAYS) for name in names.split()}
DOUBTFUL_WEEKDAYS = frozenset(["mon", "wed", "sat", "sun", "fri", "thu", "tue", "weds"])

UNIT = {
    form: unit
    for unit, forms in {
        "second": "seconds secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs",
        "day": "day days night nights morning mornings evening evenings",
        "weekend": "weekend weekends",
        "week": "week weeks wk wks fortnight fortnights",
        "month": "month months",
        "season": "season seasons summer summers winter winters",
        "year": "year years yr yrs",
        "decade": "decade decades",
    }.items()
    for form in forms.split()
}
NUMBER = {
    word: n
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
    if n
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
ORDINAL = {word: n for n, word in enumerate(["first", "second", "third", "fourth", "fifth"], 1)}
DECADE = {
    word: n
    for n, word in enumerate(
        [
            "twenties",
            "thirties",
            "forties",
            "fifties",
            "sixties",
            "seventies",
            "eighties",
            "nineties",
        ],
        2,
    )
}
SEASON = frozenset(["spring", "summer", "fall", "autumn", "winter"])
PART = {
    "morning": (5, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 30),
    "lunchtime": (12, 14),
}
"""Local hours `[from, to)` of a part of a day; a night ends at six on the next."""
HOLIDAY = frozenset(
    [
        "christmas",
        "xmas",
        "easter",
        "halloween",
        "thanksgiving",
        "valentine",
        "valentines",
        "new",
        "independence",
        "mother",
        "mothers",
        "father",
        "fathers",
        "memorial",
        "labor",
        "labour",
        "black",
        "boxing",
        "good",
        "juneteenth",
        "epiphany",
    ]
)
NAMED_DAY = {
    "yesterday": -1,
    "yesturday": -1,
    "yesterdays": -1,
    "today": 0,
    "tonight": 0,
    "tonite": 0,
    "tomorrow": 1,
    "tommorow": 1,
    "tomorow": 1,
    "tmrw": 1,
    "tommorrow": 1,
}
DEICTIC = frozenset(["last", "this", "next", "past", "previous", "coming", "upcoming"])
EDGE = {
    "early": "early",
    "beginning": "early",
    "start": "early",
    "mid": "middle",
    "middle": "middle",
    "late": "late",
    "end": "late",
}
APPROX = frozenset(
    ["about", "around", "almost", "nearly", "over", "roughly", "approximately", "exactly", "only"]
)
FREQUENCY = {
    "daily": 1.0,
    "nightly": 1.0,
    "weekly": 7.0,
    "fortnightly": 14.0,
    "biweekly": 14.0,
    "monthly": 365.25 / 12,
    "quarterly": 365.25 / 4,
    "yearly": 365.25,
    "annually": 365.25,
}
PREPOSITION = frozenset(
    [
        "in",
        "on",
        "at",
        "during",
        "over",
        "since",
        "until",
        "till",
        "til",
        "by",
        "before",
        "after",
        "for",
        "from",
        "between",
        "through",
        "throughout",
        "within",
        "every",
        "each",
        "once",
        "twice",
        "times",
    ]
)
FUTURE = frozenset(
    ["will", "ll", "gonna", "upcoming", "plan", "plans", "planning", "planned", "soon", "scheduled"]
)
FUTURE_PAIRS = frozenset(
    {"going to", "forward to", "see you", "see ya", "can wait", "excited for", "hope to"}
)
PERFECT = frozenset(["have", "has", "had", "'ve", "'s", "been", "now", "already", "known"])
PAST_VERBS = frozenset(
    [
        "was",
        "were",
        "went",
        "had",
        "spent",
        "took",
        "did",
        "kept",
        "left",
        "ran",
        "slept",
        "taught",
        "felt",
        "got",
        "held",
        "sat",
        "stood",
        "made",
    ]
)
AHEAD_VERBS = frozenset(
    ["will", "'ll", "gonna", "going", "plan", "planning", "would", "could", "want"]
)

LEXICON: dict[str, str] = {}
for _kind, _words in (
    ("unit", UNIT),
    ("preposition", PREPOSITION),
    ("number", NUMBER),
    ("number", ("couple", "few", "several", "many", "hundred", "dozen")),
    ("ordinal", ORDINAL),
    ("edge", EDGE),
    ("approx", APPROX - {"over"}),
    ("part", PART),
    ("part", ("noon", "midday", "midnight")),
    ("holiday", HOLIDAY),
    ("season", SEASON),
    ("deictic", DEICTIC),
    ("named", NAMED_DAY),
    ("frequency", FREQUENCY),
    ("weekday", WEEKDAY),
    ("weekdays", (f"{name}s" for name in WEEKDAY if name.endswith("day"))),
    ("month", MONTH),
    ("the", ("the", "these", "those")),
    ("article", ("a", "an", "half")),
    ("earlier", ("earlier", "later")),
    ("recently", ("recently", "not")),
):
    LEXICON.update(dict.fromkeys(_words, _kind))
_TELLING = (
    "recently",
    "unit",
    "part",
    "holiday",
    "season",
    "named",
    "frequency",
    "weekday",
    "weekdays",
    "month",
)
TRIGGERS = frozenset(
    {word for word, kind in LEXICON.items() if kind in _TELLING} | set(DECADE)
) - frozenset(
    [
        "not",
        "good",
        "new",
        "black",
        "mother",
        "mothers",
        "father",
        "fathers",
        "independence",
        "labor",
        "labour",
    ]
)
"""Without one of these words, or a digit, a text has no time in it."""

_TOKEN = re.compile(
    r"\d{4}-\d\d?-\d\d?(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?(?![\w-])"
    r"|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\w/])"
    r"|\d{1,2}\.\d{1,2}\.\d{4}(?![\w.])"
    r"|\d{1,2}:\d\d(?!\d)"
    r"|\d+(?:[.,]\d+)*"
    r"|['’][^\W\d_]{1,2}(?![^\W_])"
    r"|[^\W\d_]+"
    r"|\S"
)
_WORDS = re.compile(r"[a-z]+|\d")


@dataclass(frozen=True, slots=True)
class Line:
    """A tokenised text with the anchor it is read against.

    Attributes:
        text: as written.
        words: lowercase tokens.
        starts: first character of each token.
        ends: one past the last.
        now: the anchor on the local wall clock, naive.
        prefer: which way an undirected date leans; None lets the sentence decide.
        nested: how many times deep the reading is ("the day before the day before ...").
    """

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    now: datetime
    prefer: Preference | None = None
    nested: int = 0

    def at(self, i: int) -> str:
        """A token; empty beyond either end."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def kind(self, i: int) -> str:
        """The lexical class of a token: `digit`, a class of `LEXICON`, or empty."""
        word = self.at(i)
        if word in LEXICON:
            return LEXICON[word]
        return "digit" if word and "0" <= word[0] <= "9" else ""

    def raw(self, i: int) -> str:
        """A token as written; empty beyond either end."""
        return self.text[self.starts[i] : self.ends[i]] if 0 <= i < len(self.words) else ""

    def joined(self, i: int) -> bool:
        """Whether a token follows the one before it without a blank."""
        return 0 < i < len(self.words) and self.starts[i] == self.ends[i - 1]

    def lean(self, i: int) -> Preference:
        """Which way an undirected date at a token leans: `prefer`, or the sentence's cues."""
        if self.prefer is not None:
            return self.prefer
        low, high = i, i
        while low > 0 and i - low < 14 and self.words[low - 1] not in ".!?":
            low -= 1
        while high < len(self.words) - 1 and high - i < 10 and self.words[high + 1] not in ".!?":
            high += 1
        words = [w.strip("'’") for w in self.words[low : high + 1]]
        if not FUTURE.isdisjoint(words):
            return "future"
        pairs = {f"{words[k]} {words[k + 1]}" for k in range(len(words) - 1)}
        return "past" if FUTURE_PAIRS.isdisjoint(pairs) else "future"


def over(line: Line, i: int) -> bool:
    """Whether the clause before a token tells of something that is over ("she stayed")."""
    for k in range(i - 1, max(-1, i - 10), -1):
        word = line.at(k)
        if word in (".", "!", "?", ";", "but", "and"):
            return False
        if word in PAST_VERBS or (word.endswith("ed") and len(word) > 4):
            return line.at(k - 1) not in (
                "have",
                "has",
                "'ve",
                "'s",
                "is",
                "are",
                "be",
                "'m",
                "'re",
            )
    return False


def promising(text: str) -> bool:
    """Whether a text may hold a time expression at all: a cheap test before tokenising."""
    return not TRIGGERS.isdisjoint(_WORDS.findall(text.lower())) or any(map(str.isdigit, text))


def tokenise(text: str, now: datetime, prefer: Preference | None = None) -> Line:
    """Split a text into words, numbers and marks; linear in its length."""
    words, starts, ends = [], [], []
    for match in _TOKEN.finditer(text):
        words.append(match.group().lower().replace("’", "'"))
        starts.append(match.start())
        ends.append(match.end())
    return Line(text, words, starts, ends, now, prefer)
