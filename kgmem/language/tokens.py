"""Words, stems, stable term hashes and token estimates, for any script.

The lexical index of both stores holds hashes, not words, so `terms` must give the same numbers in
every process and on every machine: CRC-32 of the stemmed word, never Python's salted `hash`.
"""

from __future__ import annotations

import re
import threading
import unicodedata
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

TITLES = ("Dr", "Mr", "Ms", "St", "Mrs", "Prof")
"""Words whose dot ends no sentence."""

# Scripts written without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul (whose
# particles cling to the noun, so that bigrams match where whole words would not).
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD = re.compile(
    rf"(?P<run>[{_UNSPACED}]+)"
    r"|\d+(?:[.,:]\d+)*"
    # A letter with its combining marks, so that vowel signs do not cut a Hindi word in two.
    rf"|(?:(?![{_UNSPACED}])[^\W\d_][\u0300-\u036f\u0900-\u0dff\u064b-\u065f]*)"
    rf"(?:(?![{_UNSPACED}])\w[\u0300-\u036f\u0900-\u0dff\u064b-\u065f]*|'(?=[^\W\d_]))*"
)
_PARTS = re.compile(
    rf"[{_UNSPACED}]|[A-Za-z]{{1,8}}|\d{{1,3}}|(?:(?![A-Za-z{_UNSPACED}])[^\W\d_]){{1,3}}|[^\s\w]|_"
)
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2018": "'", "_": " "})

_FUNCTION_WORDS = """
a about above after again all also am an and any are as at be because been before being below
between both but by can cannot could did do does doing done down during each few for from
further get gets getting got had has have having he her here hers herself him himself his how i
if in into is it its itself just let me more most my myself no nor not now of off oh ok okay on
once only or other our ours ourselves out over own really same she should so some such than that
the their theirs them themselves then there these they this those through to too um uh under
until up us very was we well were what when where which while who whom whose why will with would
yeah yes yet you your yours yourself yourselves i'm i've i'd i'll you're you've you'd you'll
he's he'd he'll she's she'd she'll it's it'd it'll we're we've we'd we'll they're they've they'd
they'll that's that'll there's here's who's what's where's when's how's let's isn't aren't
wasn't weren't don't doesn't didn't won't wouldn't can't couldn't shouldn't haven't hasn't
hadn't ain't y'all gonna wanna gotta
"""

STOPWORDS = frozenset(_FUNCTION_WORDS.split())
"""English function words and chat fillers: they say nothing about what a text is about."""


def words(text: str) -> list[str]:
    """The words of a text in order, in NFKC and casefolded.

    Possessive endings are taken off ("Nora's" gives "nora"). Runs of scripts without spaces give
    overlapping character bigrams, so that 王芳 is found inside 王芳住在北京.
    """
    return list(_remembered(text) if len(text) <= _SHORT else _words(text))


_SHORT = 600
"""Characters of texts whose words and size are kept: sentences and turns are asked for again."""


@lru_cache(maxsize=1 << 13)
def _remembered(text: str) -> tuple[str, ...]:
    return _words(text)


def _words(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_APOSTROPHES)
    found: list[str] = []
    for match in _WORD.finditer(plain):
        run = match.group("run")
        if run is None:
            word = match.group()
            found.append(word[:-2] if word.endswith("'s") and word not in STOPWORDS else word)
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
    return tuple(found)


_LOCK = threading.Lock()


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The stem of a casefolded word (Porter's second English stemmer); other scripts unchanged."""
    if not word.isascii() or not word.isalpha() or len(word) < 3:
        return word
    with _LOCK:  # the stemmer keeps the word it works on in itself
        return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1 << 17)
def term(word: str) -> int:
    """The stable 32-bit hash of a word's stem."""
    return zlib.crc32(stem(word).encode("utf-8", "surrogatepass"))


ASKS = zlib.crc32(b"?")
"""The term at the end of a text that ends in a question; no word has it."""

_ASKING = re.compile(r"[?\uff1f\u061f\u037e][^\w.]*\Z")


def terms(text: str) -> npt.NDArray[np.uint32]:
    """One stable 32-bit hash per stemmed word that is no stop word, in order, repeats kept.

    A text that ends in a question has `ASKS` as its last term: retrieval looks for the answer in
    the reply, and has no text at hand to see the question mark in.

    Returns:
        Shape `(number of content words,)`; empty for a text of stop words only.
    """
    found = [term(w) for w in words(text) if w not in STOPWORDS]
    if _ASKING.search(text):
        found.append(ASKS)
    return np.array(found, dtype=np.uint32)


def terms_of_all(texts: Sequence[str]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
    """The terms of several texts run together.

    Returns:
        Where each text's terms begin, and where the last one's end, `(texts + 1,)`; and the terms.
    """
    found = [terms(text) for text in texts]
    flat = np.concatenate(found) if found else np.zeros(0, dtype=np.uint32)
    return np.cumsum([0, *map(len, found)]).astype(np.int64), flat


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model's tokenizer makes of a text, without loading one.

    Words and punctuation marks are one token each, long words one per eight letters, digits one per
    three, a character of an unspaced script one. On English chat this is what a vocabulary of
    30,000 word pieces gives [within 1 %]; larger vocabularies need somewhat fewer.
    """
    return _counted(text) if len(text) <= _SHORT else len(_PARTS.findall(text))


@lru_cache(maxsize=1 << 13)
def _counted(text: str) -> int:
    return len(_PARTS.findall(text))
