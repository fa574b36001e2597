"""What a fact says beyond its own words: its relation's names, and of what kind its things are.

A question seldom uses the words that a fact was said in: "job" asks for "works as", "Nora's dog"
for Rex, of whom it was said that he is a dog.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from kgmem.answering.matching import stems
from kgmem.language.catalogue import Catalogue, catalogue
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.records import Alias
from kgmem.results import Fact

if TYPE_CHECKING:
    from kgmem.protocols import Reader
    from kgmem.snapshot import Snapshot

KINDS = frozenset(("is_a", "is"))
"""Relations whose object says what the subject is."""

WORK = frozenset(("job_title", "works_at", "is_a"))
"""Relations that tell what somebody does for a living, the most telling first by `WORK_ORDER`."""

WORK_ORDER = ("job_title", "is_a", "works_at")
_WORK = re.compile(
    r"\bwhat (?:do|does|did) .{1,60} do(?: for (?:a living|work)| now)?\W*$|"
    r"\b(?:job|profession|occupation|career)\b", re.I
)  # fmt: skip
_IDENTITY = re.compile(r"^(?:who|what)(?: (?:is|was|are)|['’]s) ", re.I)
_NATURE = re.compile(
    r"^(?:what|which) (?:kind|type|sort|species) of \w+ (?:is|was) (.+?)\W*$", re.I
)
_NAME_OF = re.compile(r"^the name of | called$|['’]s? names?$", re.I)
_OWNED = re.compile(r"['’]s? (\w[\w -]*)$")


def asks_work(question: Question) -> bool:
    """Whether it asks what somebody does for a living."""
    return bool(_WORK.search(question.short))


def asks_identity(question: Question) -> bool:
    """Whether it asks who or what a named one is: "Who is Tom?"."""
    bare = _IDENTITY.sub("", question.short).rstrip(" ?.!")
    if described(question):
        bare = _NAME_OF.sub("", bare)
    return bool(_IDENTITY.match(question.short)) and normalise(bare) in {
        normalise(n) for n in question.names
    }


def asks_nature(question: Question) -> bool:
    """Whether it asks what a named one is among its kind: "What kind of animal is Rex?"."""
    match = _NATURE.match(question.short)
    return match is not None and normalise(match.group(1)) in map(normalise, question.names)


def described(question: Question) -> bool:
    """Whether the one asked about is given by what they are to another: "Nora's brother"."""
    return bool(question.about) and bool(_OWNED.search(question.about[-1]))


@lru_cache(maxsize=512)
def _names_of(relation: str, phrases: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    said = (relation.replace("_", " "), *phrases)
    return tuple(dict.fromkeys(s for p in said if (s := stems(p))))


def relation_says(
    relation: str, asked: frozenset[str], book: Catalogue | None = None
) -> frozenset[str]:
    """The stems of those names of a relation that a question uses in full.

    Args:
        relation: its id.
        asked: stems of the question.
        book: relations with those that users added; None for the shipped ones.
    """
    row = (book or catalogue()).rows.get(relation)
    own = () if row is None else tuple(a for a in row.aliases if not a.startswith("have"))
    names = _names_of(relation, () if row is None else (row.label, *own))
    return frozenset(s for name in names if name <= asked for s in name)


def inverse(relation: str, book: Catalogue | None = None) -> str:
    """The relation read from the object's side; empty when there is none."""
    return (book or catalogue()).inverse(relation)


def one_at_a_time(relation: str, book: Catalogue | None = None) -> bool:
    """Whether a relation holds one value at a time."""
    return (book or catalogue()).cardinality(relation) == "one"


def kinds(
    facts: Iterable[Fact], wanted: Iterable[str], reader: Reader | None, snapshot: Snapshot | None
) -> dict[str, dict[str, str]]:
    """By entity id what it is, stem to word: "Rex is a dog", and from names ("Kim's dog").

    Args:
        facts: where "is a" is looked for beside the snapshot.
        wanted: entity ids.
        reader: for the entities' other names; None looks only at the facts.
        snapshot: for facts that were not brought back.
    """
    ids = set(wanted)
    found: dict[str, dict[str, str]] = {i: {} for i in ids}
    have = {f.id: f for f in facts}
    if reader is not None and snapshot is not None:
        from kgmem.snapshot.views import view_facts

        more = [f for i in ids for f in snapshot.facts_of(i, "is_a", limit=8) if f not in have]
        versions = [snapshot.versions.get(f, f) for f in more[:64]]
        have |= {f.id: f for f in view_facts(reader, versions, reader.namespace)}
        for row in reader.find("alias", "entity", ids):
            owned = _OWNED.search(row.name) if isinstance(row, Alias) else None
            if owned and isinstance(row, Alias):
                _add(found, row.entity, owned.group(1))
    for fact in have.values():
        if fact.relation in KINDS and fact.positive and fact.status == "live":
            _add(found, fact.subject_id, fact.object)
    return found


def _add(found: Mapping[str, dict[str, str]], entity: str, words: str) -> None:
    if entity in found:
        last = re.split(r"\b(?:in|at|of|from|with)\b", words)[0].split()
        for word in last:
            for stem in stems(word):
                found[entity].setdefault(stem, word)
