"""What somebody or something is called: "everyone calls him Bob", "the boat is named Marlin"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import naming, nouns, owners, teams
from kgmem.extraction.openie.aliases import ALIAS
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.splices import JOINT
from kgmem.language.standins import untied
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_CALLING = naming.NAMING - {"title", "entitle"}
_CLAUSES = frozenset(["ROOT", "conj", "ccomp", "parataxis", "relcl", "advcl"])
_UNREAL = frozenset(["will", "would", "could", "might", "may", "should", "can", "'ll", "'d", "to"])


def verbs(reading: Reading) -> dict[int, tuple[Token, Token]]:
    """Verbs that give a name: position -> who or what is called so, and the name."""
    found: dict[int, tuple[Token, Token]] = {}
    for verb in reading.doc:
        if verb.lemma_.lower() not in _CALLING or verb.dep_ not in _CLAUSES:
            continue
        if any(c.dep_ == "neg" or c.lower_ in _UNREAL for c in verb.children):
            continue
        pair = _called(verb)
        if pair is not None:
            found[verb.i] = pair
    return found


def _called(verb: Token) -> tuple[Token, Token] | None:
    names = [c for c in verb.children if c.dep_ in {"oprd", "attr", "dobj"} and naming.is_name(c)]
    if not names:
        return None
    name = names[-1]
    if any(c.dep_ == "det" and c.lower_ in {"a", "an"} for c in name.children):
        return None
    given = [c for c in verb.children if c.dep_ == "dobj" and c != name and c.tag_ == "PRP"]
    if any(c.dep_ == "auxpass" for c in verb.children) and not given:
        target = next((c for c in verb.children if c.dep_ == "nsubjpass"), None)
    else:
        target = next((c for c in verb.children if c.dep_ == "dobj" and c != name), None)
        if target is None:  # "we nicknamed her Fizz", read as if Fizz were hers
            target = next(
                (c for c in name.children if c.dep_ == "poss" and c.lower_ == "her"), None
            )
    if target is None or target.tag_ in {"WP", "WDT"}:
        return None
    return target, name


_SEVERAL = frozenset(["we", "us", "they", "them"])


def named_several(reading: Reading) -> Iterator[Draft]:
    """As in "we named our kittens Honey and Mustard", read as if "kittens" began a name."""
    for verb in reading.doc:
        pair = _several_called(verb) if verb.lemma_.lower() in _CALLING else None
        if pair is None:
            continue
        noun, names = pair
        owner = owners.owner_of(reading, names[0])
        words = noun.lower_ if owner is None else f"{owner.surface}'s {noun.lower_}"
        flags = frozenset({f"subject_{f}" for f in owner.flags} if owner is not None else ())
        text = " and ".join(n.text for n in names)
        tokens = frozenset({verb.i, noun.i, *(n.i for n in names)})
        subject = Argument(Ref(words, naming.guess_type(noun)), words, (noun.i,))
        told = Argument(Value(text), text, tuple(n.i for n in names))
        yield Draft(
            subject, "are called", told, tokens, spoken="are called",
            flags=flags | {"alias", "subject_plural"} | reading.unit.repaired,
        )  # fmt: skip


def _several_called(verb: Token) -> tuple[Token, list[Token]] | None:
    """The noun and the names that one verb gives several; None where it gives one or none."""
    name = next(
        (c for c in verb.children if c.dep_ in {"dobj", "oprd"} and naming.is_name(c)), None
    )
    if (
        name is None
        or verb.dep_ not in _CLAUSES
        or not _UNREAL.isdisjoint(c.lower_ for c in verb.children)
    ):
        return None
    parts = [c for c in name.children if c.dep_ == "compound" and c.text.islower()]
    noun = next((c for c in parts if c.lower_.endswith("s")), None)
    names = [name, *(c for c in name.conjuncts if naming.is_name(c))]
    if noun is None or len(names) < _TWO:
        return None
    return noun, names


_TWO = 2


def callings(reading: Reading, given: dict[int, tuple[Token, Token]]) -> Iterator[Draft]:
    """An alias for who has a name already, a name for what has none.

    Args:
        reading: the unit.
        given: what `verbs` found in it.
    """
    for at, (target, name) in given.items():
        if target.lower_ in _SEVERAL and not teams.meant(reading, target):
            continue  # "we're called the Hawks" names none of us
        who = nouns.argument(reading, target)
        if not isinstance(who.term, Ref) or {"unresolved", "generic", "plural"} & who.flags:
            continue
        if who.term.named and target.lower_ in {"it", "they", "them"}:
            continue  # what has got a name is not "called" something
        words = [t for t in name.subtree if t.dep_ in {"compound", "flat"} or t == name]
        text = untied(" ".join(t.text for t in words).replace(JOINT, " "))
        kind = who.term.type
        callers = [
            t.i
            for c in reading.doc[at].children
            if c.dep_ in {"nsubj", "agent", "auxpass"}
            for t in c.subtree
        ]
        tokens = (*who.tokens, *(t.i for t in words), *callers)
        named = who.term.named or who.term == reading.scene.speaker
        predicate = ALIAS if named else "name is"
        flags = {f"subject_{f}" for f in who.flags} | {"alias"}
        yield Draft(
            who if named else Argument(who.term, f"{who.surface}'s", who.tokens, who.flags),
            predicate,
            Argument(Ref(text, kind, True), text, tuple(t.i for t in words)),
            frozenset({*tokens, at}),
            spoken="is also known as" if named else "name is",
            flags=frozenset(flags - {"subject_definite", "subject_common"}) | reading.unit.repaired,
        )
