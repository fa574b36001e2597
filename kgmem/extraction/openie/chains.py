"""Who "he" and "she" are, read in order: whom a pronoun means stays at hand for the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge

from kgmem.extraction.openie import candidates, christenings, coreference
from kgmem.extraction.openie.scene import Mention, Mentioned, Slot
from kgmem.types import Ref

_PROMINENCE = 1.4
"""Whom one calls "he" is as much at hand as whom one names."""
_OBJECT, _OWNER = 0.8, 0.7
_STRANGER = 0.6
"""Of which is left where nobody knows who it is: who is named since may be meant."""

Resolved = Mapping[tuple[int, int], tuple[str, frozenset[str]]]


def follow(known: Mentioned) -> tuple[list[Mention], Resolved]:
    """Resolve the personal pronouns of a few turns in reading order.

    Each one that is resolved is a mention like others for those behind it, and tells the gender
    of whom it means. One that cannot be resolved is somebody too: a "he" behind it is more likely
    the same unknown man than a name from further back.

    Returns:
        The mentions with those by pronoun, in reading order, and what each pronoun stands for.
    """
    if not known.slots:
        return list(known.mentions), {}
    resolved: dict[tuple[int, int], tuple[str, frozenset[str]]] = {}
    earlier: list[Mention] = []
    own: list[Mention] = []
    first = 0
    unnamed: dict[int, christenings.Bearer] = {}
    items: Iterator[Mention | Slot] = merge(known.mentions, known.slots, key=_place)
    for item in items:
        if isinstance(item, Mention):
            who = unnamed.pop(item.place[0], None) if item.term.named else None
            if who is not None:
                item = christenings.christened(item, who, earlier + own)
                earlier, own = (christenings.under_name(item, who, m) for m in (earlier, own))
            (own if item.place[0] >= 0 else earlier).append(item)
            continue
        least = item.place[0] - coreference.UNITS_BACK
        while first < len(own) and own[first].place[0] < least:
            first += 1
        near = earlier + own[first:]
        found = candidates.antecedent(item, near)
        resolved[item.place] = found
        if item.nameless:
            known_as = "" if "unresolved" in found[1] else found[0]
            unnamed[item.place[0]] = christenings.Bearer(known_as, candidates.gender(item.word))
        (own if item.place[0] >= 0 else earlier).append(_taken(item, found, near))
    return [m for m in earlier + own if m.term.name != candidates.UNKNOWN], resolved


def _place(item: Mention | Slot) -> tuple[int, int]:
    return item.place


def _taken(slot: Slot, found: tuple[str, frozenset[str]], near: Sequence[Mention]) -> Mention:
    """The mention that a pronoun is."""
    name, flags = found
    known = next((m for m in reversed(near) if m.term.name == name), None)
    if known is None or "unresolved" in flags:
        term = Ref(candidates.UNKNOWN, "person", False)
    else:
        term = known.term
    role = 1.0 if slot.subject else _OWNER if slot.owner else _OBJECT
    sure = "coref_close" not in flags
    return Mention(
        term,
        candidates.gender(slot.word) if sure else "",
        False,
        True,
        slot.subject,
        slot.place,
        _PROMINENCE * role * (_STRANGER if term.name == candidates.UNKNOWN else 1.0),
        verb=slot.verb,
        taken=flags,
    )
