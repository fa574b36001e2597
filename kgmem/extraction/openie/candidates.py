"""Which of those mentioned a pronoun means: who fits it, and who is most prominent."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.extraction.openie import christenings
from kgmem.extraction.openie.scene import Mention, Slot

FEMALE = frozenset(["she", "her", "hers", "herself"])
_MALE = frozenset(["he", "him", "his", "himself"])
PERSONAL = FEMALE | _MALE
REFLEXIVE = frozenset(["himself", "herself"])
THEY = frozenset(["they", "them", "their", "theirs", "themselves"])
THING = frozenset(["it", "its", "itself"])
TURNS_BACK = 5
STRIDE = 100
"""Unit numbers that each earlier turn takes up below zero."""


def gender(word: str) -> str:
    """`f` or `m`, as a pronoun of one person tells."""
    return "f" if word in FEMALE else "m"


def antecedent(slot: Slot, before: Sequence[Mention]) -> tuple[str, frozenset[str]]:
    """The name that a pronoun stands for and how doubtful that is; see `coreference.resolve`.

    Args:
        slot: the pronoun.
        before: what was mentioned before it, in reading order.
    """
    before = [m for m in before if not m.shown]
    carried = _carried(slot, before)
    if carried is not None:
        return carried.term.name, frozenset({"coref_topic"})
    found = _best(slot, before)
    if found is None or found[0].term.name == UNKNOWN:
        return slot.word, frozenset({"unresolved"})
    best, score, margin, alone = found
    if slot.word in THING:
        flags = {"coref_it"} if best.place[0] >= slot.place[0] - 1 else {"coref_it", "coref_far"}
        parallel = best.subject and slot.subject
        sure = {"coref_it_sure"} if margin >= CLEAR and score >= LIKELY else set()
        return best.term.name, frozenset(flags | sure | ({"coref_parallel"} if parallel else set()))
    return best.term.name, _certainty(slot, best, margin, alone)


def _carried(slot: Slot, before: Sequence[Mention]) -> Mention | None:
    """What the clause just before is about, where "it" or "they" goes on about it.

    As in "painting is my escape, it calms me"; the clause before is of this unit or the last one.
    """
    if slot.word not in {"it", "they"} or not slot.subject:
        return None
    least = max(0, slot.place[0] - 1)
    found = [m for m in before if m.topic and not m.maybe and m.place[0] >= least]
    found = [m for m in found if not _same_clause(m, slot)]
    best = found[-1] if found else None
    return best if best is not None and _compatible(best, slot, "") else None


UNKNOWN = "\0"
"""Name of whoever an earlier pronoun means that could not be resolved."""


def _best(slot: Slot, before: Sequence[Mention]) -> tuple[Mention, float, float, bool] | None:
    """The most prominent fitting mention, its score, by how much it leads, whether it is alone."""
    told = genders(before)
    personal = slot.word in PERSONAL
    fits = [m for m in before if _compatible(m, slot, told.get(m.term.name, ""))]
    if slot.nameless:
        fits = [m for m in fits if not m.term.named]  # who has a name is not given one
    if slot.before >= 0:
        same = [m for m in fits if m.place == (slot.place[0], slot.before)]
        fits = same or fits
    elif not slot.owner:
        beside = {m.term for m in fits if _same_clause(m, slot)}
        fits = [m for m in fits if m.term not in beside]
    fits = [m for m in fits if m.place[0] >= -(TURNS_BACK + 1) * STRIDE]
    if not fits:
        return None
    unsure = {m.term.name for m in fits if personal and not told.get(m.term.name)}
    ranked = _ranked(fits, slot, unsure)
    best, score = ranked[0]
    margin = score / ranked[1][1] if len(ranked) > 1 else CLEAR
    if score < LEAST or margin < TIE:
        return None
    return best, score, margin, len(ranked) == 1


def _certainty(slot: Slot, best: Mention, margin: float, alone: bool) -> frozenset[str]:
    """How surely a personal pronoun means the best of its candidates."""
    they = slot.word in THEY
    here = best.place[0] >= 0
    guessed = slot.word in PERSONAL and not alone and best.term.type == "person"
    guessed = guessed and not (best.gender or best.term.named)
    if margin < CLOSE or guessed:
        return frozenset({"coref", "coref_close"})
    if best.taken and not they:
        return best.taken if margin >= CLEAR or "coref_sure" not in best.taken else _LIKELY_ONE
    if not here and alone and best.animate and not they:
        return frozenset({"coref_only"})
    if margin >= CLEAR and here and (best.gender or best.animate or they):
        return frozenset({"coref_sure"} if not they or best.animate else {"coref"})
    if margin >= CLEAR and best.term.named and not they:
        return frozenset({"coref_only"})
    return frozenset({"coref"} if here else {"coref", "coref_far"})


_LIKELY_ONE = frozenset({"coref"})


def genders(mentions: Sequence[Mention]) -> dict[str, str]:
    """What is known of the gender of those mentioned: by noun or name, else by a pronoun."""
    by_pronoun = {m.term.name: m.gender for m in mentions if m.gender and m.taken}
    return by_pronoun | {m.term.name: m.gender for m in mentions if m.gender and not m.taken}


CLEAR = 2.0
"""So many times as prominent as the next candidate is beyond doubt."""
CLOSE = 1.25
TIE = 1.14
"""Hardly more prominent than the next: nobody can tell."""
LIKELY = 0.45
LEAST = 0.06
OWN = 4.0
"""So much likelier is "Ana sold her car" to be about Ana's car."""
SEXLESS = 0.75
"""And so much less likely that "he" is somebody of whom nothing tells that it is a he."""
NEAR = 2.0
"""And as much likelier is "I saw Ana with her dog"."""
_FADING = 0.75
"""What is left of a mention's prominence one unit later."""
_AGAIN = 0.2
"""What further mentions add."""
_TURN = 3
"""Units that a turn between counts for."""


def _ranked(fits: Sequence[Mention], slot: Slot, unsure: set[str]) -> list[tuple[Mention, float]]:
    """Candidates with their prominence, best first.

    It comes from how, how often and how long ago they were mentioned; the latest mention stands
    for a candidate.
    """
    scores: dict[str, list[float]] = {}
    latest: dict[str, Mention] = {}
    for mention in fits:
        parallel = 0.6 if mention.maybe and not mention.gender and slot.word in PERSONAL else 1.0
        parallel *= 1.15 if slot.subject and mention.subject else 1.0
        own = _same_clause(mention, slot) or (slot.late and mention.place[0] == slot.place[0] - 1)
        if slot.owner and own:
            parallel *= OWN if mention.subject else NEAR
        if not (slot.subject or slot.owner or mention.subject) and mention.taken:
            parallel *= 1.15
        name = mention.term.name
        parallel *= SEXLESS if name in unsure else 1.0
        scores.setdefault(name, []).append(
            mention.weight * parallel * _FADING ** _age(mention, slot)
        )
        latest[name] = mention
    found = [(latest[name], max(s) + _AGAIN * (sum(s) - max(s))) for name, s in scores.items()]
    return sorted(found, key=lambda item: (-item[1], -item[0].place[0], item[0].place[1]))


def _age(mention: Mention, slot: Slot) -> int:
    """Units between a mention and now; an earlier turn counts for a few whatever its length."""
    turns, within = _back(mention.place[0])
    turns_now, within_now = _back(slot.place[0])
    if turns == turns_now:
        return max(0, within - within_now)
    return slot.index + _TURN * (turns - turns_now) + min(within, _TURN)


def _back(unit: int) -> tuple[int, int]:
    """How many turns ago a unit was, and its place before the end of that turn.

    In the observation itself places count down from 0.
    """
    if unit >= 0:
        return 0, -unit
    turns = -unit // STRIDE
    return turns, -unit - STRIDE * turns - 1


def _compatible(mention: Mention, slot: Slot, gender: str) -> bool:
    word = slot.word
    if mention.term.name in slot.people:
        return False
    animate = mention.animate or mention.maybe or christenings.may_bear(mention, slot)
    if word in FEMALE:
        return animate and not mention.plural and gender in {"f", ""}
    if word in _MALE:
        return animate and not mention.plural and gender in {"m", ""}
    if word in THEY:
        if slot.human and mention.plural and not mention.animate:
            return False
        if mention.term.type == "organization":
            return mention.plural or not (gender or mention.maybe)
        return mention.plural or mention.term.type == "group"
    return (
        not mention.plural
        and (not mention.animate or mention.term.type == "animal")
        and mention.term.type != "group"
    )


def _same_clause(mention: Mention, slot: Slot) -> bool:
    """Whether a mention is another argument of the pronoun's own verb: "Ana saw her" is not Ana.

    A subject counts for all the verbs that share it: "Ana came in and saw her".
    """
    if mention.place[0] != slot.place[0]:
        return False
    return mention.verb == slot.verb or mention.place[1] == slot.doer
