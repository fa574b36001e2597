"""Whom and what a question names, without a parse: capitals, quotes, and what memory knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

WORD = re.compile(r"[^\W_][\w'’+&./-]*", re.UNICODE)
_QUOTED = re.compile(r"[\"“«]([^\"”»]{2,80})[\"”»]")
_POSSESSIVE = re.compile(r"['’](?:s|S)?$")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_LONGEST_NAME = 4


def bag(words: str) -> frozenset[str]:
    """A set of words written in one string."""
    return frozenset(words.split())


WH = bag("who whom whose what which where when why how")
AUXILIARIES = bag(
    "do does did is are was were am be been has have had will would can could should shall may"
    " might must isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't"
)
FIRST_PERSON = bag("i me my mine myself we us our ours")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_CALENDAR = frozenset(MONTHS) | bag(
    "monday tuesday wednesday thursday friday saturday sunday christmas easter"
)
_NEVER = (
    WH
    | AUXILIARIES
    | _CALENDAR
    | FIRST_PERSON
    | bag(
        "the a an and or of in on at to for from by with about according during after before since"
        " list name tell give show please besides between if he she they it his her their its this"
        " that these those you your there any some all"
    )
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question with its place; `bare` has no possessive ending."""

    text: str
    start: int
    end: int

    @property
    def bare(self) -> str:
        """The word without a possessive ending or trailing punctuation."""
        return _POSSESSIVE.sub("", self.text.rstrip(".,/-"))

    @property
    def lower(self) -> str:
        """Casefolded, possessive kept off."""
        return self.bare.casefold()

    @property
    def possessive(self) -> bool:
        """Whether it ends in an apostrophe or 's."""
        return bool(_POSSESSIVE.search(self.text))


@dataclass(frozen=True, slots=True)
class Named:
    """A name in the question: `[start, end)` covers it without its possessive ending."""

    name: str
    start: int
    end: int
    possessive: bool = False
    quoted: bool = False


def tokens(text: str) -> list[Token]:
    """The words of a text with their offsets."""
    return [Token(m.group(), m.start(), m.end()) for m in WORD.finditer(text)]


def _title_runs(words: Sequence[Token], text: str, taken: Sequence[Named]) -> Iterator[Named]:
    """Runs of capitalised words outside of what is taken already."""
    run: list[Token] = []

    def close() -> Iterator[Named]:
        if run:
            last = run[-1]
            end = last.start + len(last.bare)
            yield Named(text[run[0].start : end], run[0].start, end, last.possessive)
            run.clear()

    for index, word in enumerate(words):
        gap = text[words[index - 1].end : word.start] if index else ""
        if run and (gap != " " or run[-1].possessive):
            yield from close()
        if any(item.start < word.end and word.start < item.end for item in taken):
            yield from close()
        elif word.bare[:1].isupper() and word.lower not in _NEVER and not _adjectival(words, index):
            run.append(word)
        else:
            yield from close()
    yield from close()


def _adjectival(words: Sequence[Token], index: int) -> bool:
    """An acronym before a common noun ("LGBTQ support group") names nothing by itself."""
    word = words[index].bare.rstrip("+")
    follows = index + 1 < len(words) and words[index + 1].bare[:1].islower()
    after = words[index + 1].lower if follows else ""
    acronym = len(word) > 1 and word.isupper() and not words[index].possessive
    return acronym and follows and after not in _NEVER


def _from_memory(
    words: Sequence[Token], text: str, known: Callable[[str], Iterable[object]]
) -> Iterator[Named]:
    """Names written without capitals, or in a script that has none, that memory knows."""
    index = 0
    while index < len(words):
        for size in range(min(_LONGEST_NAME, len(words) - index), 0, -1):
            last = words[index + size - 1]
            end = last.start + len(last.bare)
            name = text[words[index].start : end]
            if (size > 1 or words[index].lower not in _NEVER) and _is_name(known(name)):
                yield Named(name, words[index].start, end, last.possessive)
                index += size - 1
                break
        index += 1
    for run in _WIDE.finditer(text):
        yield from _wide_names(run, known)


def _wide_names(run: re.Match[str], known: Callable[[str], Iterable[object]]) -> Iterator[Named]:
    at, chars = 0, run.group()
    while at < len(chars):
        for size in range(min(8, len(chars) - at), 1, -1):
            if _is_name(known(chars[at : at + size])):
                start = run.start() + at
                yield Named(chars[at : at + size], start, start + size)
                at += size - 1
                break
        at += 1


def _is_name(found: Iterable[object]) -> bool:
    return any(getattr(item, "named", True) for item in found)


def leading_auxiliary(words: Sequence[Token]) -> int | None:
    """Index of the auxiliary that makes the question one: "did" in "Which car did Ana buy?"."""
    at = next((i for i, w in enumerate(words) if w.lower in WH), -1)
    if words and words[0].lower in AUXILIARIES:
        return 0
    span = range(at + 1, min(len(words), at + 9))
    return next((i for i in span if words[i].lower in AUXILIARIES), None)


def find_names(text: str, known: Callable[[str], Iterable[object]]) -> list[Named]:
    """The names in a question in order, not overlapping; memory's own names come first.

    Args:
        text: the question.
        known: what memory holds under a name; items with `named=False` are common nouns and do
            not make a word a name.
    """
    words = tokens(text)
    quoted = [
        Named(m.group(1).strip(" .,?!"), m.start(1), m.end(1), quoted=True)
        for m in _QUOTED.finditer(text)
    ]
    taken: list[Named] = []
    for item in [*quoted, *_from_memory(words, text, known)]:
        if item.name and all(item.end <= t.start or item.start >= t.end for t in taken):
            taken.append(item)
    taken += list(_title_runs(words, text, taken))
    return sorted(taken, key=lambda item: item.start)


def participants(text: str, named: Sequence[Named]) -> list[Named]:
    """The names that the question is about: subjects and possessors, not objects or titles.

    "When did *Nora* visit Rome?", "What is *Nora*'s job?", "What do *Ana* and *Bo* share?".
    """
    about: list[Named] = []
    lead = leading_auxiliary(tokens(text))
    for item in named:
        before = text[: item.start].rstrip()
        previous = tokens(before)
        last = previous[-1].lower if previous else ""
        joined = bool(about) and re.fullmatch(
            r"(?:['’]s?)?\s*(?:,|and|or|&|, and)\s*", text[about[-1].end : item.start]
        )
        if item.quoted:
            continue
        after_verb = lead is not None and len(previous) - 1 == lead
        first = not previous or last in WH or last == "both" or before.endswith(",")
        if item.possessive or first or after_verb or joined:
            about.append(item)
    return about


def only_name(named: Sequence[Named]) -> list[Named]:
    """With no subject by position ("What motivates Nora?") a single name is what it is about."""
    return [item for item in named if not item.quoted][:1]
