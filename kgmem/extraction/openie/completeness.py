"""What of a clause its facts leave out: a fact without it may say something else, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import predicates
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.scene import Argument, Reading

if TYPE_CHECKING:
    from spacy.tokens import Token

_SILENT = frozenset(
    ["punct", "cc", "mark", "aux", "auxpass", "neg", "intj", "det", "expl", "predet", "preconj"]
)
_OTHER_CLAUSES = frozenset(["conj", "ccomp", "advcl", "relcl", "parataxis", "csubj", "dep"])
_CONTENT = frozenset(["NOUN", "PROPN", "ADJ", "NUM", "VERB"])
_MANY = 3
_DOUBTS = {
    "unresolved": "doubtful",
    "cut": "cut",
    "relative": "doubtful",
    "coref_it": "doubtful",
    "coref": "coref",
    "coref_far": "coref",
    "definite_bare": "definite",
    "deictic": "definite",
    "addressee": "addressee",
}


def lost(reading: Reading, clause: Clause, covered: Iterable[int]) -> frozenset[str]:
    """Flags for what hangs on a clause's verbs and stands in none of its facts.

    `lost_pronoun`: a participant that could not be resolved ("sold it to them"); `lost_words`,
    `lost_many`: one or two content words, or more; `lost_particle`: a particle.
    """
    done = {*covered, *(v.i for v in clause.verbs), *reading.timed}
    done |= {p.i for p in predicates.particles(clause.main)}
    words = pronouns = particles = 0
    for token in _territory(clause):
        if token.i in done or _vocative(token, reading):
            continue
        if token.tag_ in {"PRP", "DT"} and token.dep_ in {"dobj", "pobj", "dative", "nsubj"}:
            if token.dep_ == "nsubj" and token.i < clause.main.i:
                continue
            pronouns += 1
        elif token.pos_ in _CONTENT:
            words += 1
        elif token.dep_ == "prt":
            particles += 1
    found = {"lost_pronoun"} if pronouns else set()
    if words:
        found.add("lost_many" if words >= _MANY else "lost_words")
    if particles:
        found.add("lost_particle")
    return frozenset(found)


def _territory(clause: Clause) -> Iterator[Token]:
    """The tokens of a clause beside its verbs, without other clauses in it."""
    queue = [c for v in clause.verbs for c in v.children]
    verbs = set(clause.verbs)
    while queue:
        token = queue.pop()
        if token in verbs or token.dep_ in _SILENT:
            continue
        clausal = token.dep_ in _OTHER_CLAUSES and token.pos_ in {"VERB", "AUX"}
        if clausal or token.dep_ in {"relcl", "advcl", "ccomp"}:
            continue
        yield token
        queue += list(token.children)


def _vocative(token: Token, reading: Reading) -> bool:
    return token.dep_ == "npadvmod" and token.lower_ in reading.scene.forms


def doubts(qualifiers: Iterable[tuple[str, Argument]]) -> frozenset[str]:
    """What is doubtful about the further participants of a fact, as `qualifier_...` flags."""
    return frozenset(
        f"qualifier_{_DOUBTS[flag]}"
        for _, argument in qualifiers
        for flag in argument.flags
        if flag in _DOUBTS
    )
