"""The words of a noun phrase: its name without an article, its reading in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.extraction.openie import commas, coreference, naming, syntax
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Reading
from kgmem.extraction.openie.splices import JOINT
from kgmem.language.standins import untied

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_WORDS = 8
_LEFT = frozenset(
    ["amod", "compound", "nummod", "nmod", "poss", "quantmod", "advmod", "predet", "case", "neg"]
)
_NESTED = _LEFT | frozenset(
    ["prep", "pobj", "pcomp", "dobj", "cc", "conj", "acomp", "attr", "prt", "aux", "npadvmod"]
)
_FOCUS = frozenset(["not", "yet", "only", "just", "even", "also", "maybe", "still", "actually"])
DEICTIC = frozenset(["this", "that", "these", "those", "such"])
POSTS = frozenset(["job", "position", "role", "internship", "apprenticeship"])
"""What one works "as a baker" in."""
_WORKPLACE = frozenset(["in", "at", "for", "with"])


def render(
    reading: Reading, head: Token, skip: frozenset[int] = frozenset()
) -> tuple[str, str, list[int], set[str]]:
    """Name without article, text with it, tokens covered, doubts."""
    flags: set[str] = set()
    core: list[tuple[int, str]] = [(head.i, _plain(head))]
    tails: list[list[tuple[int, str]]] = []
    determiner = ""
    for child in head.children:
        if child.i in skip or child.i in reading.timed:
            continue
        if _left_out(child, head):
            continue
        if child.dep_ == "det":
            determiner = determiner or child.text
        elif child.i < head.i and (child.dep_ in _LEFT or child.text == "-"):
            core += nested(reading, child, flags, skip)
        elif child.i > head.i and _is_tail(child, reading):
            tails.append(nested(reading, child, flags, skip))
        elif child.i > head.i and child.text == "-":
            core.append((child.i, "-"))
        elif child.dep_ == "nummod" and child.i == head.i + 1 and _numbered(head):
            core.append((child.i, child.text))
    flags |= {"cut"} if any(syntax.before_owner(c) for c in head.children) else set()
    if head.pos_ == "NUM":
        core += _glued(reading, head)
    kept = sorted(core)
    for tail in tails:
        if len(kept) + len(tail) > MOST_WORDS or (
            tail and tail[0][0] != kept[-1][0] + 1 and tail[0][0] - kept[-1][0] > 2
        ):
            flags.add("shortened")
            break
        kept = sorted(kept + tail)
    words = _join(reading, kept)
    surface = (
        f"{determiner.lower()} {words}" if determiner and determiner.lower() not in _NONE else words
    )
    pitied = [c.i for c in head.children if _pitied(c, head)]
    return words, surface, [*pitied, *(i for i, _ in kept)], flags


_NONE = frozenset(["no", "neither"])


_PITIED = frozenset(["poor", "dear", "dearest", "sweet", "lucky", "darling", "clever", "silly"])


_AGED = frozenset(["old", "little", "good"])


def _left_out(child: Token, head: Token) -> bool:
    """Whether a word before a noun says nothing of what it is: "only", "all", "poor" Rex."""
    focus = child.dep_ == "advmod" and child.lower_ in _FOCUS
    told = focus or child.dep_ == "predet" or _pitied(child, head)
    return told or syntax.before_owner(child)


def _pitied(word: Token, name: Token) -> bool:
    """Whether it is the "poor" of "poor Rex", which is no part of the name."""
    small = word.text.islower() or word.i == 0
    words = _PITIED | (_AGED if word.text.islower() else frozenset())
    return name.pos_ == "PROPN" and word.i < name.i and small and word.lower_ in words


_NUMBERED = frozenset(
    ["chapter", "row", "part", "page", "room", "gate", "track", "episode", "season", "platform",
     "level", "round", "route", "bus", "grade", "lesson", "act", "scene", "volume", "version",
     "step", "lane", "flat", "apartment", "unit", "line", "number"]
)  # fmt: skip


def _numbered(head: Token) -> bool:
    """Whether a number behind a noun is a part of its name: "chapter nineteen", "Class 4"."""
    return head.pos_ == "PROPN" or head.lemma_.lower() in _NUMBERED


def _glued(reading: Reading, head: Token) -> list[tuple[int, str]]:
    """What is written together with a number: "555-1234"."""
    found = []
    at = head.i
    while not reading.doc[at].whitespace_ and at + 1 < len(reading.doc):
        at += 1
        if reading.doc[at].is_punct and reading.doc[at].text not in {"-", ":", "/", "."}:
            break
        if at + 1 == len(reading.doc) and reading.doc[at].is_punct:
            break
        found.append((at, reading.doc[at].text))
    return found


def _plain(token: Token) -> str:
    """A word without the capital that only its place in the sentence gave it."""
    if token.i == 0 and token.pos_ != "PROPN" and token.text.istitle():
        return str(token.lower_)
    return str(token.text)


def _is_tail(child: Token, reading: Reading) -> bool:
    """Whether what follows a noun is a part of its name: "of mental health", "for kids"."""
    if any(t.i in reading.timed for t in child.subtree) and child.dep_ == "prep":
        return False
    if child.dep_ == "prep" and naming.is_name(child.head) and child.lower_ != "of":
        return False  # "Dune by Herbert": the name is "Dune"
    if (
        works_there(child)
        or as_what(child)
        or posed(child)
        or _on_itself(child)
        or (child.dep_ == "acl" and commas.behind(child))
    ):
        return False
    if at_meal(child) or with_whom(child):
        return False
    if child.dep_ == "prep":
        return any(c.dep_ in {"pobj", "pcomp"} for c in child.children)
    return (
        child.dep_ == "acl"
        and child.lemma_.lower() not in naming.NAMING
        and child.tag_ in {"VBN", "VBG"}
    )


def works_there(preposition: Token) -> bool:
    """Whether it leads from a job to where it is done: "a nurse in Oslo", "a clerk at Acme"."""
    job = preposition.head
    return (
        preposition.dep_ == "prep"
        and preposition.lower_ in _WORKPLACE
        and job.pos_ == "NOUN"
        and job.lemma_.lower() in lexicon().jobs
        and any(c.dep_ == "pobj" and naming.is_name(c) for c in preposition.children)
    )


_POSED = frozenset(
    ["up", "down", "on", "off", "out", "in", "open", "shut", "closed", "crossed", "folded",
     "inside", "upside", "full", "bare", "raised"]
)  # fmt: skip


def posed(preposition: Token) -> bool:
    """As in "with his eyes shut": how his eyes are, of which only the eyes would be told."""
    inner = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    if preposition.lower_ != "with" or inner is None or inner.i + 1 >= len(inner.doc):
        return False
    owned = any(c.tag_ == "PRP$" for c in inner.children)
    return owned and inner.nbor(1).lower_ in _POSED


def as_what(preposition: Token) -> bool:
    """Whether it leads from a post to what one is in it: "a new job as a baker"."""
    of = preposition.head
    if preposition.dep_ != "prep" or preposition.lower_ != "as":
        return False
    objects = [c for c in of.children if c.dep_ == "dobj"]
    return any(t.lemma_.lower() in POSTS for t in (of, *objects))


def with_whom(preposition: Token) -> bool:
    """Whether it says with whom or what one was somewhere: "a party at the lake with friends".

    Not in "the house with the red door", "a room with big windows": that says which place.
    """
    place = preposition.head
    if preposition.lower_ != "with" or preposition.dep_ != "prep" or place.dep_ != "pobj":
        return False
    fixed = naming.is_name(place) or any(
        c.lower_ in {"the", "my", "our", "his", "her", "their"} for c in place.children
    )
    inner = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    if not fixed or inner is None or place.head.lower_ not in {"at", "in", "on", "to"}:
        return False
    if place.head.head.pos_ not in {"VERB", "AUX"}:
        return False
    living = naming.guess_type(inner) in {"person", "group", "animal"}
    bare = inner.tag_ in {"NN", "NNP"} and inner.text.islower()
    return living or (bare and not any(c.dep_ in {"det", "nummod"} for c in inner.children))


def company(verb: Token) -> list[Token]:
    """The "with" of those with whom somebody was where a verb says."""
    places = [p for c in verb.children if c.dep_ == "prep" for p in c.children if p.dep_ == "pobj"]
    return [c for place in places for c in place.children if with_whom(c)]


_MEALS = frozenset(["lunch", "dinner", "breakfast", "supper", "brunch", "tea", "bedtime"])


def at_meal(preposition: Token) -> bool:
    """Whether it says at what meal something is done: "showed me the map at lunch"."""
    if preposition.dep_ != "prep" or preposition.lower_ not in {"at", "over", "during"}:
        return False
    inner = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    return inner is not None and inner.lower_ in _MEALS and preposition.head.pos_ == "NOUN"


def nested(
    reading: Reading, token: Token, flags: set[str], skip: frozenset[int]
) -> list[tuple[int, str]]:
    """The words of a modifier, pronouns resolved; what is doubtful about them goes into `flags`."""
    if token.i in skip:
        return []
    if token.tag_ == "PRP$" or (token.dep_ == "poss" and token.pos_ == "PRON"):
        if _in_title(token):
            return [(token.i, token.text)]
        flags.add("possessed")
        owner, doubts = coreference.resolve(reading, token)
        flags |= doubts
        return [(token.i, f"{owner}'s")]
    if token.tag_ == "PRP":
        owner, doubts = coreference.resolve(reading, token)
        flags |= doubts
        return [(token.i, owner)]
    if token.dep_ == "poss":
        flags.add("possessed")
    if coreference.own_kin(token):
        owner = f"{reading.scene.speaker.name}'s {token.lower_}"
        return [(token.i, owner), *((c.i, c.text) for c in token.children if c.dep_ == "case")]
    if token.dep_ == "pobj" and token.lower_ in DEICTIC:
        flags.add("deictic")
    found = [(token.i, _plain(token))]
    for child in token.children:
        if child.i in reading.timed or _on_itself(child) or with_whom(child):
            continue
        if (
            child.dep_ in _NESTED
            or child.text in {"-", "'"}
            or (child.dep_ == "det" and child.i != token.left_edge.i)
            or child.dep_ == "det"
        ):
            found += nested(reading, child, flags, skip)
        elif child.text == "," and any(c.dep_ == "conj" for c in token.children):
            found.append((child.i, ","))
    return found


def _on_itself(preposition: Token) -> bool:
    """As in "a box with my name on it": the box itself."""
    part = preposition.head
    return (
        preposition.dep_ == "prep"
        and part.dep_ == "pobj"
        and part.head.lower_ == "with"
        and [c.lower_ for c in preposition.children] in (["it"], ["them"])
    )


def _in_title(token: Token) -> bool:
    """Whether it is the "My" of "they sang My Girl"."""
    inside = token.i > 0 and token.nbor(-1).text not in {'"', ":", ".", "-"}
    return inside and token.text.istitle() and token.head.text.istitle()


def _join(reading: Reading, items: list[tuple[int, str]]) -> str:
    """Words with the spacing of the text."""
    text = ""
    previous: int | None = None
    for index, word in sorted(items):
        tight = (
            previous is not None and index == previous + 1 and not reading.doc[previous].whitespace_
        )
        text += word if not text or tight else f" {word}"
        previous = index
    text = re.sub(r"\s+([,.!?%)])", r"\1", text).replace(JOINT, " ")
    text = re.sub(r"\s+(?=['’]s\b)", "", text)
    return untied(text.strip(" ,\"'-"))
