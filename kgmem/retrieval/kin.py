"""What the best of a first pass says for the rest: rare words in common.

The evidence for a question that spans sessions often shares no word with the question, but one with
other evidence: "my home country" in one session, "a gift from my home country" in another. These
words link episodes as entities link facts, also where no fact was read from them.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from kgmem.language.tokens import ASKS
from kgmem.retrieval.filters import Mask
from kgmem.retrieval.nominate import Rows
from kgmem.snapshot.corpus import Corpus
from kgmem.types import Floats, Ints

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
    words = np.array(list(said), dtype=np.int64)
    word, having, times = _having(texts, words, most, allowed)
    if not len(word):
        return found
    worth = np.log1p((count - times + 0.5) / (times + 0.5))
    # What only one of the best says is no kinship of that one with itself.
    alone = np.array([p[0] if len(p) == 1 else -1 for p in said.values()], dtype=np.int64)
    place = np.minimum(np.searchsorted(rows, having), len(rows) - 1)
    kept = (rows[place] == having) & (place != alone[word])
    place, word = place[kept], word[kept]
    ends = np.searchsorted(word, np.arange(len(words) + 1)).tolist()
    for i, (first, last) in enumerate(pairwise(ends)):
        found[place[first:last]] += worth[i]
    kin: Floats = np.log1p(found / _EVEN).astype(np.float32)
    return kin


def _having(texts: Corpus, words: Ints, most: int, allowed: Mask) -> tuple[Ints, Rows, Ints]:
    """The allowed rows that have each of some words, where they are few.

    Returns:
        Positions in `words`, ascending, and rows, ascending for each word; and in how many texts
        each of the words stands (as far as it was counted, for one that is not rare).
    """
    few = np.flatnonzero(texts.postings.counts(words) <= _REPEATED * most)
    position, rows = texts.postings.many(words[few], _REPEATED * most)
    seen = allowed[rows]
    # A row stands there as often as it has the word.
    pairs = np.unique(few[position[seen]] * np.int64(len(allowed)) + rows[seen])
    word, row = pairs // max(1, len(allowed)), pairs % max(1, len(allowed))
    times = texts.frequencies(words, np.bincount(word, minlength=len(words)))
    rare = times <= most
    return word[rare[word]], row[rare[word]].astype(np.int32), times
