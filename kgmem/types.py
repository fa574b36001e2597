"""The values that pass between the stages: frozen, typed, plain.

In the order in which they come to be: time, what comes in (`Observation`), what extraction and
policies propose (`Triple`, `Edit`). What a store holds is in `kgmem.records`, what the facade
returns to people in `kgmem.results`. All datetimes are zone-aware.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]

Role: TypeAlias = Literal["user", "assistant", "tool", "system", "action", "observation"]
Origin: TypeAlias = Literal["observed", "told", "corrected", "memory"]
Granularity: TypeAlias = Literal[
    "second",
    "minute",
    "hour",
    "part_of_day",
    "day",
    "weekend",
    "week",
    "month",
    "season",
    "year",
    "decade",
    "unknown",
]
FactKind: TypeAlias = Literal["state", "event", "habit"]
Tier: TypeAlias = Literal["asserted", "tentative"]
Modality: TypeAlias = Literal["actual", "planned", "wished", "hypothetical", "asked"]
EditOp: TypeAlias = Literal["ADD", "MERGE", "DELETE", "NOOP"]
EndingKind: TypeAlias = Literal["ended", "retracted"]
FactStatus: TypeAlias = Literal["live", "ended", "retracted"]
SubgoalStatus: TypeAlias = Literal["open", "achieved", "failed", "abandoned"]
ValueKind: TypeAlias = Literal["text", "number", "date", "duration", "adjective", "clause"]


# --- time ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """An instant that is known to lie in `[earliest, latest)`.

    Attributes:
        earliest: zone-aware; None when nothing limits it on that side.
        latest: zone-aware, exclusive; None when nothing limits it.
        granularity: how coarse the words were ("in 2018" is `year`).
    """

    earliest: datetime | None
    latest: datetime | None
    granularity: Granularity = "unknown"


@dataclass(frozen=True, slots=True)
class Validity:
    """When something held (a state, a habit) or happened (an event) in the world.

    An event on a day has that day as `start` and no `end`. A state that goes on has no `end`.

    Attributes:
        start: when it began or happened; None when nothing is known.
        end: when it ceased; None when it goes on or nothing is known.
        wording: the time as people phrase it, anchored to the calendar ("7 May 2023",
            "the week before 9 June 2023"); empty when no time was said.
    """

    start: Bound | None = None
    end: Bound | None = None
    wording: str = ""


@dataclass(frozen=True, slots=True)
class TimeMention:
    """A time expression in a text, resolved.

    Attributes:
        start: first character of the expression.
        end: one past its last character.
        validity: the interval that it denotes.
        kind: `point` ("last Sunday"), `since`, `until`, `range` ("from May to July"), `duration`
            ("for ten years": it reaches back from the anchor), `frequency` ("every week").
        text: the expression as written.
        amount: for a duration or a frequency, its length in days; None otherwise.
    """

    start: int
    end: int
    validity: Validity
    kind: Literal["point", "since", "until", "range", "duration", "frequency"]
    text: str
    amount: float | None = None


# --- what comes in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent tells kgmem.

    Attributes:
        text: the words. An image is given as its caption in `caption`.
        speaker: who said it; None for tools and environments.
        role: who it comes from in the agent's loop.
        time: zone-aware time of the observation; relative dates resolve against it.
        thread: the conversation it belongs to.
        subgoal: id of the subgoal it falls under.
        source: an id of the caller's; ingest is idempotent by it.
        trust: 0..1; a source cannot retire what a more trusted one supports.
        origin: `memory` marks text that memory itself returned.
        addressee: who is spoken to; None lets kgmem take the other participant of the thread.
        caption: description of an image that came with the text.
        metadata: anything JSON-able; stored, never read.
    """

    text: str
    time: datetime
    speaker: str | None = None
    role: Role = "user"
    thread: str = ""
    subgoal: str | None = None
    source: str | None = None
    trust: float = 1.0
    origin: Origin = "observed"
    addressee: str | None = None
    caption: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


# --- what extraction proposes ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref:
    """A mention of an entity, by the name it should have in the graph ("Nora", "Nora's cat").

    Attributes:
        name: the resolved name, never a bare pronoun unless the triple is tentative.
        type: `person`, `animal`, `place`, `organization`, `event`, `work`, `product`, `group`,
            `concept`, or `thing` when unknown; users' own types are allowed.
        named: whether the name is a proper name (only those may be matched by alias).
    """

    name: str
    type: str = "thing"
    named: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A literal: a value on the fact, never a vertex."""

    text: str
    kind: ValueKind = "text"


Term: TypeAlias = Ref | Value


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One more participant of a fact: with whom, where, by what, how much.

    Attributes:
        role: the preposition or role word ("with", "at", "for", "because", "how_much").
        term: what fills it.
    """

    role: str
    term: Term


@dataclass(frozen=True, slots=True)
class Triple:
    """What extraction proposes; not in the graph until an edit puts it there.

    Attributes:
        subject: whom or what it is about.
        predicate: surface predicate with particles and prepositions ("moved to").
        object: an entity or a literal; None for a bare verb ("Nora sings").
        span: `[start, end)` characters of the observation's text (the caption follows the text
            after one newline).
        text: a sentence that can be understood alone ("Nora adopted a cat named Biscuit").
        relation: id in the relation catalogue, or the normalised predicate.
        qualifiers: further participants.
        validity: resolved time; None when none was said.
        kind: a lasting state, an event, or a habit.
        positive: False for a negation ("does not eat meat", "no longer").
        modality: only `actual` may end other facts; `hypothetical` and `asked` never edit.
        confidence: calibrated probability that the triple is true and understandable.
        corrects: what the speaker takes back ("not Rome, I meant Lisbon" -> Rome); an empty value
            where it is not said: what was known of the same before.
        temporary: said to hold for a while only ("on holiday in Rome"); never ends a lasting state.
        implied_by: relation id of the event that implies this state, empty if said outright.
        extractor: who proposed it.
    """

    subject: Ref
    predicate: str
    object: Term | None
    span: tuple[int, int]
    text: str
    relation: str = ""
    qualifiers: tuple[Qualifier, ...] = ()
    validity: Validity | None = None
    kind: FactKind = "state"
    positive: bool = True
    modality: Modality = "actual"
    confidence: float = 1.0
    corrects: Term | None = None
    temporary: bool = False
    implied_by: str = ""
    extractor: str = ""


# --- what a policy decides ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    """One change that a policy chooses for one triple.

    A replacement is a `DELETE` of each outdated fact and an `ADD`, in one list: one atomic step.

    Attributes:
        op: `ADD` the triple; `MERGE` it into `target`; `DELETE` `target`; `NOOP`.
        target: id of the fact merged into or deleted.
        ending: for `DELETE`: `ended` (it held until then) or `retracted` (it was never true).
        at: for `ended`: when; None takes the start of the triple's validity, else the
            observation's time.
        reason: one line for people.
        score: the policy's own confidence, 0..1.
    """

    op: EditOp
    target: str | None = None
    ending: EndingKind | None = None
    at: Bound | None = None
    reason: str = ""
    score: float = 1.0
