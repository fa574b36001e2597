"""State, event or habit, and what holds for a while only."""

from __future__ import annotations

from kgmem.extraction.openie import inflection
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.frames import Frame
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.types import FactKind, Ref

_OFTEN = frozenset(
    ["usually", "often", "always", "regularly", "sometimes", "never", "frequently", "rarely",
     "daily", "weekly"]
)  # fmt: skip


def kind_of(clause: Clause) -> FactKind:
    """State, event or habit, from the verb, its tense and its adverbs."""
    top, main = clause.top, clause.main
    helpers = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "aux"}
    adverbs = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "advmod"}
    lemma = main.lemma_.lower()
    if adverbs & _OFTEN or (top.lemma_ == "use" and len(clause.verbs) > 1):
        return "habit"
    if lemma in lexicon().stative and not (
        lemma in {"have", "run", "speak", "play", "feel", "mean"} and top.tag_ == "VBD"
    ):
        return "state"
    if inflection.is_present(top) and not helpers - {"do", "does"}:
        return "state" if len(clause.verbs) > 1 else "habit"
    if top.tag_ == "VBG" and helpers & {"am", "is", "are", "'m", "'s", "'re"}:
        return "state"
    return "event"


def is_temporary(clause: Clause, frame: Frame) -> bool:
    """Whether it holds for a while only: "is on holiday", "is staying with"."""
    lemmas = {v.lemma_.lower() for v in clause.verbs}
    on_leave = frame.preposition == "on" and any(
        isinstance(o.term, Ref)
        and o.term.name.split()[-1].lower()
        in {"holiday", "vacation", "trip", "leave", "break", "retreat"}
        for o in frame.objects
    )
    return bool(lemmas & lexicon().temporary) or on_leave
