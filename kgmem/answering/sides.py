"""Where the asked entity may stand in a fact, and whether the fact is real and is theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from kgmem.answering.frames import asks_identity, inverse, relation_says
from kgmem.answering.matching import stems
from kgmem.answering.material import Material
from kgmem.answering.numerals import TENS, WORDS
from kgmem.answering.roles import SPEECH, asks_subject, possesses
from kgmem.answering.shapes import possessed
from kgmem.answering.times import ahead, denies, falls_short, gives_up, past
from kgmem.language.names import normalise
from kgmem.results import Fact

Side: TypeAlias = Literal["subject", "object", "none"]

_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|be)\b.*\b\w+(?:ed|en|wn|ught|old|ade)\b", re.I)
_NOUN_IS = re.compile(r"\w (?:is|was|are|were)$")
"""A predicate that names what the object is to the subject: "boss is"."""

_OWNER_OF = re.compile(r"^(?:is|was|are|were) (.+?) ([^\W\d_][\w .-]*?)['’]s? ", re.I)
_ACTS = re.compile(r"^(?:do|does|did|will)\b", re.I)
_SHORT = 3
_COUNT = re.compile(rf"\d|\b(?:{WORDS})\b", re.I)

_YEARS = re.compile(
    rf"(?:about |almost |nearly |only |just )?(?:\d{{1,3}}|{TENS}[- ]\w+|{WORDS})", re.I
)  # fmt: skip


def is_real(fact: Fact, material: Material) -> bool:
    """What happened or holds; what is planned only where the question does not look back."""
    picture = fact.predicate.startswith("shared a photo") and not material.focus.pictures
    if fact.predicate in SPEECH or picture:
        return False
    if material.question.kind == "yes_no" and _unsure(fact, material):
        return False
    if not fact.positive and material.question.kind != "yes_no" and not denies(material.question):
        return False
    if material.question.kind != "yes_no" and gives_up(fact, material.question):
        return False
    if fact.modality == "planned":
        return ahead(material.question) or not past(material.question)
    return fact.modality == "actual"


def _unsure(fact: Fact, material: Material) -> bool:
    """Whether a fact tells what somebody says to be so, or of less than the deed asked for."""
    return fact.predicate.endswith(" that") or falls_short(fact.text, material.question)


_FANCIED = stems("dreams dreamed dreamt daydreams imagines pretends jokes joked fantasizes")


def only_reports(fact: Fact, material: Material) -> bool:
    """Whether a fact is what one says of another, or dreams, and the question asks for no saying.

    "Ana thinks that Bo stole a bike" answers "Who thinks so?", and names no thief beside Bo.
    """
    fancied = stems(fact.predicate) & _FANCIED
    if fancied:
        return not fancied & stems(material.question.short)
    if not fact.predicate.endswith(" that"):
        return False
    verb = stems(fact.predicate.removesuffix(" that"))
    asked = stems(material.question.short)
    own = normalise(fact.object).startswith(f"{normalise(fact.subject)} ")
    return not verb & asked and not own


def is_age(fact: Fact) -> bool:
    """Whether a fact gives an age: "is four years old", "turned six"."""
    if fact.relation == "age":
        return True
    if fact.predicate == "is":
        return _YEARS.fullmatch(fact.object) is not None
    return fact.predicate.endswith("turned") and bool(_COUNT.search(fact.object))


def sides_of(fact: Fact, material: Material) -> list[Side]:
    """On which sides of a fact the asked entity may stand."""
    question, people = material.question, material.people
    if not question.about:
        if not asks_subject(question):
            return []
        return ["subject" if _turns_to(fact, material) else "none"]
    subject = is_asked(fact.subject_id, fact.subject, material)
    target = is_asked(fact.object_id, fact.object, material)
    if any(normalise(t) in people.asked for t in fact.qualifiers.values()):
        target = target or asks_subject(question)
    if asks_subject(question):
        done_to = "by" in fact.qualifiers and _PASSIVE.search(fact.predicate)
        if subject and done_to:
            return ["subject"]  # "Acme was bought by Globex" says who bought Acme
        if subject and not target and _turns_to(fact, material):
            return ["subject"]  # "the team reports to Sana" says who leads the team
        return ["object"] if target and not subject else []
    turned = bool(_PASSIVE.search(question.short)) or asks_identity(question)
    turns = bool(inverse(fact.relation, material.book))
    related = turns and question.kind in ("who", "what", "which", "list")
    if question.kind == "yes_no":
        related = turns or _NOUN_IS.search(fact.predicate) is not None
    sides: list[Side] = ["subject"] if subject else []
    return [*sides, "object"] if target and not subject and (turned or related) else sides


def _turns_to(fact: Fact, material: Material) -> bool:
    """Whether the question says in the active what a fact says in the passive."""
    turned = inverse(fact.relation, material.book)
    if not turned or not fact.relation.endswith("_by"):
        return False
    return bool(relation_says(turned, frozenset(material.focus.weights), material.book))


def holds_both(fact: Fact, material: Material) -> bool:
    """Whether a fact is about all whom a yes-or-no question names, in their places.

    "Is Bo Sana's boss?" is not so where Sana is Bo's.
    """
    question, people = material.question, material.people
    if question.kind != "yes_no":
        return True
    said = normalise(" ".join((fact.subject, fact.object, *fact.qualifiers.values())))
    short = [n.split()[0] for n in map(normalise, question.about) if n in people.asked and n]
    if len(short) > 1 and not all(re.search(rf"\b{re.escape(n)}\b", said) for n in short):
        return False
    match = _OWNER_OF.match(question.short)
    turned = inverse(fact.relation, material.book) not in ("", fact.relation)
    if match is None or not turned or not _NOUN_IS.search(fact.predicate):
        return True
    return normalise(fact.subject) != normalise(match.group(1))


def says_verb_of(fact: Fact, side: Side, material: Material) -> bool:
    """Whether a question in the active says the verb that only the passive name of a relation has.

    Who "reports to" Sana (`managed_by`) does not manage her, and a team whose lead is Sana does not
    lead her.
    """
    relation, question = fact.relation, material.question
    passive = relation.endswith("_by") and not _PASSIVE.search(question.short)
    verbal = passive and side == "subject" and question.kind == "yes_no"
    said = stems(relation.replace("_", " ")) - stems(fact.predicate)
    if verbal and said & set(material.focus.weights):
        return True
    acts = _ACTS.match(question.short) is not None and not possesses(question)
    noun = stems(fact.predicate) if _NOUN_IS.search(fact.predicate) else frozenset()
    return side == "subject" and acts and bool(noun & set(material.focus.weights))


def is_theirs(
    fact: Fact, told: Mapping[str, str], needed: frozenset[str], material: Material
) -> bool:
    """Whether a fact about the asked one tells of what of theirs is asked about.

    "What do Nora's kids like?" asks about the kids, so not every fact of Nora's that has kids in it
    answers; "Nora's job is ..." and "Nora has a dog" do for her job and her dog.
    """
    wanted = possessed(material.question) & needed
    relation = stems(f"{fact.predicate} {fact.relation.replace('_', ' ')}") | frozenset(told)
    named = relation | relation_says(fact.relation, wanted, material.book)
    return not wanted or bool(wanted & named) or len(fact.object.split()) <= _SHORT


def is_asked(entity: str | None, name: str, material: Material) -> bool:
    """Whether an entity, or a name without one, is whom the question is about."""
    people = material.people
    return (entity is not None and entity in people.ids) or normalise(name) in people.asked
