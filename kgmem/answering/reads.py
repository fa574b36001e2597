"""What the answerer reads around the candidates: their turns, facts, types and vectors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kgmem.answering.matching import stems
from kgmem.language.catalogue import Catalogue, catalogue
from kgmem.language.tokens import TITLES
from kgmem.records import Episode, RelationRow, Support
from kgmem.results import Candidate, Fact
from kgmem.types import Floats

if TYPE_CHECKING:
    from kgmem.protocols import Reader
    from kgmem.snapshot import Snapshot

_POINTS = 10.0

_TITLE = "(?:" + "|".join(rf"(?<=\b{t})" for t in TITLES) + r")\."
_INSIDE = rf"(?:[^.!?\n]+|\.(?=[a-z0-9])|{_TITLE}(?=\s))*"
SENTENCE = re.compile(rf"(?:\.(?=[a-z0-9]))?[^.!?\n\s]{_INSIDE}(?:[.!?]+[\"'”’)]*|\n|$)")
"""One sentence of a turn; a line break ends one too, the dot of "example.org" or
"Dr. Lee" does not."""


def sentences(text: str) -> list[tuple[int, str]]:
    """The sentences of a turn without the blanks around them, each with its first character."""
    found = []
    for match in SENTENCE.finditer(text):
        whole = match.group()
        bare = whole.strip()
        found.append((match.start() + whole.index(bare[0]), bare))
    return found


def is_data(text: str) -> bool:
    """Whether a turn is data and no prose: a JSON object or list, not too deep to be read."""
    bare = text.strip()
    if not bare.startswith(("{", "[")) or not bare.endswith(("}", "]")):
        return False
    try:
        json.loads(bare)
    except (ValueError, RecursionError):
        return False
    return True


def turns(candidates: Sequence[Candidate], reader: Reader | None) -> dict[str, Episode]:
    """The episodes of the candidates in rank order, read or rebuilt from the candidates."""
    order = list(dict.fromkeys(e for c in candidates for e in c.episodes or ()))
    if reader is not None:
        rows = reader.get(order)
        return {i: r for i in order if isinstance(r := rows.get(i), Episode)}
    found: dict[str, Episode] = {}
    for candidate in candidates:
        if candidate.kind == "episode":
            words = candidate.evidence[0] if candidate.evidence else None
            found[candidate.id] = Episode(
                candidate.id,
                candidate.text,
                candidate.time,
                candidate.time,
                speaker=candidate.speaker,
                source=words.source if words else None,
                origin=words.origin if words else "observed",
            )
    return found


def replied_to(turns: Mapping[str, Episode], reader: Reader | None) -> dict[str, str]:
    """For each turn the question that ends the turn before it in its thread, where one does."""
    before = {i: f"ep{int(i[2:]) - 1}" for i in turns if i[2:].isdigit()}
    rows: dict[str, object] = dict(turns)
    if reader is not None:
        rows |= reader.get(v for v in before.values() if v not in turns)
    found = {}
    for name, previous in before.items():
        row = rows.get(previous)
        if isinstance(row, Episode) and row.thread == turns[name].thread:
            last = sentences(row.text)[-2:] if "?" in row.text else []
            found[name] = " ".join(text for _, text in last if text.endswith("?"))
    return found


def facts_of(
    episodes: Sequence[str],
    reader: Reader,
    have: Mapping[str, Fact],
    snapshot: Snapshot | None = None,
) -> list[Fact]:
    """The facts that episodes support, beside those that are there already.

    In a snapshot of the past they are what memory believed then.
    """
    from kgmem.snapshot.views import view_facts

    rows = reader.find("support", "episode", episodes)
    ids = dict.fromkeys(r.fact for r in rows if isinstance(r, Support))
    wanted = [i for i in ids if i not in have]
    past = snapshot.versions if snapshot is not None else {}
    shown = [past[i] for i in wanted if i in past] if past else wanted
    return view_facts(reader, shown, reader.namespace)


def over_in(
    episodes: Sequence[str], reader: Reader, have: Mapping[str, Fact], snapshot: Snapshot | None
) -> list[Fact]:
    """The facts that episodes support and that no longer hold, beside those that are there."""
    from kgmem.codec import number
    from kgmem.snapshot.columns import STATUSES
    from kgmem.snapshot.views import view_facts

    if snapshot is None:
        return []
    numbers = dict.fromkeys(n for e in episodes for n in snapshot.facts_in(number(e)))
    live = STATUSES.index("live")
    over = [
        f"f{n}"
        for n in numbers
        if f"f{n}" not in have
        and (row := snapshot.facts.row(n)) >= 0
        and snapshot.facts["status"][row] != live
    ]
    shown = [snapshot.versions.get(f, f) for f in over]
    return view_facts(reader, shown, reader.namespace)


def types(facts: Iterable[Fact], snapshot: Snapshot | None) -> dict[str, str]:
    """Entity id to type, for the subjects and objects of facts."""
    if snapshot is None:
        return {}
    ids = {i for f in facts for i in (f.object_id, f.subject_id) if i}
    return {i: snapshot.entity_type(int(i[1:])) for i in ids}


def relations(reader: Reader | None) -> Catalogue:
    """What relations mean, with those that users added to the namespace."""
    if reader is None:
        return catalogue()
    return catalogue(r.body for r in reader.scan("relation") if isinstance(r, RelationRow))


def nearness(candidates: Sequence[Candidate]) -> dict[str, float]:
    """How near retrieval thought each episode: 1 for the best, falling with its rank."""
    order = list(dict.fromkeys(e for c in candidates for e in c.episodes or ()))
    return {e: 1.0 / (1.0 + 0.15 * i) for i, e in enumerate(order)}


def standing(candidates: Sequence[Candidate]) -> dict[str, float]:
    """How far behind the best each episode was found: 0 for the best, -1 where ten points less."""
    found: dict[str, float] = {}
    for candidate in candidates:
        for episode in candidate.episodes[:1]:
            found[episode] = max(found.get(episode, candidate.score), candidate.score)
    best = max(found.values(), default=0.0)
    return {e: max((score - best) / _POINTS, -1.0) for e, score in found.items()}


def dense(
    facts: Mapping[str, Fact], snapshot: Snapshot | None, vector: Floats | None
) -> dict[str, float]:
    """Fact id to its cosine with the question's vector, from the snapshot's arrays."""
    if snapshot is None or vector is None:
        return {}
    vectors = {f: v for f in facts if (v := snapshot.fact_vector(f)) is not None}
    return {f: float(v @ vector) for f, v in vectors.items()}


def read_off(facts: Iterable[Fact]) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """By episode, where asserted facts begin and what they say beyond the words: "has pet"."""
    found: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for fact in facts:
        if fact.tier == "asserted" and fact.positive:
            said = stems(f"{fact.text} {fact.relation.replace('_', ' ')}")
            for evidence in fact.evidence:
                found.setdefault(evidence.episode, []).append((evidence.start, said))
    return found
