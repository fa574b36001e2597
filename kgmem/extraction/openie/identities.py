"""Who is who: names, nicknames, kin, pets, and "my favorite color is blue"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    clauses,
    commas,
    coreference,
    naming,
    nouns,
    owners,
    ownership,
    possessions,
)
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_TITLES = frozenset(["Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Dr", "Dr.", "Captain"])


def identities(reading: Reading) -> Iterator[Draft]:
    """Facts about names that the noun phrases of a unit imply."""
    for token in reading.doc:
        if token.pos_ not in {"NOUN", "PROPN"} or token.i in reading.timed:
            continue
        if not token.n_lefts and not token.n_rights:
            continue  # a bare noun says nothing of its owner or name
        name = naming.named_by(token)
        if name is not None and name.i not in reading.timed:
            yield from _named(reading, token, name)
        described = naming.described_by(token)
        if described is not None:
            yield from _described(reading, token, described)
        yield from _apposition(reading, token)
        yield from possessions.possession(reading, token)


def introduction(reading: Reading) -> Iterator[Draft]:
    """As in "My brother is Raj", which `insertions.introduced` made of "my brother Raj"."""
    doc = reading.doc
    verb = next((t for t in doc if t.lower_ == "is" and t.i > 0), None)
    if verb is None or verb.i + 1 >= len(doc):
        return
    noun = doc[verb.i - 1]
    words = [t for t in doc[verb.i + 1 :] if not t.is_punct]
    owner = _first_owner(reading, doc[0])
    if owner is None or not words:
        return
    name = "".join(t.text_with_ws for t in words).strip()
    name = reading.scene.forms.get(name.lower(), name)
    role = " ".join(t.lower_ for t in doc[1 : verb.i])
    who = _simple(name, "person", True, tuple(t.i for t in words))
    tokens = tuple(t.i for t in doc if not t.is_punct)
    yield owners.implied(reading, owner, f"{role} is", who, tokens, {"identity", *_doubts(noun)})


def _doubts(noun: Token) -> frozenset[str]:
    return frozenset({"plural"} if noun.tag_ == "NNS" else ())


def _first_owner(reading: Reading, owner: Token) -> Argument | None:
    name, flags = coreference.resolve(reading, owner)
    if {"unresolved", "coref_it", "generic"} & flags:
        return None
    mention = coreference.mention_named(reading, name)
    term = mention.term if mention is not None else Ref(name, "person", True)
    return Argument(term, name, (owner.i,), flags)


def _simple(text: str, kind: str, named: bool, tokens: tuple[int, ...]) -> Argument:
    return Argument(Ref(text, kind, named), text, tokens)


def _named(reading: Reading, head: Token, name: Token) -> Iterator[Draft]:
    if head.lemma_.lower() in _BOTH and any(c.dep_ == "conj" for c in name.children):
        return  # "a lovely couple, Sam and Grace": neither of them is a couple
    for each in nouns.coordinated(name) if head.tag_ in {"NNS", "NNPS"} else [name]:
        yield from _one_named(reading, head, nouns.named(reading, head, each))


_NO_BEARER = frozenset(["name", "idea", "news", "word", "list", "kind", "sort", "type", "number"])
_DEAR = frozenset(["dear", "love", "darling", "friend", "mate", "buddy"])
_BOTH = frozenset(["couple", "pair", "duo", "trio", "family", "team", "band"])


def _one_named(reading: Reading, head: Token, found: Argument) -> Iterator[Draft]:
    if not isinstance(found.term, Ref):
        return
    human = naming.first_name(found.term.name) or found.term.name.split()[0] in _TITLES
    if human and naming.guess_type(head) not in {"person", "group", "animal", "thing", "product"}:
        return  # "two girls from the club, Priya and Ana": the club is not called so
    if head.lower_ in {"one", "ones"} or head.lemma_.lower() in _NO_BEARER:
        return  # "the name of an agent, Paul": Paul is no name
    owner = owners.owner_of(reading, head)
    who = _simple(found.term.name, found.term.type, True, found.tokens)
    role = owners.noun_words(head)
    if owner is None and head.lemma_.lower() in lexicon().folk:
        owner = _having(reading, head, found.term.name)
        role = role if owner is None else _NEW.sub("", role)
    if owner is not None and found.term.type != "animal":
        yield owners.implied(
            reading, owner, f"{role} is", who, found.tokens, {"identity", *found.flags}
        )
        return
    if owner is not None and not ownership.lapsed(head):
        yield owners.implied(reading, owner, "has", who, found.tokens, {"identity", *found.flags})
    thing = Argument(Ref(role, "concept"), role, found.tokens)
    yield owners.implied(
        reading, who, "is a", thing, found.tokens, {"identity", *(found.flags - {"possessed"})}
    )


_NEW = re.compile(r"^(?:(?:brand )?new|current) ")


def _having(reading: Reading, head: Token, whom: str) -> Argument | None:
    """Who has somebody now: "I" of "I have a new boss, Rolf"; None where it is not plainly so."""
    verb = head.head
    if head.dep_ != "dobj" or head.tag_ != "NN" or verb.lemma_.lower() not in {"have", "get"}:
        return None
    helpers = {c.lemma_.lower() for c in verb.children if c.dep_ in {"aux", "neg", "mark"}}
    past = verb.tag_ == "VBD" and verb.lemma_ != "get"
    if helpers - {"have"} or past or verb.tag_ not in {"VBP", "VBZ", "VBD", "VBN"}:
        return None
    subject = clauses.subject_of(verb)[0]
    owner = None if subject is None else nouns.argument(reading, subject)
    if owner is None or {"unresolved", "addressee", "generic", "coref_it"} & owner.flags:
        return None
    known = isinstance(owner.term, Ref) and owner.term.named and owner.term.type == "person"
    return owner if known and owner.term != Ref(whom, "person", True) else None


def _described(reading: Reading, name: Token, described: Token) -> Iterator[Draft]:
    owner = owners.owner_of(reading, name)
    kind = naming.described_type(described)
    text, _ = naming.full_name(name, described)
    who = _simple(text, kind, True, (described.i, name.i))
    if owner is not None and kind == "person":
        yield owners.implied(
            reading, owner, f"{described.lemma_.lower()} is", who, who.tokens, {"identity"}
        )
    elif owner is not None:
        yield owners.implied(reading, owner, "has", who, who.tokens, {"identity"})
        thing = Argument(
            Ref(described.lemma_.lower(), "concept"), described.lemma_.lower(), who.tokens
        )
        yield owners.implied(reading, who, "is a", thing, who.tokens, {"identity"})


def _apposition(reading: Reading, token: Token) -> Iterator[Draft]:
    """As in "Ana, a nurse from Porto", "Rex, my dog": a name with a noun behind it."""
    for child in token.children:
        if (
            child.dep_ != "appos"
            or child.pos_ != "NOUN"
            or child.is_title
            or not (naming.is_name(token) or naming.named_by(token) is not None)
        ):
            continue
        if commas.behind(child) and any(c.dep_ == "conj" for c in token.children):
            continue  # "Ana, Bo, his gran, everybody": a list
        if child.lower_ in _DEAR and any(c.lower_ == "my" for c in child.children):
            continue  # "Nonsense, my dear."
        if any(c.dep_ == "neg" or c.lower_ == "not" for c in (*child.children, *token.children)):
            continue
        who = nouns.argument(reading, token)
        what = nouns.argument(reading, child)
        if (
            not isinstance(who.term, Ref)
            or not isinstance(what.term, Ref)
            or {"unresolved"} & what.flags
        ):
            continue
        owner = owners.owner_of(reading, child)
        tokens = (*who.tokens, *what.tokens)
        person = who.term.type == "person" and what.term.type not in {"animal", "group"}
        if owner is not None and (person or child.lemma_.lower() in lexicon().folk):
            yield owners.implied(
                reading, owner, f"{owners.noun_words(child)} is", who, tokens, {"identity"}
            )
        elif owner is not None:
            yield owners.implied(reading, owner, "has", who, tokens, {"identity"})
        elif child.lemma_.lower() in lexicon().jobs:
            yield owners.implied(reading, who, "works as", what, tokens, {"identity"})
        elif any(c.dep_ == "det" for c in child.children):
            yield owners.implied(reading, who, "is a", what, tokens, {"identity"})
