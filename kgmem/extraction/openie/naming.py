"""Names: which words are one, what a thing is called, and of what type it is."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from kgmem.extraction.openie import syntax
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.splices import JOINT
from kgmem.language import pipeline
from kgmem.language.standins import is_tied

if TYPE_CHECKING:
    from spacy.tokens import Token


NAMING = frozenset(["name", "call", "nickname", "dub", "title", "entitle"])


_ENTITY_TYPES = {
    "PERSON": "person", "GPE": "place", "LOC": "place", "FAC": "place", "ORG": "organization",
    "NORP": "group", "WORK_OF_ART": "work", "PRODUCT": "product",
    "LANGUAGE": "concept",
}  # fmt: skip


_STRAY = frozenset(["npadvmod", "dobj", "nsubj", "dep"])


_PLACE_PREPOSITIONS = frozenset(["in", "to", "from", "near", "at"])


_PLACE_VERBS = frozenset(
    [
        "live",
        "move",
        "fly",
        "travel",
        "drive",
        "go",
        "visit",
        "grow",
        "bear",
        "come",
        "return",
        "stay",
        "work",
        "arrive",
        "relocate",
        "be",
    ]
)


def named_by(head: Token) -> Token | None:
    """The name in "a cat named Biscuit", "my sister Ana", "another cat, Pickle", not in "mine"."""
    if head.lower_ in syntax.STANDING:
        return None
    for child in head.rights:
        active = child.dep_ == "relcl" and not any(c.dep_ == "auxpass" for c in child.children)
        if child.dep_ in {"acl", "relcl"} and child.lemma_.lower() in NAMING and not active:
            for name in child.children:
                if name.dep_ in {"oprd", "dobj", "attr", "appos", "npadvmod", "ccomp"} and (
                    name.pos_ == "PROPN" or name.text[0].isupper()
                ):
                    if _holds(head, name) is not None:
                        continue
                    return name
        if (
            (child.dep_ == "appos" or (child.dep_ == "npadvmod" and child.nbor(-1).text == ","))
            and child.pos_ == "PROPN"
            and child.nbor(-1).lower_ != "not"
            and head.pos_ == "NOUN"
            and child.text[0].isupper()
            and not (head.tag_ == "NNS" and any(c.dep_ == "det" for c in child.children))
            and not (head.tag_ == "NNS" and _counted(head) and not _joined(child))
        ):
            return child
    return _across(head) or _beside(head)


def _counted(noun: Token) -> bool:
    return any(c.dep_ == "nummod" and c.lower_ not in {"one", "1"} for c in noun.children)


def _joined(name: Token) -> bool:
    """Whether other names are joined to a name: of "two classes, A and B" one is not both."""
    return any(c.dep_ == "conj" for c in name.children)


def given_to(noun: Token) -> Token | None:
    """The name that a verb gives: "Otis" for the baby of "we named the baby Otis"."""
    verb = noun.head
    if noun.dep_ != "dobj" or noun.pos_ != "NOUN" or verb.lemma_.lower() not in NAMING:
        return None
    names = [c for c in verb.children if c.dep_ == "oprd" and c.i > noun.i and is_name(c)]
    return names[0] if names and noun.tag_ == "NN" else None


def _holds(place: Token, name: Token) -> Token | None:
    """Who is called so in "a coach at the pool called Ruth": not the pool."""
    way = place.head
    if place.dep_ != "pobj" or place.pos_ != "NOUN" or not first_name(name.text):
        return None
    if way.lower_ not in {"at", "in", "from", "on"} or way.head.pos_ != "NOUN":
        return None
    return way.head if _type_of_noun(place) in {"place", "organization", "thing"} else None


def _across(head: Token) -> Token | None:
    """The name of somebody behind where they are: "a coach at the pool called Ruth"."""
    places = [p for c in head.rights if c.dep_ == "prep" for p in c.children if p.dep_ == "pobj"]
    for place in places:
        for child in place.rights:
            if child.dep_ == "acl" and child.lemma_.lower() in NAMING:
                names = [c for c in child.children if c.dep_ == "oprd" and c.pos_ == "PROPN"]
                if names and _holds(place, names[0]) == head:
                    return names[0]
    return None


def _beside(head: Token) -> Token | None:
    """The name behind "my brother" that the parser gave to the verb: "my brother Tom left"."""
    if head.pos_ != "NOUN" or not head.n_lefts or head.i + 1 >= len(head.doc):
        return None
    name = head.nbor(1)
    if name.pos_ != "PROPN" or name.dep_ not in _STRAY or name.head != head.head:
        return None
    close = head.lemma_.lower() in lexicon().close
    return name if close and any(c.dep_ == "poss" for c in head.children) else None


def names_another(token: Token) -> bool:
    """Whether a token only names the noun before it."""
    return token.pos_ == "PROPN" and token.i > 0 and _beside(token.nbor(-1)) == token


def described_by(head: Token) -> Token | None:
    """The common noun in "my dog Rex" when the parser made it a part of the name."""
    if head.pos_ != "PROPN":
        return None
    known = lexicon()
    for child in head.children:
        if child.lemma_.lower() in BODIES:
            continue
        if (
            child.dep_ in {"compound", "nmod", "amod"}
            and child.text.islower()
            and child.lemma_.lower() in known.close
        ):
            return child
    return None


def full_name(name: Token, described: Token) -> tuple[str, tuple[int, ...]]:
    """The name without the noun before it, and its tokens: "dog Rex Hale" -> "Rex Hale"."""
    parts = [
        *sorted(
            (
                t
                for t in name.children
                if t.dep_ == "compound" and t.pos_ == "PROPN" and t.i > described.i
            ),
            key=lambda t: t.i,
        ),
        name,
    ]
    return " ".join(t.text for t in parts), tuple(t.i for t in parts)


def described_type(described: Token) -> str:
    """Whether "my dog Rex" names an animal or a person."""
    return "animal" if described.lemma_.lower() in lexicon().animals else "person"


def is_name(token: Token) -> bool:
    """Whether a token is (the head of) a proper name."""
    return (
        JOINT in token.text
        or is_tied(token.text)
        or (
            token.pos_ == "PROPN"
            and token.text[:1].isupper()
            and token.lemma_.lower() not in lexicon().times
        )
    )


_MEETING = frozenset({"meet", "marry", "date", "divorce", "hug", "befriend"})
_LANDMARKS = frozenset({"mount", "mt", "lake", "cape", "port", "fort", "saint", "san", "camp"})
BODIES = frozenset({"team", "crew", "group", "band", "family", "club", "company"})


def guess_type(head: Token) -> str:
    """Type of what a noun phrase names, from its entity label, its noun and its place."""
    if JOINT in head.text:
        return "work"
    if is_tied(head.text):
        return "thing"
    if head.pos_ != "PROPN":
        return _type_of_noun(head)
    told = _type_by_parts(head)
    if told:
        return told
    if _first_name(head) and not _placed(head):
        return "person"
    preposition = head.head if head.dep_ == "pobj" else None
    if (
        preposition is not None
        and preposition.lower_ in _PLACE_PREPOSITIONS
        and preposition.head.lemma_.lower() in _PLACE_VERBS
        and head.ent_type_ != "ORG"
    ):
        somebody = head.ent_type_ == "PERSON" and preposition.lower_ not in {"in", "from"}
        return "person" if somebody else "place"
    if head.ent_type_ == "PERSON" and any(c.lower_ == "the" for c in head.lefts):
        return "thing"  # "the Brudenell": no person has an article
    if head.ent_type_ in {"", "PERSON"} and _acts_human(head):
        return "person"
    if head.ent_type_ == "NORP" and not pipeline.is_word(head.lower_):
        return "thing"
    return _ENTITY_TYPES.get(head.ent_type_, "thing")


_HUMAN_BODIES = frozenset(["family", "crew", "team", "group", "folks"])


def _type_of_noun(head: Token) -> str:
    lemma, known = head.lemma_.lower(), lexicon()
    kinds = (
        ("animal", known.animals),
        ("person", known.folk),
        ("event", known.events),
        ("work", known.works),
        ("product", known.products),
        ("place", known.places),
        ("organization", known.organizations),
    )
    found = next((kind for kind, lemmas in kinds if lemma in lemmas), "thing")
    several = head.tag_ == "NNS" or (head.tag_ == "NN" and lemma in _HUMAN_BODIES)
    return "group" if found == "person" and several else found


def _type_by_parts(head: Token) -> str:
    """What the words in a name say of it: "team Blue", "Lake Como", "my dog Rex", "Oak Park"."""
    lemma, known = head.lemma_.lower(), lexicon()
    parts = {c.lower_ for c in head.children if c.dep_ == "compound"}
    if parts & BODIES and head.text[:1].isupper():
        return "organization"
    if parts & _LANDMARKS:
        return "place"
    described = described_by(head)
    if described is not None:
        return "animal" if described.lemma_.lower() in known.animals else "person"
    kinds = (
        ("place", known.places),
        ("organization", known.organizations),
        ("event", known.events),
    )
    return next((kind for kind, lemmas in kinds if lemma in lemmas), "")


def _placed(head: Token) -> bool:
    """Whether a name stands where places do, and is known as one: "in Charlotte", "visit Paris"."""
    if head.ent_type_ in {"WORK_OF_ART"}:
        return True
    governor = head.head.lower_ if head.dep_ == "pobj" else head.head.lemma_.lower()
    there = governor in _PLACE_PREPOSITIONS or (head.dep_ == "dobj" and governor == "visit")
    return head.ent_type_ in {"GPE", "LOC", "FAC"} and there


def _first_name(head: Token) -> bool:
    """Whether a name begins with a common first name: "Ana", "Ana Lopez"."""
    known = lexicon()
    parts = [c for c in head.lefts if c.dep_ == "compound" and c.pos_ == "PROPN"]
    first = plain((parts[0] if parts else head).lower_)
    return len(parts) < 2 and (first in known.women or first in known.men)


def first_name(name: str) -> bool:
    """Whether a name begins with a common first name."""
    known = lexicon()
    parts = name.split()
    first = plain(parts[0].lower()) if parts else ""
    honoured = len(parts) > 1 and first.rstrip(".") in _HONORIFICS
    return honoured or first in known.women or first in known.men


_HONORIFICS = frozenset(
    ["mr", "mrs", "ms", "miss", "dr", "senhor", "senhora", "senor", "senora", "signor", "signora",
     "herr", "frau", "madame", "monsieur", "don", "dona", "chef", "captain", "professor", "pastor",
     "rabbi", "coach", "aunt", "auntie", "uncle", "sir", "lady", "lord"]
)  # fmt: skip


def plain(word: str) -> str:
    """A word without its accents: "inés" as "ines"."""
    return "".join(c for c in normalize("NFKD", word) if not combining(c))


def _acts_human(head: Token) -> bool:
    """Whether a name does what people do: owns kin, says, lives, adopts."""
    known = lexicon()
    if head.dep_ == "poss":
        return head.head.lemma_.lower() in known.folk
    verb = head.head
    if head.dep_ == "dobj":
        return verb.lemma_.lower() in _MEETING
    if head.dep_ == "conj" and verb.dep_ == "nsubj":
        verb = verb.head
    acting = head.dep_ in {"nsubj", "conj"} and verb.pos_ == "VERB"
    return acting and verb.lemma_.lower() in known.human
