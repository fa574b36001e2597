"""What a question asks: kind, answer type, names, time window, and its content for searching.

No parse: a question is short and its shape is regular, so words and capitals are enough, and
nothing heavy is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kgmem.language.questions_names import (
    FIRST_PERSON,
    MONTHS,
    Named,
    Token,
    bag,
    find_names,
    leading_auxiliary,
    only_name,
    participants,
    tokens,
)
from kgmem.language.questions_shape import (
    Kind,
    Order,
    answer_type_of,
    first_wh,
    head_of,
    kind_of,
    order_of,
    plural,
)
from kgmem.types import Bound, Validity

__all__ = ["Question", "analyse"]

_LONGEST = 2000
_FRAME = 8
_DEGREES = bag("many much long often frequently regularly")
_TIME_CUE = re.compile(
    r"\d|\b(?:"
    + "|".join(m for m in MONTHS if m != "may")
    + r"|yesterday|today|tomorrow|last|next|ago|"
    r"this (?:week|month|year|morning|evening)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|summer|"
    r"winter|spring|autumn|in may|since)\b",
    re.I,
)
_BARE_MONTH = re.compile(r"\bin (" + "|".join(MONTHS) + r")\b(?!\s*,?\s*\d{4})", re.I)
NOBODY = "User"
"""Whom extraction takes for the speaker of words that came without one."""

_SELF = {"i": "", "me": "", "myself": "", "my": "'s", "mine": "'s"}


@dataclass(frozen=True, slots=True)
class Question:
    """A question, analysed.

    Attributes:
        text: as asked.
        kind: what it turns on; `list` when several things are asked for, `common` for what several
            entities share, `comparison` for a choice between alternatives.
        answer_type: type of the answer: an entity type, `time`, `number`, `age`, `duration`,
            `frequency`, `truth`; empty when anything may answer.
        head: the noun asked for ("pets"); empty when there is none.
        names: the entities named, in order; the asker for "I" and "my".
        about: those of `names` in the place of a subject or possessor.
        window: the time it asks about; None when it gives none.
        order: whether the first or the last is asked for, or what lies before or after something.
        content: the question without the names it is about and without question words.
        statement: the question as a statement, as far as simple rules go.
        asker: who asks.
        now: when.
    """

    text: str
    kind: Kind
    answer_type: str
    head: str
    names: tuple[str, ...]
    about: tuple[str, ...]
    window: Validity | None
    order: Order
    content: str
    statement: str
    asker: str | None
    now: datetime

    @property
    def several(self) -> bool:
        """Whether several things are asked for, which may have been said at different times."""
        listed = self.kind in ("list", "how_many", "common")
        return listed or (self.kind in ("what", "which") and plural(self.head))

    @property
    def short(self) -> str:
        """The part of the text that its shape is read from: patterns slow down on endless ones."""
        return self.text[:_LONGEST]

    @property
    def plain(self) -> str:
        """The question without the names it is about, for a dense query.

        Names pull a dense query towards every text that has them (measured: 4 to 7 points of
        evidence recall); who is meant is a matter of entities.
        """
        text = self.text
        for name in sorted(self.about or self.names, key=len, reverse=True):
            pattern = rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)"
            text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
        return " ".join(text.split()) or self.text


def analyse(
    text: str,
    *,
    now: datetime,
    asker: str | None = None,
    known: Callable[[str], Iterable[object]] = lambda _name: (),
) -> Question:
    """Analyse a question.

    Args:
        text: the question, in any script; only the first 2,000 characters are read for its shape.
        now: zone-aware; "last week" counts from here.
        asker: whom "I" and "my" mean; None for the speaker of words that came without one.
        known: looks a name up in memory; items whose `named` is False do not count as names.
    """
    clean = " ".join(text.split())
    short = clean[:_LONGEST]
    named = find_names(short, known)
    selves = any(w.lower in FIRST_PERSON for w in tokens(short))
    if selves and asker is None and any(True for _ in known(NOBODY)):
        asker = NOBODY
    own = bool(asker) and selves
    about = participants(short, named) or ([] if own else only_name(named))
    words = tokens(short)
    at = first_wh(words)
    frame = _frame(words, at)
    head = head_of(words, at, named) if at >= 0 else ""
    kind = kind_of(short, words, at, head)
    names, subjects = [n.name for n in named], [n.name for n in about]
    if asker and own:
        names, subjects = [asker, *names], [asker, *subjects]
    return Question(
        text=text,
        kind=kind,
        answer_type=answer_type_of(kind, head, short),
        head=head,
        names=tuple(dict.fromkeys(names)),
        about=tuple(dict.fromkeys(subjects)),
        window=_window(short, now),
        order=order_of(short),
        content=_content(words, frame, about) or clean,
        statement=_statement(words, frame, asker),
        asker=asker,
        now=now,
    )


def _frame(words: Sequence[Token], at: int) -> set[int]:
    """Indices of the words that only make it a question: the question word and its auxiliary."""
    frame = {at} if at >= 0 else set()
    lead = leading_auxiliary(words)
    if lead is not None and lead - at <= _FRAME:
        frame.add(lead)
    if at >= 0 and words[at].lower == "how" and at + 1 < len(words):
        frame |= {at + 1} if words[at + 1].lower in _DEGREES else set()
    return frame


def _content(words: Sequence[Token], frame: set[int], about: Sequence[Named]) -> str:
    """The question's words without those it is about and those that make it a question."""
    kept = [
        w
        for i, w in enumerate(words)
        if i not in frame
        and not any(n.start <= w.start < n.end for n in about)
        and w.lower not in FIRST_PERSON
    ]
    while kept and kept[0].lower in ("and", "or"):
        kept.pop(0)
    return " ".join(w.text.rstrip(".,") for w in kept)


def _statement(words: Sequence[Token], frame: set[int], asker: str | None) -> str:
    """Question word and auxiliary off, first person named: "Nora paint a boat"."""
    kept = []
    for index, word in enumerate(words):
        own = _SELF.get(word.lower)
        if index not in frame:
            kept.append(f"{asker}{own}" if asker and own is not None else word.text)
    return " ".join(kept).rstrip(" ?.!")


def _window(text: str, now: datetime) -> Validity | None:
    """The time that the question asks about.

    A month without a year is the latest one that is not in the future: questions look back.
    """
    if not _TIME_CUE.search(text):
        return None
    bare = _BARE_MONTH.search(text)
    if bare:
        return _month_window(bare.group(1), now)
    from kgmem.language.times import find

    mentions = [m for m in find(text, now) if m.kind in ("point", "range", "since", "until")]
    bounded = [m for m in mentions if m.validity.start or m.validity.end]
    return bounded[0].validity if bounded else None


def _month_window(name: str, now: datetime) -> Validity:
    number = MONTHS.index(name.casefold()) + 1
    year = now.year if number <= now.month else now.year - 1
    start = now.replace(year=year, month=number, day=1, hour=0, minute=0, second=0, microsecond=0)
    end = (start + timedelta(days=32)).replace(day=1)
    return Validity(start=Bound(start, end, "month"), wording=f"{name.capitalize()} {year}")
