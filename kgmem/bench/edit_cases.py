"""The hand-written update cases (`kgmem/data/edits/*.toml`) as plain data.

A case is a short stream of observations with questions about what holds now, what held then, what
was corrected, what memory believed before, and what was never said. The file format:

    say    steps in the order in which memory hears them: `[time, speaker, words]` with an optional
           fourth item, the trust; speaker "" is the environment, "tool" a tool result, "assistant"
           the assistant. `{ forget = n }` erases the n-th step, `{ undo = n }` voids it. Steps are
           numbered from 1, these included.
    ask    q: question; a: what the answer must contain, every one ("x|y": either); no: what it
           must not; kind: now | then | corrected | believed | never (the right answer is an
           abstention); abstain: an abstention is right as well; valid_at, known (after which
           step), now (a week after the last words by default), asker;
           by, old: for a yes or no, or an answer that no text holds, the steps that settle it and
           those that mislead
    live, ended, retracted, gone   what the graph should hold: `[subject, relation, object]`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

from kgmem import assets
from kgmem.errors import FormatError, InputError
from kgmem.types import Observation, Role

QUESTION_KINDS = ("now", "then", "corrected", "believed", "never")
STATUSES = ("live", "ended", "retracted", "gone")
_ROLES: Mapping[str, Role] = {"tool": "tool", "": "observation", "assistant": "assistant"}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens to a memory.

    Attributes:
        op: `say` an observation, or `forget` or `undo` an earlier step.
        time: when it is said; None for the others.
        speaker: as written in the case; empty for the environment.
        text: the words.
        trust: 0..1.
        target: number of the step that is forgotten or undone.
    """

    op: Literal["say", "forget", "undo"]
    time: datetime | None = None
    speaker: str = ""
    text: str = ""
    trust: float = 1.0
    target: int = 0

    @property
    def role(self) -> Role:
        """Whom the words come from in an agent's loop."""
        return _ROLES.get(self.speaker, "user")

    @property
    def line(self) -> str:
        """The words with their speaker, as a memory of plain texts gets them."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what a careful person expects.

    Attributes:
        text: the words.
        gold: what the answer must contain, every one; alternatives are separated by `|`.
        wrong: what it must not contain.
        kind: one of `QUESTION_KINDS`.
        abstain: an abstention is right as well.
        now: when it is asked.
        asker: who asks.
        valid_at: the world as it was then.
        known: what was believed after this step; None for today.
        by: the steps that settle it, for a yes or no and for what no text holds as it is.
        old: the steps that mislead.
    """

    text: str
    gold: tuple[str, ...]
    wrong: tuple[str, ...]
    kind: str
    abstain: bool
    now: datetime
    asker: str | None = None
    valid_at: datetime | None = None
    known: int | None = None
    by: frozenset[int] = frozenset()
    old: frozenset[int] = frozenset()

    @property
    def polar(self) -> bool:
        """Whether the answer is a yes or a no."""
        return self.gold in (("yes",), ("no",))


@dataclass(frozen=True, slots=True)
class Case:
    """A stream with its questions; `graph` holds expected (subject, relation, object) by status."""

    id: str
    kind: str
    steps: tuple[Step, ...]
    questions: tuple[Question, ...]
    graph: Mapping[str, tuple[tuple[str, str, str], ...]] = field(default_factory=dict)


def observation(case: Case, number: int) -> Observation:
    """What a memory is told at a step (numbered from 1)."""
    step = case.steps[number - 1]
    if step.time is None:
        raise InputError(f"{case.id}: step {number} says nothing")
    return Observation(
        text=step.text,
        time=step.time,
        speaker=None if step.role in ("tool", "observation") else step.speaker,
        role=step.role,
        thread=case.id,
        source=f"{case.id}#{number}",
        trust=step.trust,
    )


@cache
def shipped() -> tuple[Case, ...]:
    """The cases that come with kgmem, by kind."""
    files = sorted((assets.root("data") / "edits").glob("*.toml"))
    read = ((assets.toml("data", f"edits/{f.name}"), f.name) for f in files)
    return tuple(case for data, name in read for case in parsed(data, name))


def chosen(kinds: Sequence[str] = ()) -> tuple[Case, ...]:
    """The shipped cases of some kinds, all when empty.

    Raises:
        InputError: a kind that there is not.
    """
    cases = shipped()
    there = sorted({c.kind for c in cases})
    unknown = sorted(set(kinds) - set(there))
    if unknown:
        raise InputError(f"no cases of kind {', '.join(unknown)}; there are {', '.join(there)}")
    return tuple(c for c in cases if not kinds or c.kind in kinds)


def parsed(data: Mapping[str, Any], name: str) -> list[Case]:
    """The cases of one file that was read as TOML.

    Raises:
        FormatError: it is not such a file; the message names the case.
    """
    return [_case(item, name) for item in data.get("case", ())]


def read(path: Path) -> list[Case]:
    """The cases of a file of the same format that does not ship.

    Raises:
        InputError: it cannot be read, or is no TOML.
        FormatError: a case is not one; the message names it.
    """
    return parsed(assets.read_toml(path), path.name)


def _case(item: Mapping[str, Any], file: str) -> Case:
    name = str(item.get("id", "?"))
    try:
        steps = tuple(_step(x) for x in item["say"])
        end = max(s.time for s in steps if s.time is not None)
        questions = tuple(_question(q, end, len(steps)) for q in item.get("ask", ()))
        graph = {s: tuple((a, b, c) for a, b, c in item[s]) for s in STATUSES if s in item}
        case = Case(name, str(item["kind"]), steps, questions, graph)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"{file}, case {name!r}: {error}") from error
    for number, step in enumerate(steps, 1):
        if step.op != "say" and not 0 < step.target < number:
            raise FormatError(f"{file}, case {name!r}: step {number} takes back a later step")
    return case


def _step(item: Any) -> Step:
    if isinstance(item, Mapping):
        ((op, target),) = item.items()
        if op not in ("forget", "undo"):
            raise ValueError(f"a step is forget or undo, not {op!r}")
        return Step(cast(Literal["forget", "undo"], op), target=int(target))
    time, speaker, text, *trust = item
    return Step("say", _moment(time), str(speaker), str(text), float(trust[0]) if trust else 1.0)


def _question(item: Mapping[str, Any], end: datetime, steps: int) -> Question:
    kind = item["kind"]
    if kind not in QUESTION_KINDS:
        raise ValueError(f"a question's kind is one of {', '.join(QUESTION_KINDS)}, not {kind!r}")
    known = item.get("known")
    if known is not None and not 0 < known <= steps:
        raise ValueError(f"there is no step {known}")
    if bool(item["a"]) == (kind == "never"):
        raise ValueError(f"{item['q']!r}: only what was never said has no answer")
    return Question(
        text=item["q"],
        gold=tuple(item["a"]),
        wrong=tuple(item.get("no", ())),
        kind=kind,
        abstain=bool(item.get("abstain")) or kind == "never",
        now=_moment(item["now"]) if "now" in item else end + timedelta(days=7),
        asker=item.get("asker"),
        valid_at=_moment(item["valid_at"]) if "valid_at" in item else None,
        known=known,
        by=frozenset(item.get("by", ())),
        old=frozenset(item.get("old", ())),
    )


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
