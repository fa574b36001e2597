r"""Memories of agents: eight written conversations with tools, questions and answers.

    python benchmarks/agentic/score.py benchmarks/agentic/read --show
    python benchmarks/agentic/score.py benchmarks/agentic/held

A conversation is a text file: `TIME ROLE SPEAKER: text` (further lines indented; "-" for no
speaker), and behind a line "?" questions as `question => answer | other answer`. Reported with 95 %
intervals (bootstrap over questions, seed 0): the share of questions answered right, of those whose
answer stands in the asserted facts' fields, and in 250 tokens of context; and the share of the
technical names in the turns that stand verbatim in a field of a fact of that turn.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import numpy as np

from kgmem import Memory, Observation
from kgmem.results import Observed
from kgmem.types import Ref, Role, Triple

_TURN = re.compile(r"(?P<time>\d\S+Z) (?P<role>\w+) (?P<who>\S+?): (?P<text>.*)")
_TECHNICAL = re.compile(r"(?<!\S)[\"'`(\[{]*(?P<name>[^\s\"'`()\[\]{},|]*[^\s\"'`()\[\]{},|.:;!?])")
_CODED = re.compile(r"(?=.*[A-Za-z])(?:.*[A-Za-z0-9][_/.:=@#-][A-Za-z0-9].*|.*[a-z]\d.*|#\d+)$")
_WORDS = re.compile(r"[A-Za-z]+(?:[-/][A-Za-z]+)+|\d.*(?:am|pm)|.*:|\d\S*Z")
LONGEST = 12
"""Words of an answer beyond which it names no answer, only a place to look."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation.

    Attributes:
        turns: what is observed, in order.
        questions: the words and the answers that are right.
    """

    turns: tuple[Observation, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]


def read(path: Path) -> Talk:
    """A conversation from its file.

    Raises:
        ValueError: a line is neither a turn nor a question; the message has it.
    """
    turns: list[Observation] = []
    questions: list[tuple[str, tuple[str, ...]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or line == "?" or not line.strip():
            continue
        if line.startswith("    "):
            last = turns.pop()
            turns.append(_turn(last.time, last.role, last.speaker, f"{last.text}\n{line[4:]}"))
        elif match := _TURN.fullmatch(line):
            time = datetime.fromisoformat(match["time"].replace("Z", "+00:00"))
            who = None if match["who"] == "-" else match["who"]
            turns.append(_turn(time, cast(Role, match["role"]), who, match["text"]))
        elif " => " in line:
            words, _, answers = line.partition(" => ")
            questions.append((words, tuple(a.strip() for a in answers.split(" | "))))
        else:
            raise ValueError(f"{path}: not a turn and not a question: {line!r}")
    return Talk(tuple(turns), tuple(questions))


def _turn(time: datetime, role: Role, who: str | None, text: str) -> Observation:
    return Observation(text, time, speaker=who, role=role)


def holds(text: str, answers: Sequence[str]) -> bool:
    """Whether some answer stands in a text, verbatim but for case."""
    return any(
        re.search(rf"(?<!\w){re.escape(a.casefold())}s?(?!\w)", text.casefold()) for a in answers
    )


def right(text: str, answers: Sequence[str]) -> bool:
    """Whether a reply is the answer and not much else."""
    return holds(text, answers) and len(text.split()) <= LONGEST


def names(text: str) -> Iterator[str]:
    """The technical names in a text: codes, paths, addresses, versions with letters."""
    for match in _TECHNICAL.finditer(text):
        name = match["name"].strip("\"'`()[]{}<>")
        if _CODED.match(name) and not _WORDS.fullmatch(name):
            yield name


def fields(triple: Triple) -> str:
    """What stands in a triple's fields."""
    terms = [triple.subject, triple.object, *(q.term for q in triple.qualifiers)]
    told = [t.name if isinstance(t, Ref) else t.text for t in terms if t is not None]
    times = triple.validity.wording if triple.validity is not None else ""
    return " | ".join([*told, triple.predicate, times])


def kept(seen: Sequence[Observed], turns: Sequence[Observation]) -> Iterator[tuple[str, bool]]:
    """Each technical name, and whether a fact of its turn has it verbatim in a field."""
    for observed, turn in zip(seen, turns, strict=True):
        told = [fields(edit.triple) for edit in observed.edits]
        said = [
            t for e, t in zip(observed.edits, told, strict=True) if e.triple.predicate != "said"
        ]
        for name in dict.fromkeys(names(turn.text)):
            yield name, any(_whole(name, text) for text in said)


def _whole(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def interval(values: Sequence[bool]) -> str:
    """The mean in percent with its 95 % interval."""
    given = np.array(values, dtype=float)
    drawn = np.random.default_rng(0).choice(given, (2000, len(given))).mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{100 * given.mean():5.1f} [{100 * low:.0f}-{100 * high:.0f}] of {len(given)}"


def main() -> None:
    """Score every conversation of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print every question and fact")
    parser.add_argument("--facts", action="store_true", help="print every fact")
    given = parser.parse_args()
    results: dict[str, list[bool]] = {"answered": [], "in a fact": [], "in context": []}
    verbatim: list[bool] = []
    counts = [0, 0, 0]
    for path in sorted(given.folder.glob("*.txt")):
        talk = read(path)
        with Memory.open(":memory:") as memory:
            seen = memory.observe_many(talk.turns)
            said = list(kept(seen, talk.turns))
            verbatim += [found for _, found in said]
            facts = memory.facts(ended=True, tentative=True, limit=None)
            counts[0] += len(talk.turns)
            counts[1] += len(facts)
            counts[2] += sum(f.tier == "asserted" for f in facts)
            if given.facts:
                for turn, observed in zip(talk.turns, seen, strict=True):
                    print(f">> {turn.speaker}: {turn.text}")
                    for edit in observed.edits:
                        chance = f"{edit.triple.confidence:.2f} {edit.triple.modality}"
                        print(f"     {edit.op} {edit.fact} {fields(edit.triple)} [{chance}]")
                print("lost names:", [name for name, found in said if not found])
            now = talk.turns[-1].time + timedelta(hours=1)
            lines = [
                " | ".join(
                    [f.subject, f.predicate, f.object, *f.qualifiers.values(), f.validity.wording]
                )
                for f in facts
                if f.tier == "asserted"
            ]
            for words, answers in talk.questions:
                reply = memory.ask(words, now=now).text
                good = right(reply, answers)
                found = any(holds(line, answers) for line in lines)
                near = holds(memory.context(words, budget=250, now=now).text, answers)
                for name, value in zip(results, (good, found, near), strict=True):
                    results[name].append(value)
                if given.show:
                    mark = "+" if good else "-"
                    print(f"{mark}{'f' if found else ' '}{'c' if near else ' '} {words}")
                    print(f"      -> {reply} | wanted {answers[0]}")
    for name, values in results.items():
        print(f"{name:12} {interval(values)}")
    print(f"{'verbatim':12} {interval(verbatim)}")
    print(f"{counts[0]} turns, {counts[1]} facts, {counts[2]} asserted")


if __name__ == "__main__":
    main()
