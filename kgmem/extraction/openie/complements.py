"""A clause, an adverb or a misread noun where the object of a verb stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import commas, naming, nouns, predicates, syntax, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_WHERE = frozenset(["home", "here", "there", "abroad", "away", "well", "upstairs", "outside"])


def listed(reading: Reading, main: Token) -> list[Argument]:
    """All of several nouns of which the parser took the first for something else."""
    first = next((c for c in main.children if c.i > main.i and misread_object(c)), None)
    return [nouns.argument(reading, h) for h in nouns.coordinated(first)] if first else []


def misread_object(child: Token) -> bool:
    """A noun that the parser took for an adverb or a clause: "she needs a rabies jab, a ..."."""
    if child.pos_ not in {"NOUN", "PROPN"} or child.dep_ not in {"advmod", "ccomp", "dep"}:
        return False
    return not any(c.dep_ in {"nsubj", "mark", "aux"} for c in child.children)


def _body(head: Token) -> Argument:
    words = " ".join(t.text for t in head.subtree if t.dep_ != "aux" and not t.is_punct)
    return Argument(Ref(words, "organization", True), words, tuple(t.i for t in head.subtree))


def complement(reading: Reading, clause: Clause) -> tuple[Argument | None, str]:
    """A clause or adverb as the object, and the "to" that leads to it."""
    main = clause.main
    for child in main.children:
        if misread_object(child) or commas.spliced(child, main):
            continue
        if child.dep_ in {"ccomp", "xcomp"} and child not in clause.verbs:
            if (
                child.dep_ == "ccomp"
                and main.lemma_.lower() in lexicon().belief | lexicon().speech | {"hope", "wish"}
            ):
                return None, ""
            own = any(c.dep_ in {"nsubj", "nsubjpass"} for c in child.children)
            infinitive = not own and syntax.to_before(child) and not syntax.asks_how(child)
            if child.lower_ in naming.BODIES:  # "moved to team Blue", misread as a verb
                return _body(child), "to"
            return wording.clause_value(reading, child), "to" if infinitive else ""
        if (
            child.dep_ == "npadvmod"
            and child.i > main.i
            and child.i not in reading.timed
            and not naming.names_another(child)
        ):
            return nouns.argument(reading, child), ""
    said = predicates.particles(main)
    adverb = next(
        (c for c in main.children if c.dep_ == "advmod" and c.lower_ in _WHERE and c not in said),
        None,
    )
    if adverb is not None and main.lemma_ == "be" and adverb.lower_ in {"here", "there", "away"}:
        return None, ""
    if adverb is not None:
        return Argument(Value(adverb.lower_), adverb.lower_, (adverb.i,), frozenset({"adverb"})), ""
    return None, ""
