"""Why a candidate is here, in numbers and in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kgmem.retrieval.signals import Parts

_LEAST = 0.15  # a part below this is not worth a word
_WORDS = {
    "dense": "close in meaning",
    "window": "close in meaning with the turn before it",
    "words": "shares words with the question",
    "soft": "says the question's words or like ones, or the turn beside it does",
    "session": "from a conversation on the subject",
    "about": "by or about {subject}",
    "answer": "holds the kind of answer asked for",
    "told": "tells much about {subject}",
    "reply": "replies to a question that matches",
    "time": "from the time asked about",
    "fact": "one of its facts matches",
    "rank": "well connected to what matches",
    "kin": "shares rare words with what matches",
    "clues": "like the best of the first search",
    "bridge": "one step behind a fact that matches",
    "relevance": "many of its facts were found by the walk",
    "walk": "found by the walk",
    "linked": "mentions {mentioned}",
    "learned": "raised by what was learned",
    "subgoal": "from the subgoal at hand",
}


def parts_of(parts: Parts, rows: Sequence[int]) -> list[dict[str, float]]:
    """For each of some rows its parts that are not zero, rounded."""
    if not parts or not rows:
        return [{} for _ in rows]
    values = np.stack([part[np.asarray(rows)] for part in parts.values()], axis=1)
    rounded = np.round(values.astype(np.float64), 3).tolist()
    names = list(parts)
    return [{n: v for n, v in zip(names, row, strict=True) if v} for row in rounded]


def reason_of(parts: Mapping[str, float], *, subject: str, mentioned: str) -> str:
    """The two strongest reasons in words; a part without words of its own goes by its name.

    Args:
        parts: contributions by signal.
        subject: what the question is about.
        mentioned: what else it names.
    """
    strong = sorted(parts.items(), key=lambda p: -p[1])
    named = {"subject": subject or "whom it asks about", "mentioned": mentioned or "what it names"}
    said = [_WORDS.get(k, k).format(**named) for k, v in strong[:2] if v >= _LEAST]
    return "; ".join(said) or "weakly related, nothing better was found"
