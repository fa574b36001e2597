"""Working memory with subgoals against the plain history, on a recorded task.

Run `python -m kgmem.bench.subgoals benchmarks/subgoals/greenhouse.jsonl`. The recording is JSON
Lines: `{"open": description}`, `{"action", "observation", "needs": [...]}`, `{"close": status}`.
`needs` names what an action takes from earlier subgoals: it must be in the agent's context then.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from kgmem.errors import FormatError, InputError
from kgmem.language.tokens import estimate_tokens
from kgmem.records import Episode, Subgoal
from kgmem.subgoals import closing, compose, opening
from kgmem.types import Role

_START = datetime(2024, 5, 13, 9, 0, tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the agent has before its eyes when it chooses one action.

    Attributes:
        step: from 1.
        folded: tokens of working memory.
        plain: tokens of the plain history.
        needs: what the action takes from earlier subgoals.
        missing: those of them that working memory does not hold.
    """

    step: int
    folded: int
    plain: int
    needs: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Saving:
    """A recorded task measured.

    Attributes:
        moments: one a step, and one after the last.
    """

    moments: tuple[Moment, ...]

    @property
    def mean(self) -> float:
        """The share of tokens saved over all steps."""
        return 1 - sum(m.folded for m in self.moments) / sum(m.plain for m in self.moments)

    @property
    def final(self) -> float:
        """The share of tokens saved at the end."""
        return 1 - self.moments[-1].folded / self.moments[-1].plain

    @property
    def missing(self) -> list[tuple[int, str]]:
        """Needed facts that were not before the agent's eyes: step and fact."""
        return [(m.step, need) for m in self.moments for need in m.missing]


def read(path: Path) -> list[Mapping[str, Any]]:
    """The events of a recording.

    Raises:
        InputError: there is no such file.
        FormatError: it is not UTF-8, or a line is not JSON.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FormatError(f"{path.name} is not UTF-8: {error.reason}") from error
    events: list[Mapping[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            events.append(json.loads(line))
        except ValueError as error:
            raise FormatError(f"not JSON: {error}", line=number).of(path.name) from error
    return events


def measure(events: list[Mapping[str, Any]], *, budget: int = 4000) -> Saving:
    """Replay a recording and compare the two renderings before every action and at the end."""
    moments: list[Moment] = []
    step = 0
    for subgoals, episodes, event in _replay(events):
        if "action" in event:
            step += 1
            moments.append(_moment(step, subgoals, episodes, event.get("needs", ()), budget))
    moments.append(_moment(step + 1, subgoals, episodes, (), budget))
    return Saving(tuple(m for m in moments if m.plain))


def _moment(
    step: int, subgoals: list[Subgoal], episodes: list[Episode], needs: Any, budget: int
) -> Moment:
    text = compose(subgoals, episodes, task="run", budget=budget).text
    history = "\n".join(f"{e.role}: {e.body}" for e in episodes)
    missing = tuple(n for n in needs if n.casefold() not in text.casefold())
    return Moment(step, estimate_tokens(text), estimate_tokens(history), tuple(needs), missing)


def _replay(
    events: list[Mapping[str, Any]],
) -> Iterator[tuple[list[Subgoal], list[Episode], Mapping[str, Any]]]:
    """The state before each event; the last one comes with an empty event."""
    rows: dict[str, Subgoal] = {}
    episodes: list[Episode] = []
    current = ""
    for number, event in enumerate(events):
        yield list(rows.values()), list(episodes), event
        now = _START + timedelta(minutes=number)
        if "open" in event:
            current = f"g{len(rows) + 1}"
            plan = opening(
                rows.values(), id=current, description=event["open"], task="run", now=now,
                episodes=episodes,
            )  # fmt: skip
            rows |= {s.id: s for s in plan.puts}
        elif "close" in event:
            plan = closing(rows.values(), current, event["close"], episodes=episodes, now=now)
            rows |= {s.id: s for s in plan.puts}
        else:
            episodes += _pair(event, current, now, len(episodes))
    yield list(rows.values()), list(episodes), {}


def _pair(event: Mapping[str, Any], subgoal: str, now: datetime, count: int) -> list[Episode]:
    roles: tuple[Role, Role] = ("action", "observation")
    first = Episode("ep0", "", now, now, subgoal=subgoal)
    return [
        replace(first, id=f"ep{count + i}", text=event[role], role=role)
        for i, role in enumerate(roles, 1)
    ]


def main(argv: list[str]) -> None:
    """Print one table line for each recording."""
    sys.stdout.write("| recording | steps | saved, mean | saved, end | needed facts held |\n")
    for name in argv:
        saving = measure(read(Path(name)))
        needs = sum(len(m.needs) for m in saving.moments)
        held = needs - len(saving.missing)
        sys.stdout.write(
            f"| {Path(name).stem} | {len(saving.moments)} | {saving.mean:.1%} | "
            f"{saving.final:.1%} | {held}/{needs} |\n"
        )
        for step, need in saving.missing:
            sys.stdout.write(f"  missing at step {step}: {need}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
