"""Noun phrases as terms: whose, which, how many, of what type, named or not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    coreference,
    listings,
    naming,
    phrases,
    pointing,
    pronouns,
    syntax,
)
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.splices import JOINT
from kgmem.language.standins import core, is_coded
from kgmem.types import Ref, Term, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_GENERIC = frozenset(
    ["everyone", "everybody", "someone", "somebody", "anyone", "anybody", "people", "something",
     "anything", "everything", "nothing", "nobody", "others", "all", "some", "few", "several",
     "many", "most", "both", "one", "ones", "another", "each", "none", "other"]
)  # fmt: skip


def coordinated(token: Token) -> list[Token]:
    """A noun and those joined to it by "and", commas, "or", also through its name."""
    if listings.explained(token):
        return [token]
    found, queue = [token], [token]
    while queue:
        first = queue.pop(0)
        for child in (*first.children, *_behind_name(first)):
            if (
                child.dep_ == "conj"
                and child.pos_ in {"NOUN", "PROPN", "PRON", "NUM", "ADJ"}
                and child not in found
                and not _of_another_kind(token, child)
                and not _sorts(token, child)
                and not any(c.dep_ == "det" and c.lower_ == "no" for c in child.children)
            ):
                found.append(child)
                queue.append(child)
    return sorted(found, key=lambda t: t.i)


def _sorts(first: Token, other: Token) -> bool:
    """Whether a list says of what sort counted things are: "two pies, apple and pecan"."""
    counted = first.tag_ == "NNS" and any(c.dep_ == "nummod" for c in first.children)
    if not counted or any(c.dep_ == "cc" for c in first.children) or other.tag_ != "NN":
        return False
    return not any(c.dep_ in {"det", "poss", "nummod", "amod"} for c in other.children)


def _of_another_kind(first: Token, other: Token) -> bool:
    """Whether two nouns cannot be joined: "moved to Oslo and the new boss likes ..." is misread."""
    if other.pos_ != "NOUN" or not naming.is_name(first):
        return False
    kinds = {naming.guess_type(first), naming.guess_type(other)}
    return kinds == {"place", "person"} and first.dep_ == "pobj"


def _behind_name(head: Token) -> list[Token]:
    """As in "a dog named Rex and a cat named Milo": the cat hangs on the dog's name."""
    name = naming.named_by(head) if head.pos_ == "NOUN" else None
    if name is None:
        return []
    return [c for c in name.children if c.dep_ == "conj" and c.pos_ == "NOUN"]


def argument(reading: Reading, head: Token) -> Argument:
    """The term that a noun phrase stands for, its reading in a sentence, and its doubts."""
    bare = head.lower_ in phrases.DEICTIC and head.dep_ != "attr"
    bare = bare or (
        head.lower_ in syntax.STANDING and all(c.dep_ in {"appos", "punct"} for c in head.children)
    )
    if bare or head.pos_ == "PRON" or head.tag_ in {"PRP", "WP", "WDT", "DT", "EX"}:
        return pronouns.pronoun(reading, head)
    name = naming.named_by(head)
    if name is not None and name.i not in reading.timed:
        return named(reading, head, name)
    described = naming.described_by(head)
    if described is not None:
        return _described(reading, head, described)
    counted = _counted(head)
    if counted is not None:
        return _amount(argument(reading, counted), head)
    words, surface, tokens, flags = phrases.render(reading, head)
    if coreference.own_kin(head):
        words = surface = f"{reading.scene.speaker.name}'s {head.lower_}"
        return Argument(
            Ref(reading.kin.get(words.lower(), words), "person", words.lower() in reading.kin),
            words,
            tuple(tokens),
            frozenset({"possessed"}),
        )
    owner = _shared_owner(head)
    if owner is not None:
        ((_, shared),) = phrases.nested(reading, owner, flags, frozenset())
        words, surface = f"{shared} {words}", f"{shared} {surface}"
    if is_coded(head.text):
        return _technical(head, surface, tokens, flags)
    found = _finish(reading, head, words, surface, tokens, flags)
    return listings.with_listed(found, head) if listings.explained(head) else found


_AMOUNTS = frozenset(
    ["lot", "lots", "bunch", "ton", "tons", "loads", "load", "plenty", "couple", "bit", "handful",
     "dozen", "heap", "heaps", "number", "amount", "pair"]
)  # fmt: skip


def _counted(head: Token) -> Token | None:
    """What there is much of: the books of "lots of books"."""
    if head.lower_ not in _AMOUNTS:
        return None
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            found = next((c for c in child.children if c.dep_ == "pobj"), None)
            return found if found is not None and found.pos_ in {"NOUN", "PROPN"} else None
    return None


def _amount(found: Argument, head: Token) -> Argument:
    """A thing with how much there is of it."""
    article = next((c.lower_ for c in head.children if c.dep_ == "det"), "")
    much = " ".join(w for w in (article, head.lower_) if w)
    tokens = (*found.tokens, head.i)
    return replace(found, surface=f"{much} of {found.surface}", count=much, tokens=tokens)


def _described(reading: Reading, name: Token, described: Token) -> Argument:
    """As in "my dog Rex" where the noun passes for a part of the name."""
    _, surface, tokens, flags = phrases.render(reading, name)
    text, _ = naming.full_name(name, described)
    text = reading.scene.forms.get(text.lower(), text)
    term = Ref(text, naming.described_type(described), True)
    return Argument(term, surface, tuple(tokens), frozenset(flags | {"has_name"}))


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
    if head.pos_ == "ADJ" and head.text.islower():
        flags = flags | {"misread"}  # "a six year old": no adjective is a thing
    if head.lower_ in _PARTS and not any(c.dep_ == "prep" for c in head.children):
        flags = flags | {"number"}
    if head.tag_ in {"NNS", "NNPS"} and JOINT not in head.text:
        flags = flags | {"plural"}
    count = next(
        (
            " ".join(t.text for t in c.subtree)
            for c in head.lefts
            if c.dep_ == "nummod"
            and c.i not in reading.timed
            and not _model_year(c)
            and c.lower_ != "half"  # "a half marathon"
        ),
        "",
    )
    full = reading.scene.forms.get(words.lower())
    if full is not None and (naming.is_name(head) or words.lower() == full.lower()):
        return Argument(Ref(full, "person", True), full, tuple(tokens), frozenset(flags))
    kin = reading.kin.get(words.lower())
    if kin is not None and not _introduces(head, kin):
        return Argument(
            Ref(kin, naming.guess_type(head), True),
            f"{surface} {kin}",
            tuple(tokens),
            frozenset(flags),
        )
    named = naming.is_name(head) and not {"possessed"} & flags
    term, doubt = _term(head, words, count, named)
    flags = flags | doubt
    if not named and "possessed" not in flags:
        flags = flags | {"common"}
    if isinstance(term, Ref) and not named and "possessed" not in flags:
        return pointing.pointing(
            reading, head, Argument(term, surface, tuple(tokens), frozenset(flags), count)
        )
    return Argument(term, surface, tuple(tokens), frozenset(flags), count)


def _technical(head: Token, surface: str, tokens: list[int], flags: set[str]) -> Argument:
    """A technical name, whatever stands before it: "the new host db-3" is "db-3"."""
    flags = flags - {"possessed", "plural"} | {"has_name"}
    return Argument(Ref(core(head.text), "thing", True), surface, tuple(tokens), frozenset(flags))


def _term(head: Token, words: str, count: str, named: bool) -> tuple[Term, set[str]]:
    """An entity, or a value where the words name none, with what is doubtful about it."""
    whole = _whole(head) if head.lower_ == "one" else None
    if whole is not None:
        return Ref(words, naming.guess_type(whole)), set()
    if head.pos_ == "NUM" or head.tag_ == "CD":
        return Value(words, "number"), {"number"}
    if (head.lemma_.lower() in lexicon().vague or head.lower_ == "one") and not (
        named or _completed(head)
    ):
        return Value(words, "text"), {"vague"}
    if head.lower_ in _GENERIC:
        return Value(words, "text"), {"generic"}
    bare = words.removeprefix("a ") if words.startswith("a half ") else words
    if count and words.lower().startswith(count.lower() + " ") and not named:
        bare = words[len(count) + 1 :]
    return Ref(bare, naming.guess_type(head), named), set()


def _model_year(number: Token) -> bool:
    """The "1998" of "a 1998 Fiat": of what year it is, not how many there are."""
    year = re.fullmatch(r"(?:19|20)\d\d", number.text)
    return year is not None and number.head.tag_ in {"NN", "NNP"}


def _introduces(head: Token, name: str) -> bool:
    """Whether this very clause gives kin the name: "my husband is Raj" is not "Raj is Raj"."""
    said = (c for c in head.head.children if c.dep_ in {"attr", "acomp"})
    return head.dep_ == "nsubj" and any(c.text in name.split() for c in said)


def _whole(head: Token) -> Token | None:
    """The trophies of "one of my trophies"."""
    of = next((c for c in head.children if c.dep_ == "prep" and c.lower_ == "of"), None)
    inner = (c for c in of.children if c.dep_ == "pobj") if of is not None else iter(())
    return next((c for c in inner if c.pos_ in {"NOUN", "PROPN"}), None)


def _completed(head: Token) -> bool:
    """Whether what follows says of what: "a part of my life", "a reminder of home"."""
    return any(
        c.dep_ == "prep"
        and c.lower_ in {"of", "for", "about", "on"}
        and any(t.dep_ == "pobj" and t.pos_ in {"NOUN", "PROPN"} for t in c.children)
        for c in head.children
    )


_PARTS = frozenset(["half", "rest", "most", "plenty", "lots", "couple", "few", "third", "quarter"])


def arguments(reading: Reading, head: Token) -> list[Argument]:
    """The terms of a noun phrase: each it joins, each it names ("two dogs, Rex and Luna")."""
    found: list[Argument] = []
    for token in coordinated(head):
        name = naming.named_by(token)
        if name is None or name.i in reading.timed or token.tag_ not in {"NNS", "NNPS"}:
            found.append(argument(reading, token))
        else:
            names = [n for n in coordinated(name) if n.pos_ != "NOUN"]
            found += [named(reading, token, n) for n in names]
    return found


def named(reading: Reading, head: Token, name: Token) -> Argument:
    """A named thing: "a cat named Biscuit"; of several, each by its name alone."""
    parts = [name]
    for part in parts:  # not those of "a fellow named Callum, a boat mechanic"
        parts += [c for c in part.children if c.dep_ in {"compound", "flat"}]
    text = " ".join(t.text for t in sorted(parts, key=lambda t: t.i)).replace(JOINT, " ")
    skip = frozenset(t.i for t in name.subtree)
    _, surface, tokens, flags = phrases.render(reading, head, skip=skip)
    linking = [t.i for t in name.ancestors if t.head == head or (t.i == name.head.i and t != head)]
    tokens = sorted({*tokens, *(t.i for t in parts), *linking})
    kind = naming.guess_type(head)
    human = kind in {"group", "thing"} and naming.first_name(text)
    kind = "person" if kind == "group" or human else kind
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
