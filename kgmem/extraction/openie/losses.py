"""What was stolen or destroyed, told of who had it: "my bike was stolen", "they took my purse"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import marks, misreadings, nouns, ownership, qualifiers, syntax
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.owners import owner_of
from kgmem.extraction.openie.predicates import predicate
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_FIGURES = misreadings.BODY | {"show", "thunder", "time", "breath", "attention", "spotlight"}
"""What is stolen only in a manner of speaking."""
_UNCLEAR = frozenset(["unresolved", "generic", "coref_close", "coref_far"])


def losses(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """That its owner lost what a clause says was taken; nothing for other clauses.

    Who has lost a thing matters, not who took it: the fact is about the owner, in the words in
    which it was told.
    """
    if clause.negative or clause.modality != "actual" or not ownership.takes(clause.main):
        return
    thing = _taken(clause)
    first = None if thing is None else owner_of(reading, thing)
    for head in nouns.coordinated(thing) if thing is not None and first is not None else ():
        owner, found = owner_of(reading, head) or first, nouns.argument(reading, head)
        if owner is None or _UNCLEAR & (owner.flags | found.flags):
            continue
        if isinstance(owner.term, Ref) and isinstance(found.term, Ref):
            yield _lost(reading, clause, owner, found)


def _taken(clause: Clause) -> Token | None:
    """The noun of what was taken: the subject of a passive, else the object."""
    if syntax.causative(clause.main):  # "I had my bike stolen"
        slot = "nsubj"
    else:
        slot = "nsubjpass" if clause.passive else "dobj"
    found = (c for c in clause.main.children if c.dep_ == slot and c.pos_ == "NOUN")
    return next((c for c in found if c.lemma_.lower() not in _FIGURES), None)


def _lost(reading: Reading, clause: Clause, owner: Argument, found: Argument) -> Draft:
    said = predicate(clause, plural="plural" in found.flags)
    passive = clause.passive and not syntax.causative(clause.main)
    done = ownership.TAKING[clause.main.lemma_.lower()]
    spoken = said.spoken if passive else f"{'were' if 'plural' in found.flags else 'was'} {done}"
    thing = Argument(found.term, "", found.tokens, found.flags - {"possessed"})
    extra = qualifiers.of_clause(reading, clause, set(found.tokens))
    flags = marks.of_clause(clause) - {f"subject_kind_{clause.subject_kind}", "marked"}
    flags |= {f"subject_{f}" for f in owner.flags} | {f"object_{f}" for f in thing.flags}
    return Draft(
        Argument(owner.term, found.surface, owner.tokens, owner.flags),
        "lost",
        thing,
        frozenset({*found.tokens, *owner.tokens, *(v.i for v in clause.verbs)}),
        verb=clause.main.i,
        spoken=spoken,
        qualifiers=tuple(q for q in extra if "unresolved" not in q[1].flags)[: qualifiers.MOST],
        kind="event",
        flags=frozenset(flags | {"subject_kind_own", "taken_away"} | reading.unit.repaired),
    )
