"""Who is who: names, nicknames, kin, pets, and "my favorite color is blue"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import commas, coreference, inflection, naming, nouns, ownership
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_OWNED = frozenset(
    [
        "house",
        "home",
        "apartment",
        "flat",
        "garden",
        "farm",
        "studio",
        "store",
        "shop",
        "restaurant",
        "cafe",
        "bakery",
        "company",
        "business",
        "startup",
        "firm",
        "website",
        "blog",
        "channel",
        "podcast",
        "band",
        "boat",
        "cabin",
        "salon",
        "gym",
        "clinic",
        "practice",
        "book",
        "novel",
        "album",
        "job",
        "allergy",
        "degree",
        "garage",
        "workshop",
    ]
)
_VAGUE_KIN = frozenset(
    [
        "family",
        "folks",
        "baby",
        "people",
        "person",
        "man",
        "woman",
        "boy",
        "girl",
        "guy",
        "stranger",
        "everyone",
        "crew",
        "group",
        "someone",
        "human",
        "fan",
        "lady",
        "member",
        "owner",
    ]
)
_TITLES = frozenset(["Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Dr", "Dr.", "Captain"])
_ANY = frozenset(["next", "first", "last", "future", "old", "best", "previous", "dream", "ideal"])
_GETTING = frozenset({"start", "open", "launch", "build", "create", "find", "buy", "get", "have"})
_PARTING = frozenset(
    [
        "lose",
        "quit",
        "leave",
        "sell",
        "miss",
        "bury",
        "want",
        "need",
        "wish",
        "resign",
        "donate",
        "retire",
        "rid",
    ]
)
_MARKS = {"identity", "possession", "owned"}


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
        yield from _possession(reading, token)


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
    yield _draft(reading, owner, f"{role} is", who, tokens, {"identity", *_doubts(noun)})


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
    for each in nouns.coordinated(name) if head.tag_ in {"NNS", "NNPS"} else [name]:
        yield from _one_named(reading, head, nouns.named(reading, head, each))


def _one_named(reading: Reading, head: Token, found: Argument) -> Iterator[Draft]:
    if not isinstance(found.term, Ref):
        return
    human = naming.first_name(found.term.name) or found.term.name.split()[0] in _TITLES
    if human and naming.guess_type(head) not in {"person", "group", "animal", "thing", "product"}:
        return  # "two girls from the club, Priya and Ana": the club is not called so
    if head.lower_ in coreference.STANDING | {"one", "ones"}:
        return  # "mine, Mrs Hale, is kind": nobody is "a mine"
    owner = owner_of(reading, head)
    who = _simple(found.term.name, found.term.type, True, found.tokens)
    role = noun_words(head)
    if owner is not None and found.term.type != "animal":
        yield _draft(reading, owner, f"{role} is", who, found.tokens, {"identity", *found.flags})
        return
    if owner is not None and not ownership.lapsed(head):
        yield _draft(reading, owner, "has", who, found.tokens, {"identity", *found.flags})
    thing = Argument(Ref(role, "concept"), role, found.tokens)
    yield _draft(
        reading, who, "is a", thing, found.tokens, {"identity", *(found.flags - {"possessed"})}
    )


def _described(reading: Reading, name: Token, described: Token) -> Iterator[Draft]:
    owner = owner_of(reading, name)
    kind = naming.described_type(described)
    text, _ = naming.full_name(name, described)
    who = _simple(text, kind, True, (described.i, name.i))
    if owner is not None and kind == "person":
        yield _draft(
            reading, owner, f"{described.lemma_.lower()} is", who, who.tokens, {"identity"}
        )
    elif owner is not None:
        yield _draft(reading, owner, "has", who, who.tokens, {"identity"})
        thing = Argument(
            Ref(described.lemma_.lower(), "concept"), described.lemma_.lower(), who.tokens
        )
        yield _draft(reading, who, "is a", thing, who.tokens, {"identity"})


def _apposition(reading: Reading, token: Token) -> Iterator[Draft]:
    """As in "Ana, a nurse from Porto", "Rex, my dog": a name with a noun behind it."""
    for child in token.children:
        if (
            child.dep_ != "appos"
            or child.pos_ != "NOUN"
            or child.is_title
            or token.lower_ in coreference.STANDING
            or not (naming.is_name(token) or naming.named_by(token) is not None)
        ):
            continue
        if commas.behind(child) and any(c.dep_ == "conj" for c in token.children):
            continue  # "Ana, Bo, his gran, everybody": a list
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
        owner = owner_of(reading, child)
        tokens = (*who.tokens, *what.tokens)
        person = who.term.type == "person" and what.term.type not in {"animal", "group"}
        if owner is not None and (person or child.lemma_.lower() in lexicon().folk):
            yield _draft(reading, owner, f"{noun_words(child)} is", who, tokens, {"identity"})
        elif owner is not None:
            yield _draft(reading, owner, "has", who, tokens, {"identity"})
        elif child.lemma_.lower() in lexicon().jobs:
            yield _draft(reading, who, "works as", what, tokens, {"identity"})
        elif any(c.dep_ == "det" for c in child.children):
            yield _draft(reading, who, "is a", what, tokens, {"identity"})


def _possession(reading: Reading, token: Token) -> Iterator[Draft]:
    """As in "my sister", "my cat": the speaker has one."""
    lemma = token.lemma_.lower()
    if token.pos_ != "NOUN" or naming.named_by(token) is not None:
        return
    if "introduced" in reading.unit.repaired or any(c.lower_ in _ANY for c in token.children):
        return
    if _addressing(token):
        return  # "Thank you, my friend."
    if naming.described_by(token.head) == token:
        return  # "my aunt Vera": the name says it
    known = lexicon()
    owned = lemma in known.products or lemma in _OWNED
    if not owned and (lemma not in known.close or lemma in _VAGUE_KIN):
        return
    owner = owner_of(reading, token)
    if (
        owner is None
        or {"we", "addressee", "coref_close", "generic"} & owner.flags
        or _given_up(token)
        or ownership.lapsed(token)
    ):
        return
    if not isinstance(owner.term, Ref) or not (owner.term.named or "'s " in owner.term.name):
        return
    found = nouns.argument(reading, token)
    if isinstance(found.term, Ref) and not {"unresolved"} & found.flags:
        noun = noun_words(token)
        noun = re.sub(r"^(?:own|whole|entire|new|old) ", "", noun)
        bare = replace(found, surface=noun if token.tag_ == "NNS" else inflection.article(noun))
        marks = {"possession", *(found.flags - {"possessed"}), *({"owned"} if owned else ())}
        yield _draft(reading, owner, "has", bare, found.tokens, marks)


def _addressing(token: Token) -> bool:
    """Whether "my friend" stands alone between commas, as one calls somebody."""
    doc, first = token.doc, token.left_edge.i
    after = doc[token.i + 1].text if token.i + 1 < len(doc) else ""
    apart = after == "," if first == 0 else doc[first - 1].text == "," and after in _PAUSES
    return apart and token.lemma_.lower() in lexicon().roles


_PAUSES = frozenset(["", ",", ".", "!", "?"])


def _given_up(token: Token) -> bool:
    """Whether the owner parts with it: "after losing my job", "I sold my car"."""
    head = token.head if token.dep_ != "pobj" else token.head.head
    if head.lemma_ == "give" and any(c.lower_ in {"up", "away", "back"} for c in head.children):
        return True
    if head.lemma_.lower() in _GETTING and head.tag_ in {"VB", "VBG"}:
        return not any(c.dep_ == "aux" and c.lower_ != "to" for c in head.children)
    return head.lemma_.lower() in _PARTING or (head.lemma_ == "get" and token.head.lower_ == "of")


def owner_of(reading: Reading, head: Token) -> Argument | None:
    """Whose a thing is ("my", "Ana's"); None without an owner or with a doubtful one."""
    described = naming.described_by(head)
    more = described.children if described is not None else ()
    for child in (*head.children, *more):
        if child.dep_ == "poss":
            if child.pos_ in {"NOUN", "PROPN"}:
                owner = nouns.argument(reading, child)
                return owner if isinstance(owner.term, Ref) else None
            name, flags = coreference.resolve(reading, child)
            if "unresolved" in flags or "coref_it" in flags:
                return None
            mention = coreference.mention_named(reading, name)
            term = mention.term if mention is not None else Ref(name, "person", True)
            return Argument(term, name, (child.i,), flags)
    return None


def noun_words(head: Token) -> str:
    """A noun with its plain modifiers, lower case: "older sister"."""
    parts = [
        t
        for t in head.children
        if t.dep_ in {"compound", "amod"} and t.i < head.i and t.pos_ != "PROPN"
    ]
    words = [t.text.lower() for t in sorted(parts, key=lambda t: t.i)]
    several = head.tag_ == "NNS" and naming.named_by(head) is not None
    return " ".join([*words, head.lemma_.lower() if several else head.lower_])


def _draft(
    reading: Reading,
    subject: Argument,
    words: str,
    found: Argument,
    tokens: tuple[int, ...],
    flags: set[str],
) -> Draft:
    if words.endswith(" is"):
        subject = replace(subject, surface=f"{subject.surface}'s")
    marks = (
        {f"subject_{f}" for f in subject.flags}
        | (flags & _MARKS)
        | {f"object_{f}" for f in flags - _MARKS}
    )
    return Draft(
        subject,
        words,
        found,
        frozenset({*tokens, *subject.tokens}),
        flags=frozenset(marks) | reading.unit.repaired,
    )
