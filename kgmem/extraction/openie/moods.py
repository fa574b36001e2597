"""The mood of a clause: actual, planned, wished or hypothetical."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import fictions, syntax
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.types import Modality

if TYPE_CHECKING:
    from spacy.tokens import Token


_MODAL_MOODS: dict[str, Modality] = {
    "will": "planned", "'ll": "planned", "wo": "planned", "shall": "planned", "would": "hypoth"
    "etical",
    "'d": "hypothetical", "could": "hypothetical", "might": "hypothetical", "may": "hypothetical",
    "should": "hypothetical", "must": "hypothetical", "ought": "hypothetical",
}  # fmt: skip


_WISHES = frozenset(["hope", "wish", "want", "dream", "long", "wanna"])


_DOUBTS = frozenset(["maybe", "perhaps", "possibly"])
_LIKELY = frozenset(["probably", "likely", "presumably", "supposedly"])
"""Said of what is likely: a guess, unless it is a plan anyway."""
_ALMOST = frozenset(["almost", "nearly"])
_UNREAL = frozenset(["imagine", "wonder", "doubt", "suppose", "let", "dream", "pretend"])
"""What depends on these is not so, at whatever depth and in whatever coordination."""


_CONSIDER = frozenset(["think", "consider", "look", "talk"])


_LIKING = frozenset(["love", "like", "prefer", "hate", "want", "be"])


def modality_of(verbs: tuple[Token, ...]) -> Modality:
    """The mood of a chain of verbs with its auxiliaries and what governs it."""
    top = verbs[0]
    helpers = {
        c.lower_
        for v in verbs
        for c in syntax.helpers(v)
        if c.dep_ == "aux" and not (c.lower_ == "'d" and syntax.had(v))
    }
    lemmas = [v.lemma_.lower() for v in verbs]
    if _conditional(top) or _doubted(verbs) or fictions.fictional(top):
        return "hypothetical"
    governed = _of_chain(verbs, lemmas, helpers) or _supposed(top)
    if governed is not None:
        return governed
    if helpers & {"would", "'d"} and lemmas[-1] in {"love", "like", "prefer"}:
        return "wished"
    for helper in sorted(helpers):
        if helper in _MODAL_MOODS:
            return _MODAL_MOODS[helper]
    if _arranged(verbs, helpers):
        return "planned"
    return "hypothetical" if _likely(verbs) else _governed(top)


def _likely(verbs: tuple[Token, ...]) -> bool:
    """As in "she probably sold the van": a guess."""
    return any(
        c.dep_ == "advmod" and c.lower_ in _LIKELY and not _guesses(c, v)
        for v in verbs
        for c in v.children
    )


def _supposed(verb: Token) -> Modality | None:
    """As in "I was supposed to fly" (it came otherwise), "we're supposed to meet at six"."""
    if verb.lower_ not in {"supposed", "meant"} or verb.tag_ != "VBN":
        return None
    helpers = {c.lower_ for c in verb.children if c.dep_ in {"aux", "auxpass"}}
    if not any(c.dep_ == "xcomp" and syntax.to_before(c) for c in verb.children):
        return None
    if helpers & {"was", "were"}:
        return "hypothetical"
    return "planned" if helpers & {"am", "is", "are", "'m", "'s", "'re"} else None


_SETTING_OUT = frozenset(
    ["move", "leave", "come", "arrive", "fly", "return", "bring", "fetch", "marry", "host"]
)
_GOING_ON = frozenset(["now", "currently", "already", "still", "always", "slowly", "just"])


def _arranged(verbs: tuple[Token, ...], helpers: set[str]) -> bool:
    """As in "we're moving to Oslo", "they're getting a dog": under way or arranged, not done."""
    verb = verbs[0]
    if len(verbs) > 1 or verb.tag_ != "VBG" or not helpers & {"am", "is", "are", "'m", "'re", "'s"}:
        return False
    if helpers & {"been", "was", "were"} or any(c.lower_ in _GOING_ON for c in verb.children):
        return False
    gets = verb.lemma_ == "get" and any(c.dep_ == "dobj" for c in verb.children)
    if verb.lemma_ == "go":
        ways = [c for c in verb.children if c.dep_ == "prep" and c.lower_ == "to"]
        return any(c.pos_ == "PROPN" for w in ways for c in w.children)
    return gets or verb.lemma_.lower() in _SETTING_OUT


def _of_chain(verbs: tuple[Token, ...], lemmas: list[str], helpers: set[str]) -> Modality | None:
    """The mood that a governing verb lends: "want to go", "planning on going", "need to go"."""
    if len(verbs) < 2:
        return None
    top = verbs[0]
    if helpers & {"would", "'d"} and lemmas[0] in _LIKING:
        return "wished"
    if lemmas[0] in _WISHES:
        return "wished"
    if _obliged(verbs):
        return "planned"
    if syntax.imminent(top) is not None:
        return "planned" if top.tag_ in {"VBP", "VBZ"} else "hypothetical"
    if (
        lemmas[0] == "be"
        and syntax.to_before(verbs[1])
        and any(c.lower_ == "off" for c in top.children)
    ):
        return "planned"
    if lemmas[0] == "go" and top.tag_ == "VBG" and helpers & {"was", "were"}:
        return "hypothetical"  # "I was going to go": it came otherwise
    if (lemmas[0] == "go" and top.tag_ == "VBG" and verbs[1].tag_ == "VB") or (
        lemmas[0] in lexicon().plan - {"like", "go"} - _CONSIDER
    ):
        return "planned"
    if lemmas[0] in _CONSIDER and verbs[1].tag_ == "VBG":
        return "planned"
    return None


_HAVE = frozenset(["have", "has", "'ve", "'s"])


def _obliged(verbs: tuple[Token, ...]) -> bool:
    """As in "I need to feed the dog", "I have to go": not done yet. "I had to go" is."""
    top = verbs[0]
    got = top.lower_ == "got" and any(c.lower_ in _HAVE for c in top.children)
    if not got and (top.lemma_.lower() not in {"have", "need"} or top.tag_ not in {"VBP", "VBZ"}):
        return False
    return syntax.to_before(verbs[1])


def _doubted(verbs: tuple[Token, ...]) -> bool:
    """As in "maybe I am", "I almost moved": said as a possibility, or as what did not come."""
    adverbs = {
        c.lower_ for v in verbs for c in v.children if c.dep_ == "advmod" and not _guesses(c, v)
    }
    return bool(adverbs & _DOUBTS) or (verbs[-1].tag_ == "VBD" and bool(adverbs & _ALMOST))


def _guesses(adverb: Token, verb: Token) -> bool:
    """As in "I eat out maybe twice a week": how often is not sure, that it is so is."""
    if adverb.i <= verb.i or adverb.i + 1 >= len(adverb.doc):
        return False
    after = adverb.nbor(1)
    return after.like_num or after.lower_ in {"once", "twice", "every", "about", "around"}


def _conditional(verb: Token) -> bool:
    if syntax.mark_of(verb) in {"if", "unless", "whether"}:
        return True
    if (
        verb.dep_ == "pcomp"
        and verb.tag_ in {"VBP", "VBZ"}
        and any(c.lower_ == "when" for c in verb.children)
    ):
        return True  # "a box for when I move house"
    return any(c.dep_ == "advcl" and syntax.mark_of(c) in {"if", "unless"} for c in verb.children)


def _governed(verb: Token) -> Modality:
    """A complement takes the mood of what it depends on ("I hope you come")."""
    if verb.dep_ == "ccomp" and verb.i < verb.head.i:
        return "actual"
    if verb.dep_ in {"ccomp", "conj"} and verb.head.pos_ in {"VERB", "AUX"}:
        head = verb.head
        if verb.dep_ == "ccomp" and head.lemma_.lower() in {"hope", "wish", "want"}:
            return "wished"
        if verb.dep_ == "ccomp" and head.lemma_.lower() in _UNREAL:
            return "hypothetical"
        if verb.dep_ == "conj" and head.dep_ == "ccomp" and _governed(head) != "actual":
            return _governed(head)  # "I dreamt that I lived in Paris and owned a bakery"
        if (
            any(c.dep_ == "aux" and c.lower_ in _MODAL_MOODS for c in head.children)
            and verb.dep_ == "conj"
            and verb.tag_ == "VB"
        ):
            return modality_of((head,))
    return "actual"
