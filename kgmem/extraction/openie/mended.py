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

from kgmem.extraction.openie import sentences, spots
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.sentences import Unit
from kgmem.extraction.openie.slips import ERRED, MEANT, NAME, OF_KIND
from kgmem.extraction.openie.spots import Mend
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
        place = spots.place(mend, said.text, weak=weak)
        if place is not None:
            return said, *place
    return None


_FRAGMENT_ONLY = re.compile(r"^\W*\w+(?:\W+\w+)?\W*$")
