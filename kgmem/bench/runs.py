"""Runs that can be interrupted: every prediction is a line on disk as soon as it is made."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem.bench.dataset import Conversation
from kgmem.bench.systems import System
from kgmem.errors import FormatError, InputError


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands: called after each question."""

    system: str
    conversation: str
    done: int
    total: int


def run(
    system: System,
    conversations: Sequence[Conversation],
    folder: Path,
    *,
    settings: dict[str, Any],
    report: Callable[[Progress], None] = lambda _progress: None,
) -> list[dict[str, Any]]:
    """Ask a system every question and keep its raw predictions in `folder/<system>.jsonl`.

    A run that was interrupted goes on where it stopped; a conversation is taken in again only if a
    question of it is still open.

    Args:
        system: what is measured.
        conversations: in order.
        folder: for the predictions; made when missing.
        settings: what the run depends on; a file of other settings is refused.
        report: called after each question.

    Raises:
        InputError: the folder holds predictions made with other settings.
        FormatError: a line of the file cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{system.name}.jsonl"
    rows, ingests = _resume(path, settings)
    done = {(r["conversation"], r["index"]) for r in rows}
    with path.open("a", encoding="utf-8") as out:
        if not rows and path.stat().st_size == 0:
            _write(out, {"settings": settings, "system": system.name})
        for talk in conversations:
            left = [q for q in talk.questions if (talk.id, q.index) not in done]
            if not left:
                continue
            seconds = system.ingest(talk)
            if talk.id not in ingests:
                _write(out, {"ingest": talk.id, "seconds": seconds, "turns": len(talk.turns)})
            for place, question in enumerate(left, 1):
                asked = system.ask(question)
                row = {
                    "system": system.name, "conversation": talk.id, "index": question.index,
                    "question": question.question, "category": question.category,
                    "gold": question.answer, "evidence": list(question.evidence),
                    "prediction": asked.answer, "confidence": asked.confidence,
                    "reason": asked.reason, "ranked": list(asked.ranked[:100]),
                    "within": {str(b): list(ids) for b, ids in asked.within.items()},
                    "tokens": asked.tokens, "seconds": asked.seconds,
                }  # fmt: skip
                _write(out, row)
                rows.append(row)
                report(Progress(system.name, talk.id, place, len(left)))
    wanted = {c.id for c in conversations}
    return [r for r in rows if r["conversation"] in wanted]


def ingest_rate(path: Path) -> float:
    """Turns a second over all conversations that a prediction file took in; 0 when unknown."""
    lines = [json.loads(x) for x in path.read_text(encoding="utf-8").splitlines() if x.strip()]
    taken = [x for x in lines if "ingest" in x and x["seconds"] > 0]
    seconds = sum(x["seconds"] for x in taken)
    return sum(x["turns"] for x in taken) / seconds if seconds else 0.0


def _write(out: Any, row: dict[str, Any]) -> None:
    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    out.flush()


def _resume(path: Path, settings: dict[str, Any]) -> tuple[list[dict[str, Any]], set[str]]:
    """The predictions that are there; a last line cut off by an interruption is taken off."""
    if not path.exists():
        return [], set()
    lines = path.read_text(encoding="utf-8").splitlines()
    read: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            read.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number == len(lines):
                kept = "".join(f"{x}\n" for x in lines[:-1])
                path.write_text(kept, encoding="utf-8")
                break
            raise FormatError(f"{path.name} is damaged: {error}", line=number) from error
    if read and read[0].get("settings") != settings:
        raise InputError(
            f"{path} holds predictions of another setting; pass another --out or delete it"
        )
    rows = [r for r in read if "prediction" in r]
    return rows, {r["ingest"] for r in read if "ingest" in r}
