"""Lives woven into one stream: times, order, registers, chatter, and where questions fall."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from kgmem.training.generator.banks import Bank
from kgmem.training.generator.scripts import Asked, Gap, Said, Script
from kgmem.training.streams import Question, Stream, StreamStep, Truth
from kgmem.types import Observation

_FIRST = datetime(2019, 1, 1, 8, tzinfo=timezone.utc)
_SPREAD = 1200  # days within which lives begin
_GAPS: dict[Gap, tuple[float, float]] = {
    "soon": (0.001, 0.02),
    "later": (14, 120),
    "long": (300, 900),
}
_NEAREST = timedelta(days=10)  # how long a state must have lasted to be asked about
_MIDWAY = 0.3  # share of questions about now that are asked before later lives go on


@dataclass(frozen=True, slots=True)
class _Line:
    time: datetime
    script: int
    index: int
    said: Said


def weave(
    bank: Bank, scripts: Sequence[Script], draw: random.Random, identifier: str, chatter: int
) -> Stream:
    """One stream of several scripts.

    Args:
        bank: of the split, for registers and chatter.
        scripts: one for each life.
        draw: source of chance.
        identifier: of the stream.
        chatter: how many turns that say nothing are mixed in.
    """
    lines = sorted(
        (line for i, s in enumerate(scripts) for line in _timed(s, i, draw)),
        key=lambda line: (line.time, line.script, line.index),
    )
    speakers = list(dict.fromkeys(line.said.speaker for line in lines))
    idle = [
        _Line(_within(lines, draw), -1, n, Said(_idle(bank, draw), draw.choice(speakers)))
        for n in range(chatter)
    ]
    lines = sorted([*lines, *idle], key=lambda line: line.time)
    steps: list[StreamStep] = []
    truths: list[Truth] = []
    places: dict[tuple[int, int], int] = {}
    ends = [max((n for n, x in enumerate(lines) if x.script == i)) for i in range(len(scripts))]
    later: list[tuple[int, Asked]] = []
    for n, line in enumerate(lines):
        source = f"{identifier}#{len(steps)}"
        places[line.script, line.index] = len(steps)
        text = line.said.text if line.script < 0 else _framed(bank, line.said.text, draw)
        steps.append(
            Observation(
                text, line.time, speaker=line.said.speaker, thread=identifier, source=source
            )
        )
        truths.append(_truth(source, line.said))
        for i in [i for i, end in enumerate(ends) if end == n]:
            for asked in scripts[i].asked:
                if draw.random() < _MIDWAY:
                    question = _question(scripts[i], i, asked, lines, line.time, places, identifier)
                    steps += [question] if question else []
                else:
                    later.append((i, asked))
    for i, asked in later:
        question = _question(scripts[i], i, asked, lines, lines[-1].time, places, identifier)
        steps += [question] if question else []
    return Stream(identifier, f"generated/{bank.split}", tuple(steps), tuple(truths))


def _timed(script: Script, number: int, draw: random.Random) -> list[_Line]:
    moment = _FIRST + timedelta(days=draw.uniform(0, _SPREAD))
    lines = []
    for i, said in enumerate(script.said):
        if i:
            moment += timedelta(days=draw.uniform(*_GAPS[said.gap]))
        lines.append(_Line(moment.replace(microsecond=0), number, i, said))
    return lines


def _idle(bank: Bank, draw: random.Random) -> str:
    text = bank.fill(draw.choice(bank.chatter), draw)
    return text[0].upper() + text[1:]


def _within(lines: Sequence[_Line], draw: random.Random) -> datetime:
    span = (lines[-1].time - lines[0].time).total_seconds()
    return lines[0].time + timedelta(seconds=int(draw.uniform(0, span)))


def _framed(bank: Bank, text: str, draw: random.Random) -> str:
    """The statement in a register."""
    register = draw.choice(bank.registers)
    first = text.split(" ", 1)[0]
    keep = first in ("I", "I'm", "I've", "I'd") or not text[1:2].islower()
    keep = keep or first.removesuffix("'s") in bank.people or first in _names(bank)
    small = text if keep else text[0].lower() + text[1:]
    return register.replace("{s}", text).replace("{i}", small)


def _names(bank: Bank) -> frozenset[str]:
    return frozenset(w for words in bank.words.values() for w in words if w[:1].isupper())


def _truth(source: str, said: Said) -> Truth:
    return Truth(source, said.holds, said.ends, said.retracts, said.voids, said.phrasing)


def _question(
    script: Script,
    number: int,
    asked: Asked,
    lines: Sequence[_Line],
    last: datetime,
    places: dict[tuple[int, int], int],
    identifier: str,
) -> Question | None:
    """The question with its times; None where what it asks about lasted too short to be asked."""
    own = [line for line in lines if line.script == number]
    valid_at = None
    now = last + timedelta(days=7)
    if asked.valid is not None:
        start = own[asked.valid].time
        end = own[asked.valid + 1].time if asked.valid + 1 < len(own) else now
        if end - start < 2 * _NEAREST and asked.valid + 1 < len(own):
            return None
        valid_at = start + (end - start) / 2
    known = None if asked.known is None else places[number, asked.known]
    return Question(
        text=asked.text,
        gold=asked.gold,
        kind=script.kind,
        asker=None,
        now=now,
        valid_at=valid_at,
        known_at=known,
        wrong=asked.wrong,
        absent=not asked.gold,
        evidence=tuple(f"{identifier}#{s}" for s in _evidence(number, asked, lines, places)),
        phrasing=asked.phrasing,
    )


def _evidence(
    number: int,
    asked: Asked,
    lines: Sequence[_Line],
    places: dict[tuple[int, int], int],
) -> list[int]:
    """Indexes of the steps that say what the answer is."""
    found = []
    for line in lines:
        if line.script != number or (number, line.index) not in places:
            continue
        claims = (*line.said.holds, *line.said.ends, *line.said.voids)
        if any(c.value in asked.gold for c in claims) or asked.gold in (("yes",), ("no",)):
            found.append(places[number, line.index])
    return found
