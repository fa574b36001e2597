"""What the best of a first pass says for the rest: rare words in common.

The evidence for a question that spans sessions often shares no word with the question, but one with
other evidence: "my home country" in one session, "a gift from my home country" in another. These
words link episodes as entities link facts, also where no fact was read from them.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from kgmem.language.tokens import ASKS
from kgmem.retrieval.filters import Mask
from kgmem.retrieval.nominate import Rows
from kgmem.snapshot.corpus import Corpus
from kgmem.types import Floats

_BEST = 6  # episodes of the first pass whose words count
_READ = 64  # words read of each
_SHARE, _FEWEST, _MOST = 0.04, 8, 100  # a rare word stands in at most so many episodes
_REPEATED = 4  # times that a word is said at most in a text, on the average
_EVEN = 6.0  # where the scale turns from even to logarithmic


def kinship(
    texts: Corpus, rows: Rows, scores: Floats, allowed: Mask, names: Collection[int]
) -> Floats:
    """How many rare words each episode has in common with the best of a first pass.

    A word counts by its inverse document frequency; no episode is its own kin.

    Args:
        texts: of all episodes.
        rows: the episodes scored, `(p,)` ascending.
        scores: of the first pass, `(p,)`.
        allowed: the episodes that may be seen, `(all,)`; what is hidden counts for nothing.
        names: terms that tell nothing: whom the question is about.

    Returns:
        `(p,)`, on a logarithmic scale.
    """
    found = np.zeros(len(rows), dtype=np.float32)
    count = int(np.count_nonzero(allowed)) if texts.whole is None else texts.whole.total
    most = min(_MOST, max(_FEWEST, int(_SHARE * count)))
    best = np.argsort(-scores, kind="stable")[:_BEST]
    said: dict[int, list[int]] = {}
    for place in best.tolist():
        for word in dict.fromkeys(texts.terms_of(int(rows[place]))[:_READ].tolist()):
            if word != ASKS and word not in names:
                said.setdefault(word, []).append(place)
    for word, places in said.items():
        having = _having(texts, word, most, allowed)
        if not len(having):
            continue
        worth = np.log1p((count - len(having) + 0.5) / (len(having) + 0.5))
        place = np.minimum(np.searchsorted(rows, having), len(rows) - 1)
        place = place[rows[place] == having]
        if len(places) == 1:
            place = place[place != places[0]]
        found[place] += worth
    kin: Floats = np.log1p(found / _EVEN).astype(np.float32)
    return kin


def _having(texts: Corpus, word: int, most: int, allowed: Mask) -> Rows:
    """The allowed rows that have a word, ascending; none where they are many."""
    rows = texts.postings.rows(word)
    if len(rows) > _REPEATED * most:
        return rows[:0]
    rows = np.unique(rows[allowed[rows]])
    return rows if len(rows) <= most else rows[:0]
