"""Which place somebody took: "we came second in Yorkshire", "I finished fourth out of sixty"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kgmem.extraction.openie import marks, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.predicates import predicate
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_RANKING = frozenset(["come", "finish", "place", "rank"])
_ORDINAL = re.compile(
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))$",
    re.IGNORECASE,
)
_AMONG = frozenset(["in", "out", "of", "at", "among"])
_NEAR = 3
LIKELY = 0.72
_LOST = frozenset(["lost_words", "lost_many", "lost_particle", "complete_verb", "hedged"])


def rankings(reading: Reading, clause: Clause, subjects: Sequence[Argument]) -> Iterator[Draft]:
    """The place that the subjects took; nothing for other clauses.

    Args:
        reading: the unit.
        clause: with its verb.
        subjects: who took it.
    """
    main = clause.main
    if main.lemma_.lower() not in _RANKING or clause.negative or len(clause.verbs) > 1:
        return
    rank = next((t for t in main.doc[main.i + 1 : main.i + _NEAR] if _is_rank(t, reading)), None)
    if rank is None:
        return
    value = Argument(Value(rank.lower_), rank.lower_, (rank.i,))
    more = tuple(_among(reading, main, rank))
    tokens = {main.i, rank.i, *(i for _, a in more for i in a.tokens)}
    for who in subjects:
        said = predicate(clause, plural="plural" in who.flags)
        yield Draft(
            subject=who,
            predicate=said.words.removesuffix(" in"),
            object=value,
            tokens=frozenset(tokens | set(who.tokens) | set(range(main.i, rank.i))),
            verb=main.i,
            spoken=said.spoken.removesuffix(" in"),
            qualifiers=more,
            kind="event",
            modality=clause.modality,
            flags=frozenset(
                {"ranking", *(f"subject_{f}" for f in who.flags)}
                | (marks.of_clause(clause) - _LOST)
                | reading.unit.repaired
            ),
            certain=0.0 if {"common", "addressee"} & who.flags else LIKELY,
        )


def _is_rank(token: Token, reading: Reading) -> bool:
    """Whether a word is a place in a ranking, not part of a date or of "the second time"."""
    if not _ORDINAL.match(token.text) or token.i in reading.timed or token.dep_ == "amod":
        return False
    between = token.doc[token.i - 1]
    return between.lower_ in {"in", "joint"} or between.pos_ in {"VERB", "AUX"}


def _among(reading: Reading, main: Token, rank: Token) -> Iterator[tuple[str, Argument]]:
    """In what it was the place: "in Yorkshire", "out of 600"."""
    for child in sorted([*main.children, *rank.children], key=lambda t: t.i):
        if child.dep_ != "prep" or child.i < rank.i or child.lower_ not in _AMONG:
            continue
        words = [t for t in child.subtree if t.i > rank.i and t.i not in reading.timed]
        lead = 2 if child.lower_ == "out" and len(words) > 1 and words[1].lower_ == "of" else 1
        text, flags = wording.phrase(reading, words[lead:])
        if (
            text
            and not {"unresolved", "deictic"} & flags
            and len(text.split()) <= wording.MOST_WORDS
        ):
            role = " ".join(t.lower_ for t in words[:lead])
            yield role, Argument(Value(text), text, tuple(t.i for t in words), flags)
