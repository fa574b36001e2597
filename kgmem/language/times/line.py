"""A tokenised text: what the rules of the grammar read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal, TypeAlias

from kgmem.language.times.lexicon import (
    FUTURE,
    FUTURE_PAIRS,
    LEXICON,
    PAST_VERBS,
    STILL,
    TRIGGERS,
    words,
)

Preference: TypeAlias = Literal["past", "future"]

Lean: TypeAlias = Literal["past", "future", "near"]

PADDING = 24
_PUT_OFF = words(
    "pushed moved postponed rescheduled delayed shifted extended adjourned deferred brought put"
)
_BEING = words("am is are m re s i'm we're they're he's she's")
_ARRANGED = words(
    "flying going travelling traveling visiting moving leaving coming hosting marrying heading"
    " returning launching opening attending joining graduating retiring performing"
)
_DATED = words(
    "birthday anniversary appointment exam deadline interview dentist meeting recital audition"
    " checkup graduation wedding"
)
_ONCE = _DATED - words("birthday anniversary") | words(
    "flight trip party concert election launch release hearing surgery move due"
)
"""What comes once: said with "is", its day is ahead ("my last day is March 31")."""
_SCHEDULED = words("is are 's")

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

_PHRASES = ("time to time", "now and ", "in a while", "while ago", "while back", "long ago")
_WORDS = re.compile(r"[a-z]+|\d")


@dataclass(frozen=True, slots=True)
class Line:
    """A tokenised text with the anchor it is read against.

    Attributes:
        text: as written.
        words: lowercase tokens, then `PADDING` empty ones, so that rules may look beyond both ends.
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
        """A token; empty beyond either end, as far as the padding goes."""
        return self.words[i]

    def kind(self, i: int) -> str:
        """The lexical class of a token: `digit`, a class of `LEXICON`, or empty."""
        word = self.words[i]
        if word in LEXICON:
            return LEXICON[word]
        return "digit" if word and "0" <= word[0] <= "9" else ""

    def raw(self, i: int) -> str:
        """A token as written; empty beyond either end."""
        return self.text[self.starts[i] : self.ends[i]] if 0 <= i < len(self.ends) else ""

    def joined(self, i: int) -> bool:
        """Whether a token follows the one before it without a blank."""
        return 0 < i < len(self.ends) and self.starts[i] == self.ends[i - 1]

    def coming(self, i: int) -> bool:
        """Whether a day lies ahead: by the sentence, or as the day of what one has a date for.

        Said on the 20th, "Mum's birthday on the 9th" is the coming one; "was on the 9th" is not.
        """
        leaning = self.lean(i)
        if leaning != "near" or self.prefer is not None:
            return leaning == "future"
        return any(self.has_date(k) for k in range(max(0, i - 8), i + 1))

    def has_date(self, i: int) -> bool:
        """Whether a token names what has a day of its own: a birthday, an exam."""
        return self.words[i] in _DATED

    def lean(self, i: int) -> Lean:
        """Which way an undirected date at a token leans: `prefer`, or the sentence's cues.

        `near` is the past too, unless that is long gone and the next return at hand: "it snowed on
        8 July" is last year's said in June, "my birthday is 8 July" this year's.
        """
        if self.prefer is not None:
            return self.prefer
        low, high = i, i
        while low > 0 and i - low < 14 and self.words[low - 1] not in ".!?":
            low -= 1
        while high < len(self.ends) - 1 and high - i < 10 and self.words[high + 1] not in ".!?":
            high += 1
        near = [w.strip("'’") for w in self.words[low : high + 1]]
        lead = i - 2 if self.words[i - 1] == "the" else i - 1
        if self.words[lead] in ("on", "in", "at") and self._scheduled(lead - 1, near):
            return "future"
        if not FUTURE.isdisjoint(near) or _put_off(self.words[lead], near) or _arranged(near):
            return "future"
        pairs = {f"{near[k]} {near[k + 1]}" for k in range(len(near) - 1)}
        if not FUTURE_PAIRS.isdisjoint(pairs) or _awaited(near, pairs):
            return "future"
        is_once = not {"last day", "first day", "due date"}.isdisjoint(pairs)
        is_once = is_once or not _ONCE.isdisjoint(self.words[max(0, lead - 5) : lead])
        if is_once and self.words[lead] in ("is", "'s"):
            return "future"
        told = any(w in PAST_VERBS or (len(w) > 4 and w.endswith("ed")) for w in near)
        return "past" if told or self.words[lead] == "from" else "near"

    def _scheduled(self, i: int, near: list[str]) -> bool:
        """`starts on Friday`, `is leaving on Friday`, `is coming up on Friday`."""
        if self.words[i] in _SCHEDULED:
            return True
        verb = self.words[i - 1] if self.words[i] == "up" else self.words[i]
        running = verb.endswith("ing") and len(verb) > 5
        if verb.endswith("ed") and self.words[i - 1] == "getting":
            running = True  # "is getting married in June"
        return running and {"was", "were", "been", "had"}.isdisjoint(near) and not _stopped(near)


def _awaited(near: list[str], pairs: set[str]) -> bool:
    """`due in July`, `it's due on the 3rd`; not `was due in July`, `late due to snow in May`."""
    due = {"due in", "due on", "due by", "due at", "due around", "due the"}
    return not due.isdisjoint(pairs) and {"was", "were", "been"}.isdisjoint(near)


def _stopped(near: list[str]) -> bool:
    """`quit smoking in May`, `started working in May`: it is the first verb that is dated."""
    plain = [w for w in near if w not in ("up", "off")]
    for word, following in pairwise(plain):
        past = word in PAST_VERBS or word == "quit" or (len(word) > 4 and word.endswith("ed"))
        if past and following.endswith("ing"):
            return True
    return False


def _put_off(lead: str, near: list[str]) -> bool:
    """`has been pushed to 3 June`: the day to which something is put is ahead."""
    return lead in ("to", "until", "till", "for") and not _PUT_OFF.isdisjoint(near)


def _arranged(near: list[str]) -> bool:
    """`I'm flying to Lima in May`: what is under way in a month named is arranged for it."""
    return any(a in _BEING and b in _ARRANGED for a, b in pairwise(near))


def over(line: Line, i: int) -> bool:
    """Whether the clause before a token tells of something that is over ("she stayed")."""
    for k in range(i - 1, max(-1, i - 10), -1):
        word = line.at(k)
        if word in (".", "!", "?", ";", "but", "and"):
            return False
        if word in PAST_VERBS or (word.endswith("ed") and len(word) > 4):
            return line.at(k - 1) not in STILL
    return False


def promising(text: str) -> bool:
    """Whether a text may hold a time expression at all: a cheap test before tokenising."""
    low = text.lower()
    return (
        not TRIGGERS.isdisjoint(_WORDS.findall(low))
        or any(map(str.isdigit, text))
        or any(phrase in low for phrase in _PHRASES)
    )


def tokenise(text: str, now: datetime, prefer: Preference | None = None) -> Line:
    """Split a text into words, numbers and marks; linear in its length."""
    tokens, starts, ends = [], [], []
    for match in _TOKEN.finditer(text):
        tokens.append(match.group().lower().replace("’", "'"))
        starts.append(match.start())
        ends.append(match.end())
    tokens.extend([""] * PADDING)
    return Line(text, tokens, starts, ends, now, prefer)
