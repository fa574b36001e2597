"""Extraction made anew: what was read from episodes is withdrawn, what people judged is upheld."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kgmem.codec import number
from kgmem.language.names import normalise
from kgmem.ledger import facts
from kgmem.ledger.evidence import mentioned, uphold
from kgmem.protocols import Reader
from kgmem.records import Content, Ending, EntityId, Episode, Support, Version

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

Meaning: TypeAlias = tuple[str, str, str, bool]
Verdicts: TypeAlias = Mapping[Meaning, tuple[Ending, ...]]
"""What people ended or retracted, by what the fact said."""


def verdicts(reader: Reader, roots: Callable[[str], str]) -> Verdicts:
    """The endings that rest on people (told, corrected, retracted by hand), not on extraction.

    Args:
        reader: before the rebuilding begins.
        roots: the merge root of an entity.
    """
    endings = [e for e in reader.scan("ending") if isinstance(e, Ending)]
    witnesses = {e.by for e in endings if e.by is not None}
    by_people = _told(reader, witnesses)
    found: dict[Meaning, tuple[Ending, ...]] = {}
    for ending in endings:
        if ending.by is not None and ending.by not in by_people:
            continue
        if ending.by is None and ending.episode is not None:
            continue
        rows = reader.find("version", "fact", [ending.fact])
        versions = {number(v.id): v for v in rows if isinstance(v, Version)}
        if versions:
            key = _meaning(versions[max(versions)].content, roots)
            found[key] = (*found.get(key, ()), ending)
    return found


def withdraw(draft: Draft, episodes: Sequence[str]) -> None:
    """Take back all that was read from some episodes; their words and the names in them stay.

    Args:
        draft: a step must have begun.
        episodes: ids.
    """
    supports = draft.rows.find(Support, "episode", episodes)
    endings = draft.rows.find(Ending, "episode", episodes)
    for identifier in [*(s.id for s in supports), *(e.id for e in endings)]:
        draft.rows.drop(identifier)
    facts.refold(draft, [s.fact for s in supports] + [e.fact for e in endings])
    draft.withdrawn.update((e, None) for s in supports for e in mentioned(s.content))
    draft.enter("rebuild", reason="withdrawn, to be extracted again")


def uphold_verdicts(draft: Draft, episodes: Sequence[str], known: Verdicts) -> None:
    """Let what people judged hold for the facts read anew, and drop entities nothing speaks of.

    Args:
        draft: after the episodes were decided on again.
        episodes: ids.
        known: what `verdicts` found before the rebuilding began.
    """
    supported = dict.fromkeys(s.fact for s in draft.rows.find(Support, "episode", episodes))
    judged = []
    for fact in supported:
        version = draft.rows.row(Version, fact)
        if version is None:
            continue
        for ending in known.get(_meaning(version.content, draft.names.root), ()):
            if ending.by != fact:
                facts.end(draft, fact, ending.kind, at=ending.at, by=ending.by, episode=None)
                judged.append(fact)
    facts.refold(draft, judged)
    uphold(draft, list(draft.withdrawn), [], forgetting=False)
    draft.withdrawn.clear()
    draft.enter("rebuild", reason="what people judged is upheld")


def _told(reader: Reader, witnesses: Iterable[str]) -> set[str]:
    """Those of some facts that a person told or corrected."""
    supports = [s for s in reader.find("support", "fact", witnesses) if isinstance(s, Support)]
    episodes = reader.get({s.episode for s in supports})
    return {
        s.fact
        for s in supports
        if isinstance(e := episodes.get(s.episode), Episode) and e.origin in ("told", "corrected")
    }


def _meaning(content: Content, root: Callable[[str], str]) -> Meaning:
    """What makes two contents the same statement."""
    target = content.object
    if isinstance(target, EntityId):
        words = root(target.id)
    else:
        words = "" if target is None else "=" + normalise(target.text)
    return (root(content.subject), content.relation, words, content.positive)
