"""What kgmem gives back to people and agents: frozen values with readable reprs.

Notebook renderings live in `kgmem.display`, imported only when a notebook asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from kgmem.types import (
    Edit,
    EditOp,
    FactKind,
    FactStatus,
    Modality,
    Origin,
    Tier,
    Triple,
    Validity,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words that support something.

    Attributes:
        episode: id of the episode.
        start: first character of the span in the episode's body.
        end: one past the last.
        quote: the words themselves.
        speaker: who said them.
        time: when.
        source: the caller's source id of the episode.
        origin: `observed`, or how else the words came in: `told` and `corrected` ones may be
            memory's own sentence for what the program gave.
    """

    episode: str
    start: int
    end: int
    quote: str
    speaker: str | None
    time: datetime
    source: str | None = None
    origin: Origin = "observed"

    @property
    def who(self) -> str:
        """The speaker; without one `?`, or how the words came in where nobody was overheard."""
        return self.speaker or ("?" if self.origin == "observed" else self.origin)

    def __repr__(self) -> str:
        """One line."""
        return f"[{self.episode} {self.time:%Y-%m-%d} {self.who}] {self.quote!r}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the graph, names resolved, as people read it.

    Attributes:
        id: `f12`.
        subject: name of the subject; `subject_id` its entity id.
        predicate: surface predicate ("moved to").
        relation: id in the catalogue.
        object: name or literal text; empty for a bare verb. `object_id` is None for a literal.
        text: a sentence that stands alone.
        qualifiers: role to filler text.
        validity: when it held or happened.
        said: when it was first said.
        status: live, ended or retracted.
        tier: asserted or tentative.
        kind: state, event or habit.
        positive: False for a negation.
        modality: actual, planned, wished.
        confidence: 0..1.
        trust: highest trust among its supports.
        ended_by: ids of the facts that ended or retracted it.
        evidence: the words it came from.
        namespace: where it lives.
    """

    id: str
    subject: str
    subject_id: str
    predicate: str
    relation: str
    object: str
    object_id: str | None
    text: str
    qualifiers: Mapping[str, str]
    validity: Validity
    said: datetime
    status: FactStatus
    tier: Tier
    kind: FactKind
    positive: bool
    modality: Modality
    confidence: float
    trust: float
    ended_by: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    namespace: str

    def __repr__(self) -> str:
        """Id, sentence, time, and what is out of the ordinary."""
        said = self.validity.wording
        notes = [said] if said and said not in self.text else []
        notes += [x for x in (self.status, self.tier, self.modality) if x not in _USUAL]
        return f"<{self.id} {self.text}{' (' + ', '.join(notes) + ')' if notes else ''}>"


_USUAL = {"live", "asserted", "actual"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that retrieval brought back.

    Attributes:
        id: `f12` or `ep7`.
        kind: fact or episode.
        text: what a reader is shown.
        time: when it held (facts with a stated time) or was said.
        score: the fused score; higher is better; comparable within one retrieval only.
        parts: each signal's contribution to the score, by name.
        reason: one line: why it is here.
        episodes: ids of the episodes it stands on, best first.
        evidence: the supporting words.
        fact: the fact, for kind `fact`.
        speaker: of an episode.
        tokens: size of `text`.
        namespace: where it lives.
    """

    id: str
    kind: Literal["fact", "episode"]
    text: str
    time: datetime
    score: float
    parts: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    episodes: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    fact: Fact | None = None
    speaker: str | None = None
    tokens: int = 0
    namespace: str = ""

    def __repr__(self) -> str:
        """Id, score, text, reason."""
        return f"<{self.id} {self.score:.3f} {self.text!r} ({self.reason})>"


@dataclass(frozen=True, slots=True)
class Context:
    """Prompt-ready text with cited ids, and what it was made from.

    Attributes:
        text: lines `[id] date: words`, in time order; a line on the date of the line above it
            has none.
        candidates: what was kept, in the same order.
        tokens: size of `text`.
        question: what it was distilled for.
    """

    text: str
    candidates: tuple[Candidate, ...]
    tokens: int
    question: str = ""

    def __str__(self) -> str:
        """The prompt-ready text."""
        return self.text

    @property
    def sources(self) -> tuple[Evidence, ...]:
        """The evidence of all candidates, without repetitions, in order."""
        return tuple(dict.fromkeys(e for c in self.candidates for e in c.evidence))


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply with the words that support it.

    Attributes:
        text: the answer; "No information available" when `abstained`.
        evidence: spans of episodes; empty only for an abstention.
        confidence: 0..1, calibrated on whether the answer is right.
        abstained: nothing supported an answer.
        facts: the facts it was read from, best first.
        reason: one line: how it was found.
        context: what the answerer saw.
        model: the language model's id, or "graph".
    """

    text: str
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 0.0
    abstained: bool = False
    facts: tuple[Fact, ...] = ()
    reason: str = ""
    context: Context | None = None
    model: str = "graph"

    def __str__(self) -> str:
        """The answer alone."""
        return self.text

    def __repr__(self) -> str:
        """The answer, then its evidence line by line."""
        lines = [f"Answer({self.text!r}, confidence={self.confidence:.2f})"]
        return "\n  ".join(lines + [repr(e) for e in self.evidence])

    def _repr_html_(self) -> str:
        from kgmem.display import answer_html

        return answer_html(self)


@dataclass(frozen=True, slots=True)
class Decision:
    """One edit that was made, or refused, and why.

    Attributes:
        op: ADD, MERGE, DELETE or NOOP.
        fact: the fact it concerns; None for NOOP.
        text: the triple or the fact in words.
        reason: why.
        refused: the ledger did not allow it.
        edit: the policy's edit as it stood.
        triple: what it was decided for.
    """

    op: EditOp
    fact: str | None
    text: str
    reason: str
    refused: bool = False
    edit: Edit | None = None
    triple: Triple | None = None

    def __repr__(self) -> str:
        """One line."""
        mark = " REFUSED" if self.refused else ""
        return f"<{self.op}{mark} {self.fact or '-'} {self.text!r}: {self.reason}>"


@dataclass(frozen=True, slots=True)
class Observed:
    """What became of an observation.

    Attributes:
        episode: id of its episode.
        step: what `undo` takes.
        edits: what was decided, on which fact, and why.
        state: `pending` when extraction has still to run (`resume()`).
        repeated: the source id was known with the same text; nothing was done.
    """

    episode: str
    step: str
    edits: tuple[Decision, ...] = ()
    state: Literal["done", "pending"] = "done"
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity with its names.

    Attributes:
        id: `e12`.
        name: the canonical name.
        type: person, place, ...
        aliases: other names.
        facts: how many live asserted facts it takes part in.
        merged: ids of the entities merged into it.
    """

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    facts: int = 0
    merged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighborhood:
    """The facts around an entity; iterates over them.

    Attributes:
        center: name of the entity asked for.
        facts: nearest first.
        depths: hops from the center by entity id.
        names: entity id to name.
    """

    center: str
    facts: tuple[Fact, ...]
    depths: Mapping[str, int]
    names: Mapping[str, str]

    def __iter__(self) -> Iterator[Fact]:
        """The facts, nearest first."""
        return iter(self.facts)

    def __len__(self) -> int:
        """How many facts."""
        return len(self.facts)

    def _repr_html_(self) -> str:
        from kgmem.display import neighborhood_html

        return neighborhood_html(self)


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of facts between two entities; `found` is False when there is none.

    Attributes:
        entities: names along the way.
        facts: one fewer than entities.
    """

    entities: tuple[str, ...]
    facts: tuple[Fact, ...]

    @property
    def found(self) -> bool:
        """Whether the two are connected."""
        return bool(self.entities)

    def __repr__(self) -> str:
        """The chain in one line."""
        if not self.entities:
            return "<no path>"
        steps = [self.entities[0]]
        for fact, name in zip(self.facts, self.entities[1:], strict=True):
            steps.append(f"-[{fact.predicate} {fact.id}]- {name}")
        return f"<{' '.join(steps)}>"


@dataclass(frozen=True, slots=True)
class Rows:
    """The result of a Cypher query.

    Attributes:
        columns: names in the order of RETURN.
        rows: one tuple a row.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The rows."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows."""
        return len(self.rows)

    def dicts(self) -> list[dict[str, Any]]:
        """Each row by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One state of a fact, or one thing that was done to it.

    Attributes:
        time: when memory recorded it.
        step: what `undo` takes.
        op: journal operation.
        author: who decided.
        reason: why.
        text: what the fact said from then on.
        status: live, ended, retracted, or `gone`.
        evidence: the words that led to it.
    """

    time: datetime
    step: str
    op: str
    author: str
    reason: str
    text: str
    status: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting removed, with its proof.

    Attributes:
        episodes: how many episodes went.
        facts: how many facts went with them.
        entities: how many entities went.
        revived: ids of facts that are live again.
        checked: how many distinctive strings were searched for in the store's bytes.
        remains: those that were still found; empty is the proof.
        pending: a reader still pins old pages; call `forget` again, with the same arguments or
            others, to finish.
        dry_run: nothing was removed; the counts are what would go.
        still_named: when an entity was forgotten, ids of the namespace's other episodes and
            subgoals that have one of its names. They may speak of another of that name: look at
            them, and forget the episodes by their ids if they do not. No part of the proof.
    """

    episodes: int = 0
    facts: int = 0
    entities: int = 0
    revived: tuple[str, ...] = ()
    checked: int = 0
    remains: tuple[str, ...] = ()
    pending: bool = False
    dry_run: bool = False
    still_named: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        """Nothing of the forgotten was found in the store's bytes."""
        return not (self.pending or self.remains or self.dry_run)


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found.

    Attributes:
        problems: one line each; empty when everything holds.
        checked: what was looked at, with counts.
    """

    problems: tuple[str, ...] = ()
    checked: Mapping[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """No problem was found."""
        return not self.problems
