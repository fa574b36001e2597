"""Predicates without their inflection, by rules and a stemmer: no parser is loaded for it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from kgmem import assets

_WORD = re.compile(r"[^\W_]+|'\w+|[^\s\w]", re.UNICODE)
_VOWEL = re.compile(r"[aeiouy]")
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|zz|[^aeiou]o)es$")
_THIRD = re.compile(r"[^sui]s$")
_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]$")  # hik(e), us(e)
_NEEDS_E = re.compile(
    r"(?:[vcu]|[rd]g|ang|ag|[iy]z|[^aeiou][aoui]r|[^e]at|[^aeiou][iu]d|[bcdfgkptz]l|[^su]s|[ao]us|[^aeiou]ut|bin)$"
)


@cache
def word_list(name: str) -> frozenset[str]:
    """A word list of the data file."""
    words: str = assets.toml("data", "relations.toml")["words"][name]
    return frozenset(words.split())


@lru_cache(maxsize=1)
def _forms() -> dict[str, str]:
    """Inflected form to lemma, of the verbs that the data file lists."""
    verbs: dict[str, list[str]] = assets.toml("data", "relations.toml")["verbs"]
    return {form: verb for verb, listed in verbs.items() for form in (verb, *listed)}


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def _stem(word: str) -> str:
    forms = _forms()
    return str(_stemmer().stemWord(forms.get(word, word)))


@lru_cache(maxsize=16384)
def _words(predicate: str) -> tuple[str, ...]:
    """The telling words of a predicate: no auxiliary, article, adverb, negation or punctuation."""
    forms = _forms()
    folded = predicate.casefold().replace("’", "'").replace("_", " ").replace("n't", " not")
    found = [w for w in _WORD.findall(folded) if w.strip("'-.,;:!?\"()")]
    bare = [w for w in found if w not in word_list("negations") and w not in word_list("adverbs")]
    words = [w for w in bare if w not in word_list("articles")] or bare
    if words[:1] == ["'s"] and len(words) > 1 and words[1] not in word_list("particles"):
        words = words[1:] if words[-1] in forms and forms[words[-1]] == "be" else words
    return tuple(_without_auxiliaries(words, forms))


def _without_auxiliaries(words: list[str], forms: dict[str, str]) -> list[str]:
    while len(words) > 1:
        first, second = words[0], words[1]
        verb = forms.get(first, first)
        if (
            first in word_list("modals")
            or first == "to"
            or (verb == "do" and second not in word_list("particles"))
        ):
            words = words[1:]
        elif first == "used" and second == "to" and len(words) > 2:
            words = words[2:]
        elif verb == "be" and second == "going" and words[2:3] == ["to"] and len(words) > 3:
            words = words[3:]
        elif (verb == "be" and _gerund(second)) or (verb == "have" and _participle(second, forms)):
            words = words[1:]
        else:
            break
    return words


def _gerund(word: str) -> bool:
    return len(word) > 4 and word.endswith("ing")


def _participle(word: str, forms: dict[str, str]) -> bool:
    return (word in forms and not _gerund(word)) or (len(word) > 4 and word.endswith("ed"))


@lru_cache(maxsize=16384)
def key(predicate: str) -> str:
    """What predicates of one meaning share: the stems of their telling words."""
    return " ".join(_stem(word) for word in _words(predicate))


@lru_cache(maxsize=16384)
def lemma(predicate: str) -> str:
    """The predicate with its verb in the base form: "was hiking in" gives "hike in".

    All inflections agree on it, as far as the spelling tells.
    """
    words = _words(predicate)
    if not words:
        return ""
    return " ".join((base(words[0]), *bare(predicate).split()[1:]))


def bare(predicate: str) -> str:
    """The telling words as they stand, only forms of "be" in the base form."""
    forms = _forms()
    return " ".join("be" if forms.get(word) == "be" else word for word in _words(predicate))


def is_past(predicate: str) -> bool:
    """Whether a predicate speaks of what was: "lived in", "was", "used to work at".

    The perfect ("has lived in", "has been") reaches into the present and is not past.
    """
    forms = _forms()
    words = predicate.casefold().replace("’", "'").split()
    if len(words) > 1 and words[-1] in ("was", "were") and forms.get(words[0]) is None:
        return True  # an attribute: "owner was"
    first = next((w for w in words if w not in word_list("adverbs")), "")
    if first == "used":
        return words[words.index(first) + 1 : words.index(first) + 2] == ["to"]
    if forms.get(first) == "have" and first != "had":
        return False
    if first in word_list("past"):
        return True
    return len(first) > 3 and first.endswith("ed") and first not in word_list("not_past")


@lru_cache(maxsize=16384)
def base(word: str) -> str:
    """The base form of a verb: listed, else by the rules of English spelling."""
    verb = _forms().get(word)
    if verb is not None or not word.isascii() or word in word_list("not_past"):
        return verb or word
    if word.endswith("ing") and _VOWEL.search(word[:-3]):
        return _spelled(word[:-3])
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ed") and _VOWEL.search(word[:-2]):
        return _spelled(word[:-2])
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if _SIBILANT.search(word):
        return word[:-2]
    return word[:-1] if _THIRD.search(word) else word


def third_person(verb: str) -> str:
    """The form after "she": "smokes" of "smoke", "goes" of "go"."""
    if verb in ("be", "have"):
        return "is" if verb == "be" else "has"
    if verb.endswith("y") and len(verb) > 1 and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def _spelled(stem: str) -> str:
    """What a verb is without "-ed" or "-ing": "hop" of "hopping", "hike" of "hiking"."""
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeioulsz":
        return stem[:-1]
    return stem + "e" if _NEEDS_E.search(stem) or _SHORT.match(stem) else stem
