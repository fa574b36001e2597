"""A body of text into clauses worth parsing, with the habits of chat repaired.

Chat confuses a parser trained on edited text: vocatives and interjections become arguments, a
left-out "I" leaves a verb without its subject, clauses are spliced with commas and dashes. Each
repair works on the text before the parse and keeps the way back to the original (`Mapped`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from kgmem.extraction.openie import (
    ages,
    amends,
    corrections,
    elision,
    insertions,
    omitted,
    pairs,
    repairs,
    slips,
    splices,
    technical,
)
from kgmem.extraction.openie.courtesies import COURTESY
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.repairs import Opened

LONGEST = 1200
"""A sentence longer than this many characters is cut at a space: the parse is not worth more."""
KEPT = 4_000
"""Characters of a text whose pieces are kept for those who look back at it."""

_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|e\.g|i\.e|a\.m|p\.m|u\.s|u\.k|no|approx|dept"
    r"|inc)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_STILL_ENDS = re.compile(
    r"\s+(?:I|We|He|She|They|You|It|My|Our|His|Her|Their|The|That|This|There|But|And|So|Then|What"
    r"|When|How|Why|Who|Where|Do|Did|Is|Are|Was)\b"
)
"""What begins a sentence, also behind "at 5 p.m."."""
_NUMBERED = re.compile(r"\bno\.$", re.IGNORECASE)
"""A "no." is a number's only before one: "No. 5", not "She said no. Bo left."."""
LATE = "introduced_late"
"""Marks who is introduced behind the sentence that names them."""
LONGEST_ABBREVIATION = 12
"""Characters before a full stop that tell whether it ends an abbreviation."""
_END = re.compile(
    r"(?:(?<![.!?…。！？])[.!?…。！？]+[\"'”’)\]]*(?=\s|$|[A-Z\U0001F000-\U0001FAFF☀-➿])|[。！？]+|\n+|;\s"
    r"|(?<![\U0001F300-\U0001FAFF☀-➿\uFE0F\u200D])[\U0001F300-\U0001FAFF☀-➿\uFE0F\u200D]+"
    r"(?=\s+[A-Z]))"
)
_DASH = re.compile(r"\s+(?:--+|[-–—])\s+|\s*—\s*")
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff☀-➿\ufe0f\u200d\u2190-\u21ff]+|(?<!\\w)[:;=8][-']?[)(DPpOo/|]+(?!\\w)|<3"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\u200b\ufeff]+")
_GAP = re.compile(r"\s{8,}")
_DATA = re.compile(r"(?<!\S)[!-~]{200,}")
"""What is pasted, not said: a picture as text, a key. Addresses may be as long."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One clause-sized piece of an observation, ready for the parser.

    Attributes:
        words: the repaired text and its way back.
        sentence: number of the sentence that it was part of.
        question: it asks.
        repaired: what was done to it (`elided`, `spliced`, `vocative`, `interjection`, `dash`).
        reply: `yes` or `no` where it opens with such a word.
        caption: it describes an image.
        corrects: what its ", not ..." takes back; empty without one.
        voice: who is quoted, as written ("Ana", "my boss"); empty for the speaker's own words.
        amends: what stands before it says that it puts something right.
        never: it adds that what it denies was so at no time.
        anchor: when the earlier sentence was said that it puts right; None for one of its own.
        replaced: what that sentence had instead.
    """

    words: Mapped
    sentence: int
    question: bool = False
    repaired: frozenset[str] = frozenset()
    reply: str = ""
    caption: bool = False
    corrects: str = ""
    voice: str = ""
    amends: bool = False
    never: bool = False
    anchor: datetime | None = None
    replaced: str = ""

    @property
    def text(self) -> str:
        """What is parsed."""
        return self.words.text

    def within(self, start: int, end: int) -> bool:
        """Whether it stands in `[start, end)` of the observation, but for a stop right behind."""
        origin = self.words.origin
        return bool(origin) and start <= min(origin) and max(origin) <= end


def split_sentences(text: str) -> Iterator[Mapped]:
    """Sentences with their place in the text; very long ones are cut at a space."""
    start = 0
    for match in _END.finditer(text):
        if match.start() < start:
            continue
        head = text[max(start, match.end() - LONGEST_ABBREVIATION) : match.end()]
        if match.group().strip() == "." and _abbreviates(head.rstrip(), text, match.end()):
            continue
        yield from _bounded(text, start, match.end())
        start = match.end()
    yield from _bounded(text, start, len(text))


def _abbreviates(head: str, text: str, end: int) -> bool:
    """Whether a full stop only ends an abbreviation, and no sentence with it."""
    if _ABBREVIATION.search(head) is None:
        return False
    if _NUMBERED.search(head) is not None:
        return text[end:].lstrip()[:1].isdigit()
    return _STILL_ENDS.match(text, end) is None


def _bounded(text: str, start: int, end: int) -> Iterator[Mapped]:
    while end - start > LONGEST:
        cut = text.rfind(" ", start, start + LONGEST)
        cut = cut if cut > start else start + LONGEST
        if text[start:cut].strip():
            yield Mapped.of(text[start:cut], start)
        start = cut
    if text[start:end].strip():
        yield Mapped.of(text[start:end], start)


def units(
    text: str, names: Sequence[str], machine: bool = False, shown: bool = False
) -> list[Unit]:
    """Repaired pieces of an observation's text, in order.

    Args:
        text: the words, without the caption.
        names: who may be addressed ("Melanie", "Mel").
        machine: a tool says it.
        shown: an image comes with them.
    """
    if len(text) > KEPT:
        return _units(text, names, machine, shown)
    return list(_kept(text, tuple(names), machine, shown))


@lru_cache(maxsize=256)
def _kept(text: str, names: tuple[str, ...], machine: bool, shown: bool) -> tuple[Unit, ...]:
    """The pieces of a short text: each turn is looked back at by those behind it."""
    return tuple(_units(text, names, machine, shown))


def _units(text: str, names: Sequence[str], machine: bool, shown: bool) -> list[Unit]:
    vocatives = repairs.vocatives(names)
    text = technical.tied(_DATA.sub(_left_out, text), machine)
    found: list[Unit] = []
    amending = False
    for number, raw in enumerate(split_sentences(text)):
        clean = amends.renewed(slips.inline(cleaned(raw)))
        rest, signed = amends.sign(clean)
        amending = amending or signed
        if signed and not re.search(r"\w", rest.text):
            continue  # the sign alone: the next sentence puts it right
        rest, never = amends.never(rest)
        here = _sentence(rest, number, vocatives, shown)
        found.extend(
            replace(u, amends=amending, never=never) if amending or never else u for u in here
        )
        amending = False
    return found


def _left_out(match: re.Match[str]) -> str:
    return match.group() if "://" in match.group() else " " * len(match.group())


def cleaned(words: Mapped) -> Mapped:
    """Without emoji and signs that nobody sees; a long gap is a blank."""
    return words.sub(_CONTROL, " ").sub(_EMOJI, " ").sub(_GAP, " ").strip()


def again(words: Mapped, number: int, names: Sequence[str]) -> list[Unit]:
    """The pieces of an earlier sentence that is put right."""
    found = _sentence(cleaned(words), number, repairs.vocatives(names), False)
    return [replace(u, amends=True) for u in found]


def fresh(words: Mapped, names: Sequence[str], time: datetime) -> list[Unit]:
    """The pieces of a statement that was made of a question and the reply to it."""
    found = _sentence(words, 0, repairs.vocatives(names), False)
    return [replace(u, anchor=time) for u in found]


def _sentence(
    clean: Mapped, number: int, vocatives: re.Pattern[str] | None, shown: bool
) -> Iterator[Unit]:
    question = clean.text.rstrip("\"'”’) ").endswith(("?", "？", "?!"))
    clean, old = (clean, "") if question else amends.instead(clean)
    labels = question or not clean.text
    pieces = [q for p in _dashes(clean) for q in ([p] if labels else amends.labelled(p))]
    for place, piece in enumerate(pieces):
        done = frozenset({"dash"}) if len(pieces) > 1 else frozenset()
        asks = question and (place == len(pieces) - 1)
        for unit in _clauses(piece, number, asks, done, vocatives, shown):
            yield replace(unit, corrects=old) if old and not unit.corrects else unit


def _dashes(text: Mapped) -> Iterator[Mapped]:
    """The parts around a dash: what follows one is a thought of its own, or adds to the first."""
    start = 0
    for match in _DASH.finditer(text.text):
        yield text.cut(start, match.start())
        start = match.end()
    yield text.cut(start)


def _clauses(
    piece: Mapped,
    number: int,
    question: bool,
    done: frozenset[str],
    vocatives: re.Pattern[str] | None,
    shown: bool,
) -> Iterator[Unit]:
    opened = repairs.strip_openings(piece.strip(" -–—*•>"), vocatives, shown)
    quote = repairs.quotation(opened.words)
    if quote is not None:
        yield Unit(
            repairs.ended(repairs.expand(quote.words), "."),
            number,
            repaired=done,
            voice=quote.voice,
        )
        return
    words = repairs.expand(opened.words)
    taken_back = ""
    contrast = None if question else corrections.contrast(words.text)
    if contrast is not None:
        words, taken_back = words.cut(0, contrast[0]), contrast[1]
    done |= opened.repaired
    if not re.search(r"\w", words.text):
        if opened.reply:
            yield Unit(words, number, question, done, opened.reply)
        return
    pieces: tuple[tuple[Mapped, bool], ...] = ((words, False),)
    if not question:
        words = pairs.sorted_out(insertions.straightened(words))
        aged = (s for w in insertions.lifted(words) for s in ages.sorted_out(w))
        parts = (s for w in aged for s in pairs.shared(w))
        pieces = tuple(p for w in parts for p in insertions.introduced(w))
    done |= {"spliced"} if len(pieces) > 1 else set()
    for place, (whole, introduces) in enumerate(pieces):
        marks = done | ({"introduced"} if introduces else set())
        marks |= {LATE} if introduces and place > 0 else set()
        opening = Opened(whole, marks, opened.reply if place == 0 else "")
        last = place == len(pieces) - 1
        yield from _spliced(opening, number, question, taken_back if last else "")


def _spliced(opened: Opened, number: int, question: bool, taken_back: str) -> Iterator[Unit]:
    """The clauses that were strung together, each with a subject of its own."""
    done = opened.repaired
    nothing: frozenset[str] = frozenset()
    whole, put = (opened.words, nothing) if question else omitted.supplied(opened.words)
    parts = list(splices.splices(whole))
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        asks = (question and last) or repairs.asks(part.text)
        fixed, elided = (part, False) if asks else elision.elided(part)
        fixed = repairs.ended(fixed, "?" if asks else ".")
        here = done | put if place == 0 else done - {COURTESY}
        marks = (
            here | ({"elided"} if elided else set()) | ({"spliced"} if len(parts) > 1 else set())
        )
        reply = opened.reply if place == 0 else ""
        yield Unit(
            fixed, number, asks, frozenset(marks), reply, corrects=taken_back if last else ""
        )


def captions(caption: str, start: int, number: int) -> list[Unit]:
    """The caption of an image as units that begin at `start` of the body."""
    pieces: Iterable[Mapped] = split_sentences(caption)
    return [
        Unit(
            Mapped(p.text, tuple(i + start for i in p.origin)).strip(" ."), number + i, caption=True
        )
        for i, p in enumerate(pieces)
        if p.text.strip(" .")
    ]
