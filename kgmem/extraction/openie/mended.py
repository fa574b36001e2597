"""Fragments that put right what was said before: "sorry, I meant 7:40", "*Marissa".

The earlier sentence is read anew with the right words in it; what it then says differently takes
back what it said (`amends`). A number stands for a number, a name for a name: a fragment that fits
nothing before it changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import SequenceMatcher

from kgmem.extraction.openie import sentences
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.sentences import Unit
from kgmem.extraction.openie.slips import ERRED, MEANT, NAME, OF_KIND
from kgmem.language import pipeline
from kgmem.types import Observation

_SORRY = r"sorry|oops|my bad|my mistake"
_OUGHT = r"should (?:be|have been|read)"
_CUES = (
    rf"(?:(?:(?P<cue>{_SORRY}|whoops|{MEANT}|make it|(?:(?:that|it) )?{_OUGHT}|typo|i {ERRED}"
    r"|wrong \w+)|oh|ah|argh|ugh|wait|no|nope|hm+|well|actually|hang on|hold on|yes|yeah|but|and"
    r"|it'?s)[\s,.:;!…–—-]+)*"
)
_LINK = r"(?:(?:it's|it is|it was|its|that's|that is|he's|she's|they're|it)\s+)?"
_LED = r"(?:(?:in|on|at|to|from|with|for|by)\s+)?(?:the\s+)?"
_WORDS = r"[^\s,;:!?][^,;!?]{0,38}?"
_FRAGMENT = re.compile(
    rf"^{_CUES}{_LINK}{_LED}(?P<new>{_WORDS})"
    rf"(?:,?\s+(?:and\s+)?not\s+{_LED}(?P<old>{_WORDS}))?"
    rf"(?P<after>(?:,\s*(?:{_SORRY}|{MEANT})|,?\s+actually))?\s*[.!]*\s*$",
    re.IGNORECASE,
)
_MEANING = re.compile(
    rf"\b(?:{MEANT}|make it|{_OUGHT}|should have said|typo|{ERRED}|wrong|it's|it is)\b",
    re.IGNORECASE,
)
_STAR = re.compile(r"^\s*(?:\*\s?(?P<new>[^*\n]{2,40}?)|(?P<after>[^*\n]{2,40}?)\*)\s*$")
_SAID = re.compile(
    rf"^{_CUES}i (?:said|wrote|typed|told you)\s+{_LED}(?P<old>{_WORDS})"
    rf"(?:,|\.)?\s+(?:but\s+)?(?:it's|it is|it was|i (?:actually )?meant?|it should be"
    rf"|that should be|meaning)\s+(?:actually\s+)?{_LED}(?P<new>{_WORDS})\s*[.!]*\s*$",
    re.IGNORECASE,
)
_CLEFT = re.compile(
    r"^(?:(?:actually|no|sorry|wait|oh|oops|well|correction)[,:.!]?\s+)*(?:it (?:was|is)|it's)\s+"
    r"(?:actually\s+)?(?P<new>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s+(?:who|that)\s+\w"
    r".*?,?\s+(?:and\s+)?not\s+(?P<old>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s*[.!]*\s*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(?:i|we|you|they|he|she|is|are|am|was|were|have|has|had|do|does|did|will|can)\b|n't\b",
    re.IGNORECASE,
)
LONGEST = 300
"""Characters of a sentence beyond which it does more than put something right."""
BACK = 8
"""Turns in which the sentence that is put right is looked for."""
APART = timedelta(days=14)
"""After such a pause a fragment is about something else."""
_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Mend:
    """What is put right.

    Attributes:
        new: the right words and where they stand in the observation.
        old: what they stand for; empty where it is not said.
        strong: said to be a correction; otherwise it must fit the words just before.
        meant: said to be what was meant; "sorry, Bo" may only call somebody.
    """

    new: str
    place: int
    old: str
    strong: bool
    meant: bool = True


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence that may be put right, who said it and when."""

    text: str
    speaker: str
    time: datetime


def mended(
    observation: Observation, thread: Sequence[Observation], names: Sequence[str]
) -> tuple[list[Unit], list[tuple[int, int]]]:
    """Earlier sentences with the right words in them, and the spans of the fragments.

    Args:
        observation: what is read.
        thread: the turns before it, latest last.
        names: who may be addressed.
    """
    if not observation.text or len(observation.text) > sentences.LONGEST:
        return [], []
    units: list[Unit] = []
    spans: list[tuple[int, int]] = []
    here: list[_Said] = []
    for number, raw in enumerate(sentences.split_sentences(observation.text)):
        words = raw.strip()
        mend = _read(words)
        found = None if mend is None else _applied(mend, observation, thread, here)
        if found is None or mend is None:
            own = words.text.strip()
            here.append(_Said(own, observation.speaker or "", observation.time))
            continue
        said, start, end = found
        span = (words.origin[0], words.origin[-1] + 1)
        spans.append(span)
        voice = "" if said.speaker == (observation.speaker or "") else said.speaker
        whole = _put(said.text, start, end, mend, span)
        old = said.text[start:end]
        fresh = sentences.again(whole, number, names)
        units += [replace(u, voice=voice, anchor=said.time, replaced=old) for u in fresh]
    return units, spans


def _put(text: str, start: int, end: int, mend: Mend, span: tuple[int, int]) -> Mapped:
    """The earlier sentence with the right words; all else stands for the fragment's start."""
    first = (span[0],)
    here = tuple(range(mend.place, mend.place + len(mend.new)))
    origin = first * start + here + first * (len(text) - end)
    return Mapped(text[:start] + mend.new + text[end:], origin)


def _read(words: Mapped) -> Mend | None:
    """What a sentence puts right; None for one that says something of its own."""
    text = words.text
    if len(text) > LONGEST:
        return None
    star = _STAR.match(text)
    if star is not None:
        name = "new" if star["new"] else "after"
        return Mend(star[name], words.origin[star.start(name)], "", True)
    match = _CLEFT.match(text) or _SAID.match(text)
    if match is None:
        match = _FRAGMENT.match(text)
        if match is None or text.rstrip().endswith("?") or _CLAUSE.search(match["new"]):
            return None
    new, old = match["new"].strip(" \"'"), (match["old"] or "").strip(" \"'")
    if not new or len(new.split()) > 5 or len(old.split()) > 5:
        return None
    said = match.re is not _FRAGMENT or bool(match["cue"] or match["after"])
    place = words.origin[match.start("new") + match["new"].index(new)]
    denied = re.match(r"\s*(?:no|nope)\b", text, re.IGNORECASE) is not None
    if not old and not said and not denied:
        return None
    if not _stand_for(new, old, text):
        return None
    if said and not (match.re is not _FRAGMENT or match["cue"]) and _bare_number(match):
        return None
    meant = match.re is not _FRAGMENT or _MEANING.search(text) is not None
    return Mend(new, place, old, said, meant)


_STRETCHED = re.compile(r"(\w)\1\1", re.IGNORECASE)
_EMPTY = frozenset(
    ["it", "this", "that", "these", "those", "me", "you", "him", "her", "us", "them", "oh", "yes",
     "no", "yeah", "ok", "okay", "well", "so", "just", "really", "very", "too", "right", "true",
     "great", "good", "fine", "nice", "sure", "cool", "wow", "way", "everything", "nothing"]
)  # fmt: skip


def _bare_number(match: re.Match[str]) -> bool:
    """As in "Nine, actually", which answers somebody rather than puts a number right."""
    after = (match["after"] or "").lower()
    return "actually" in after and OF_KIND["number"].fullmatch(match["new"]) is not None


def _stand_for(new: str, old: str, text: str) -> bool:
    """Whether the right words, and the wrong ones if they are said, are things to be named.

    A capital at the start of a sentence tells a name only beside another name.
    """
    if old and not (_is_thing(old) or NAME.fullmatch(old)):
        return False
    inside = not text.lstrip(" \"'").startswith(new) or (old and NAME.fullmatch(old))
    if inside and NAME.fullmatch(new) and new.lower() not in _EMPTY:
        return True
    led = re.search(rf"\b(?:the|an?|my|our|his|her|their)\s+{re.escape(new)}", text, re.IGNORECASE)
    return _is_thing(new, alone=led is None)


def _is_thing(words: str, *, alone: bool = True) -> bool:
    """Whether words can stand for others: a name, a number, a time; no "it", "great", "nooo".

    Args:
        words: without an article.
        alone: no article stands before them: one plain word is then no thing.
    """
    if any(pattern.fullmatch(words) for pattern in OF_KIND.values()):
        return True
    plain = [w.lower() for w in re.findall(r"[\w’'-]+", words)]
    if not plain or _STRETCHED.search(words) or not _EMPTY.isdisjoint(plain):
        return False
    return len(plain) > 1 or not alone or not pipeline.is_word(plain[0])


def _applied(
    mend: Mend, observation: Observation, thread: Sequence[Observation], here: Sequence[_Said]
) -> tuple[_Said, int, int] | None:
    """The latest sentence that the right words fit, and which of its words they stand for."""
    own = observation.speaker or ""
    before = [o for o in thread[-BACK:] if observation.time - o.time <= APART]
    weak = not mend.strong and not mend.old
    if weak:  # "No, 12 June": to what the other just said
        last = before[-1:] if before and before[-1].speaker != observation.speaker else []
        before, here = [o for o in last if "?" not in o.text], ()
    told = [
        _Said(s.text.strip(), o.speaker or "", o.time)
        for o in before
        for s in sentences.split_sentences(o.text)
    ]
    if mend.strong and not mend.old:
        latest = thread[-1].time if thread else None
        told = [s for s in told if s.speaker == own or s.time == latest]
    for said in reversed([*told, *here]):
        if said.text.endswith("?") or _FRAGMENT_ONLY.match(said.text):
            continue
        place = _place(mend, said.text, weak=weak)
        if place is not None:
            return said, *place
    return None


_FRAGMENT_ONLY = re.compile(r"^\W*\w+(?:\W+\w+)?\W*$")


def _place(mend: Mend, text: str, *, weak: bool) -> tuple[int, int] | None:
    """Which words of a sentence the right ones stand for."""
    if mend.old:
        found = re.search(rf"(?<!\w){re.escape(mend.old)}(?!\w)", text, re.IGNORECASE)
        if found is not None:
            return _aligned(mend, text, found.start(), found.end())
        return None
    for pattern in OF_KIND.values():
        if pattern.fullmatch(mend.new):
            same = {mend.new.lower(), "one"}  # "a dry one" counts nothing
            matches = [m for m in pattern.finditer(text) if m.group().lower() not in same]
            return matches[-1].span() if matches else None
    spot = _shared(mend.new, text) or (_misspelt(mend.new, text) if mend.strong else None)
    if spot is not None or weak or not mend.meant or NAME.fullmatch(mend.new) is None:
        return spot
    return _last_name(mend.new, text)


def _shared(new: str, text: str) -> tuple[int, int] | None:
    """As many words around a shared one: "second floor" for "third floor"."""
    words = new.split()
    if len(words) != 2:
        return None
    for shared, pattern in ((1, rf"[\w’'-]+\s+{re.escape(words[1])}"),
                            (0, rf"{re.escape(words[0])}\s+[\w’'-]+")):  # fmt: skip
        place = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)
        other = place.group().split()[1 - shared] if place else ""
        anchor = words[shared].lower()
        if place and not _LITTLE & {other.lower(), anchor} and place.group().lower() != new.lower():
            return place.span()
    return None


_LITTLE = frozenset(
    ["the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "in", "on", "at"]
) | frozenset(["of", "to", "is", "was", "are", "and", "or", "with", "for", "from", "by", "i", "we"])


def _aligned(mend: Mend, text: str, start: int, end: int) -> tuple[int, int]:
    """The whole date where only its month was said to be wrong: "12 June, not July"."""
    date = OF_KIND["date"]
    if date.fullmatch(mend.new) is not None and date.fullmatch(mend.old) is None:
        for match in date.finditer(text):
            if match.start() <= start and end <= match.end():
                return match.span()
    return start, end


def _misspelt(new: str, text: str) -> tuple[int, int] | None:
    """The word that looks like the right one: "Marisa" for "Marissa"."""
    best, place = _ALIKE, None
    if " " in new:
        return None
    for match in re.finditer(r"[\w’'-]{3,}", text):
        alike = SequenceMatcher(None, match.group().lower(), new.lower()).ratio()
        if best < alike < 1 and not pipeline.is_word(match.group().lower()):
            best, place = alike, match.span()
    return place


def _last_name(new: str, text: str) -> tuple[int, int] | None:
    dates = (OF_KIND["month"], OF_KIND["weekday"])
    names = [
        m
        for m in NAME.finditer(text)
        if m.start() > 0
        and m.group() != new
        and not any(date.fullmatch(m.group()) for date in dates)
    ]
    return names[-1].span() if names else None
