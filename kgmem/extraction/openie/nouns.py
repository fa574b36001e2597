"""Noun phrases as terms: whose, which, how many, of what type, named or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, naming
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.splices import JOINT
from kgmem.types import Ref, Term, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_WORDS = 8
_LEFT = frozenset(
    ["amod", "compound", "nummod", "nmod", "poss", "quantmod", "advmod", "predet", "case", "neg"]
)
_NESTED = _LEFT | frozenset(
    ["prep", "pobj", "pcomp", "dobj", "cc", "conj", "acomp", "attr", "prt", "aux", "npadvmod"]
)
_GENERIC = frozenset(
    [
        "everyone",
        "everybody",
        "someone",
        "somebody",
        "anyone",
        "anybody",
        "people",
        "something",
        "anything",
        "everything",
        "nothing",
        "nobody",
        "others",
        "all",
        "some",
        "few",
        "several",
        "many",
        "most",
        "both",
        "one",
        "ones",
        "another",
        "each",
        "none",
        "other",
    ]
)
_DEICTIC = frozenset(["this", "that", "these", "those", "such"])


def coordinated(token: Token) -> list[Token]:
    """A noun and those joined to it by "and", commas, "or"."""
    found, queue = [token], [token]
    while queue:
        for child in queue.pop(0).children:
            if (
                child.dep_ == "conj"
                and child.pos_ in {"NOUN", "PROPN", "PRON", "NUM", "ADJ"}
                and child not in found
            ):
                found.append(child)
                queue.append(child)
    return sorted(found, key=lambda t: t.i)


def argument(reading: Reading, head: Token) -> Argument:
    """The term that a noun phrase stands for, its reading in a sentence, and its doubts."""
    if head.pos_ == "PRON" or head.tag_ in {"PRP", "WP", "WDT", "DT", "EX"}:
        return _pronoun(reading, head)
    name = naming.named_by(head)
    if name is not None and name.i not in reading.timed:
        return named(reading, head, name)
    words, surface, tokens, flags = _render(reading, head)
    owner = _shared_owner(head)
    if owner is not None:
        ((_, shared),) = _nested(reading, owner, flags, frozenset())
        words, surface = f"{shared} {words}", f"{shared} {surface}"
    return _finish(reading, head, words, surface, tokens, flags)


def _shared_owner(head: Token) -> Token | None:
    """The possessive that a coordinated noun shares with the first: "my mom and sister"."""
    if (
        head.dep_ != "conj"
        or head.pos_ != "NOUN"
        or any(c.dep_ in {"det", "poss", "nummod"} for c in head.children)
    ):
        return None
    first = head.head
    while first.dep_ == "conj" and first.pos_ == "NOUN":
        first = first.head
    return next((c for c in first.children if c.dep_ == "poss" and c.pos_ == "PRON"), None)


def _finish(
    reading: Reading, head: Token, words: str, surface: str, tokens: list[int], flags: set[str]
) -> Argument:
    if head.tag_ in {"NNS", "NNPS"} and JOINT not in head.text:
        flags = flags | {"plural"}
    count = next(
        (
            c.text
            for c in head.children
            if c.dep_ == "nummod" and c.i < head.i and c.i not in reading.timed
        ),
        "",
    )
    full = reading.scene.forms.get(words.lower())
    if full is not None and (naming.is_name(head) or words.lower() == full.lower()):
        return Argument(Ref(full, "person", True), full, tuple(tokens), frozenset(flags))
    kin = reading.kin.get(words.lower())
    if kin is not None:
        return Argument(
            Ref(kin, naming.guess_type(head), True),
            f"{surface} {kin}",
            tuple(tokens),
            frozenset(flags),
        )
    named = naming.is_name(head) and not {"possessed"} & flags
    term: Term
    if head.pos_ == "NUM" or head.tag_ == "CD":
        term = Value(words, "number")
    elif (head.lemma_.lower() in lexicon().vague or head.lower_ == "one") and not named:
        term, flags = Value(words, "text"), flags | {"vague"}
    elif head.lower_ in _GENERIC:
        term, flags = Value(words, "text"), flags | {"generic"}
    else:
        bare = words
        if count and words.lower().startswith(count.lower() + " ") and not named:
            bare = words[len(count) + 1 :]
        term = Ref(bare, naming.guess_type(head), named)
    if any(c.dep_ == "det" and c.lower_ in _DEICTIC for c in head.children):
        flags = flags | {"deictic"}
    if not named and "possessed" not in flags:
        flags = flags | {"common"}
    if not named and any(c.dep_ == "det" and c.lower_ == "the" for c in head.children):
        flags = flags | {"definite"}
    return Argument(term, surface, tuple(tokens), frozenset(flags), count)


def arguments(reading: Reading, head: Token) -> list[Argument]:
    """The terms of a noun phrase: each it joins, each it names ("two dogs, Rex and Luna")."""
    found: list[Argument] = []
    for token in coordinated(head):
        name = naming.named_by(token)
        if name is None or name.i in reading.timed or token.tag_ not in {"NNS", "NNPS"}:
            found.append(argument(reading, token))
        else:
            found += [named(reading, token, n) for n in coordinated(name)]
    return found


def named(reading: Reading, head: Token, name: Token) -> Argument:
    """A named thing: "a cat named Biscuit"; of several, each by its name alone."""
    parts = [t for t in name.subtree if t.dep_ in {"compound", "flat"} or t == name]
    text = " ".join(t.text for t in sorted(parts, key=lambda t: t.i)).replace(JOINT, " ")
    _, surface, tokens, flags = _render(reading, head, skip=frozenset(t.i for t in name.subtree))
    linking = [t.i for t in name.ancestors if t.head == head or (t.i == name.head.i and t != head)]
    tokens = sorted({*tokens, *(t.i for t in parts), *linking})
    kind = naming.guess_type(head)
    kind = "person" if kind == "group" else kind
    if head.tag_ in {"NNS", "NNPS"}:
        return Argument(Ref(text, kind, True), text, tuple(tokens), frozenset({"has_name"}))
    link = (
        " "
        if "possessed" in flags
        else (" called " if kind in {"work", "thing", "event"} else " named ")
    )
    return Argument(
        Ref(text, kind, True),
        f"{surface}{link}{text}",
        tuple(tokens),
        frozenset(flags | {"has_name"}),
    )


def _render(
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
        if child.dep_ == "predet":
            continue
        if child.dep_ == "det":
            determiner = determiner or child.text
        elif child.i < head.i and (child.dep_ in _LEFT or child.text == "-"):
            core += _nested(reading, child, flags, skip)
        elif child.i > head.i and _is_tail(child, reading):
            tails.append(_nested(reading, child, flags, skip))
        elif child.i > head.i and child.text == "-":
            core.append((child.i, "-"))
        elif child.dep_ == "nummod" and child.i == head.i + 1 and head.pos_ == "PROPN":
            core.append((child.i, child.text))
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
        f"{determiner.lower()} {words}" if determiner and determiner.lower() != "no" else words
    )
    return words, surface, [i for i, _ in kept], flags


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
    if child.dep_ == "prep":
        return any(c.dep_ in {"pobj", "pcomp"} for c in child.children)
    return (
        child.dep_ == "acl"
        and child.lemma_.lower() not in naming.NAMING
        and child.tag_ in {"VBN", "VBG"}
    )


def _nested(
    reading: Reading, token: Token, flags: set[str], skip: frozenset[int]
) -> list[tuple[int, str]]:
    if token.i in skip:
        return []
    if token.tag_ == "PRP$" or (token.dep_ == "poss" and token.pos_ == "PRON"):
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
    if token.dep_ == "pobj" and token.lower_ in _DEICTIC:
        flags.add("deictic")
    found = [(token.i, _plain(token))]
    for child in token.children:
        if child.i in reading.timed:
            continue
        if (
            child.dep_ in _NESTED
            or child.text in {"-", "'"}
            or (child.dep_ == "det" and child.i != token.left_edge.i)
            or child.dep_ == "det"
        ):
            found += _nested(reading, child, flags, skip)
        elif child.text == "," and any(c.dep_ == "conj" for c in token.children):
            found.append((child.i, ","))
    return found


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
    return text.strip(" ,\"'-")


def _pronoun(reading: Reading, head: Token) -> Argument:
    name, flags = coreference.resolve(reading, head)
    people = {reading.scene.speaker.name}
    if reading.scene.addressee is not None:
        people.add(reading.scene.addressee.name)
    if name in people:
        return Argument(Ref(name, "person", True), name, (head.i,), frozenset(flags))
    mention = coreference.mention_named(reading, name)
    if mention is not None:
        return Argument(mention.term, name, (head.i,), frozenset(flags))
    return Argument(Ref(name, "thing"), name, (head.i,), frozenset(flags))
