"""The parts of a predicate sorted out: object, preposition, adjective, qualifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from kgmem.extraction.openie import (
    commas,
    complements,
    naming,
    nouns,
    phrases,
    qualifiers,
    syntax,
    wording,
)
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.lexicon import feels, judges, lexicon
from kgmem.extraction.openie.scene import Argument, Reading

if TYPE_CHECKING:
    from spacy.tokens import Token


_CIRCUMSTANCES = frozenset(
    ["since", "after", "before", "during", "until", "by", "despite", "besides", "without",
     "throughout", "because", "than", "like", "although", "due", "according"]
)  # fmt: skip


_TAKES = frozenset(
    ["allergic", "addicted", "afraid", "fond", "fluent", "immune", "intolerant", "interested"]
)
_NO_NOUN = frozenset(["think", "suppose", "figure", "bet"])
_TRANSITIVE = frozenset(
    ["paint", "draw", "cook", "bake", "knit", "sew", "write", "read", "start", "begin", "finish",
     "open", "close", "practise", "practice", "study", "perform", "sing", "teach", "adopt", "drive"]
)  # fmt: skip
_SET = frozenset(
    ["now", "sure", "real", "good", "example", "once", "ever", "free", "least", "last", "person"]
)


_Parts: TypeAlias = tuple[list[Argument], str, str, set[str]]
"""Objects, the adjective and the preposition that lead to them, and flags."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of a clause's predicate, sorted out."""

    objects: tuple[Argument, ...]
    preposition: str
    qualifiers: tuple[tuple[str, Argument], ...]
    flags: frozenset[str]
    adjective: str = ""
    covered: frozenset[int] = frozenset()


def frame_of(reading: Reading, clause: Clause) -> Frame | None:
    """Objects and qualifiers of the main verb; None when the clause says nothing of its own."""
    main = clause.main
    taken: set[int] = set()
    known = _direct(reading, clause, taken)
    if known is None:
        return None
    objects, adjective, preposition, flags = known
    if not objects and not adjective:
        more_objects, preposition = _prepositional(reading, clause, taken)
        objects = more_objects or _shared_object(reading, clause)
    if not objects and not adjective:
        found, preposition = complements.complement(reading, clause)
        if found is None and _states_a_clause(main):
            return None
        objects = [found] if found is not None else complements.listed(reading, main)
    extra = [
        *qualifiers.in_post(reading, main),
        *qualifiers.of_object(reading, clause, objects),
        *qualifiers.of_clause(reading, clause, taken),
    ]
    return Frame(
        tuple(objects),
        preposition,
        tuple(extra[: qualifiers.MOST]),
        frozenset(flags),
        adjective,
        frozenset(taken),
    )


def _direct(reading: Reading, clause: Clause, taken: set[int]) -> _Parts | None:
    """What stands right at the verb: an adjective, a direct object, what a relative clause is of.

    None for a clause that lacks its verb: "I thought the forest".
    """
    main = clause.main
    complement = next((c for c in main.children if syntax.is_adjective(c)), None)
    slots = {"dobj", "attr", "oprd"} | ({"nsubj"} if syntax.causative(main) else set())
    aside = {complement, syntax.receiver(main)}
    direct = [
        c
        for c in main.children
        if (c.dep_ in slots or (c.dep_ == "acomp" and c.pos_ in {"PROPN", "NOUN", "NUM"}))
        and c.i not in reading.timed
        and c not in aside
        and not syntax.emphatic(c)
        and not naming.names_another(c)
        and not commas.second_predicate(c)
    ]
    if direct and main.lemma_.lower() in _NO_NOUN:
        return None
    if complement is not None and not direct and main.lemma_.lower() in syntax.LINKING:
        return _adjective(reading, complement, taken)
    if direct and not all(c.tag_ in {"WDT", "WP"} for c in direct):
        return _object(reading, direct[0], taken)
    if clause.relative is not None:
        found = [nouns.argument(reading, clause.relative)]
        return found, "", _stranded(main), {"relative_object"}
    return [], "", "", set()


def _object(reading: Reading, head: Token, taken: set[int]) -> _Parts:
    """A direct object; as in "quit my job at Foo" and "took a photo of" what it is really about."""
    job = _job(reading, head)
    if job is not None:
        taken |= {c.i for c in head.head.children}
    job = job or _photo(reading, head)
    if job is not None:
        adjective, preposition, objects = job
        taken |= {head.i, *(c.i for c in head.children)}
        return objects, adjective, preposition, set()
    if any(t.tag_ in {"WRB", "WP"} for t in head.subtree if t.head == head):
        return [], "", "", set()
    taken.add(head.i)
    return nouns.arguments(reading, head), "", "", set()


def _states_a_clause(main: Token) -> bool:
    """Whether it only says that something is thought or said: the clause is told itself."""
    if main.lemma_.lower() not in lexicon().belief | lexicon().speech:
        return False
    return any(c.dep_ == "ccomp" and not complements.misread_object(c) for c in main.children)


def _adjective(reading: Reading, complement: Token, taken: set[int]) -> _Parts:
    """As in "is passionate about dancing": an adjective that governs a noun joins the predicate."""
    taken.add(complement.i)
    flags = {"adjective"} | (
        {"evaluative"} if judges(complement.lower_, complement.lemma_.lower()) else set()
    )
    if feels(complement.lower_, complement.lemma_.lower()):
        flags.add("emotion")
    governing = [
        complement,
        *(h for h in complement.conjuncts if h.pos_ == "ADJ" and h.i > complement.i),
    ]
    found = [(a, c) for a in governing for c in a.children]
    if complement.lower_ in _TAKES:  # misread as if the verb governed it: "is allergic | to nuts"
        found += [(complement, c) for c in complement.head.children if c.i == complement.i + 1]
    for adjective, child in found:
        if child.dep_ != "prep" or any(t.i in reading.timed for t in child.children):
            continue
        if child.lower_ in _CIRCUMSTANCES:
            continue  # "scared than", "ready by noon"
        for inner in child.children:
            if inner.dep_ == "pobj" and inner.pos_ in syntax.NOUNS:
                taken.add(adjective.i)
                return (
                    [nouns.argument(reading, h) for h in nouns.coordinated(inner)],
                    adjective.lower_,
                    child.lower_,
                    flags,
                )
            if (
                inner.dep_ == "pcomp"
                and (value := wording.clause_value(reading, inner)) is not None
            ):
                return [value], adjective.lower_, child.lower_, flags
    value = wording.clause_value(
        reading, complement, kind="adjective", without=_clausal(complement)
    )
    extra = [h for h in complement.conjuncts if h.pos_ == "ADJ" and h.dep_ == "conj"]
    values = [value] if value is not None else []
    return values, "", "", flags | ({"adjectives"} if extra else set())


def _job(reading: Reading, head: Token) -> tuple[str, str, list[Argument]] | None:
    """As in "quit my job at Foo": where one works matters, not the job."""
    verb = head.head
    if head.lemma_.lower() not in phrases.POSTS or any(c.dep_ == "relcl" for c in head.children):
        return None
    jobs = [j for c in (*head.children, *verb.children) if phrases.as_what(c) for j in c.children]
    for child in (*head.children, *verb.children, *(c for j in jobs for c in j.children)):
        if child.dep_ == "prep" and child.lower_ in {"at", "with", "in"} and child.i > head.i:
            place = next(
                (c for c in child.children if c.dep_ == "pobj" and naming.is_name(c)), None
            )
            if place is not None:
                kept = [c.lower_ for c in head.children if c.dep_ in {"amod", "compound"}]
                return (
                    " ".join(["a", *kept, head.lower_]),
                    child.lower_,
                    [nouns.argument(reading, place)],
                )
    return None


_PICTURES = {"pic": "picture", "picture": "picture", "photo": "photo", "snap": "photo"}
_SHOWING = frozenset(["share", "post", "send", "take", "show", "upload", "snap"])


def _photo(reading: Reading, head: Token) -> tuple[str, str, list[Argument]] | None:
    """As in "shared a photo of my cat": what it shows matters, not the photo."""
    kind = _PICTURES.get(head.lemma_.lower())
    if kind is None or head.head.lemma_.lower() not in _SHOWING:
        return None
    if any(c.dep_ in {"relcl", "amod", "compound", "conj"} for c in head.children):
        return None
    of = next((c for c in head.children if c.dep_ == "prep" and c.lower_ == "of"), None)
    inner = [c for c in of.children if c.dep_ == "pobj"] if of is not None else []
    if not inner or inner[0].i in reading.timed:
        return None
    words = f"a {kind}" if head.tag_ == "NN" else f"{kind}s"
    return words, "of", [nouns.argument(reading, h) for h in nouns.coordinated(inner[0])]


def _clausal(token: Token) -> frozenset[int]:
    """Tokens of subordinate clauses under a token."""
    found: set[int] = set()
    equal = any(c.dep_ == "advmod" and c.lower_ == "as" for c in token.children)
    for child in token.children:
        if equal and child.dep_ == "advcl" and syntax.mark_of(child) == "as":
            continue  # "as tall as she is"
        if child.dep_ in {"ccomp", "advcl", "relcl", "xcomp"}:
            found |= {t.i for t in child.subtree}
    return frozenset(found)


def _shared_object(reading: Reading, clause: Clause) -> list[Argument]:
    """As in "painted and sold two portraits": the first verb has the second's object."""
    known = lexicon()
    if clause.main.lemma_.lower() in known.motion | known.alone - _TRANSITIVE | {"try", "panic"}:
        return []  # "go and fetch the car", "laughed and wiped my eyes"
    for child in clause.main.children:
        if (
            child.dep_ == "conj"
            and child.pos_ == "VERB"
            and child.i == clause.main.i + 2
            and any(c.dep_ == "cc" for c in clause.main.children)
            and not any(c.dep_ in {"nsubj", "aux"} for c in child.children)
        ):
            direct = next((c for c in child.children if c.dep_ == "dobj"), None)
            return (
                [nouns.argument(reading, h) for h in nouns.coordinated(direct)]
                if direct is not None
                else []
            )
    return []


def _stranded(verb: Token) -> str:
    return next((c.lower_ for c in verb.children if c.dep_ == "prep" and not list(c.children)), "")


def _prepositional(reading: Reading, clause: Clause, taken: set[int]) -> tuple[list[Argument], str]:
    for verb in (clause.main, *reversed(clause.verbs[:-1])):
        for child in syntax.prepositions(verb):
            inner = next((c for c in child.children if c.dep_ in {"pobj", "pcomp"}), None)
            if (
                inner is None
                or qualifiers.tells_time(reading, inner)
                or syntax.leads_to(inner, clause.verbs)
            ):
                continue
            aside = {child.lower_, child.head.lower_} & _CIRCUMSTANCES
            fixed = inner.lower_ in _SET and not any(c.dep_ == "det" for c in inner.children)
            if (aside and child.dep_ != "agent") or fixed:
                continue
            taken.add(child.i)
            proper = inner.pos_ == "ADJ" and inner.text[0].isupper()
            if inner.dep_ == "pcomp" or (inner.pos_ not in syntax.NOUNS and not proper):
                value = wording.clause_value(reading, inner)
                return ([value] if value else []), qualifiers.led_by(child)
            objects = [nouns.argument(reading, h) for h in nouns.coordinated(inner)]
            return objects, qualifiers.led_by(child)
    return [], ""
