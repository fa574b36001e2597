"""LOCOMO's turns as observations; the data stays where it is, nothing of it is kept here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from kgmem.extraction import SpacyExtractor
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Triple

RECENT = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation with its id ("D1:3")."""

    id: str
    observation: Observation


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with its turns in order and its questions."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[dict[str, Any], ...]


def load(path: Path, wanted: list[str]) -> list[Conversation]:
    """The wanted conversations of a LOCOMO file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return [
        Conversation(c["sample_id"], tuple(_turns(c)), tuple(c["qa"]))
        for c in data
        if c["sample_id"] in wanted
    ]


def _turns(sample: dict[str, Any]) -> Iterator[Turn]:
    conversation = sample["conversation"]
    number = 1
    while f"session_{number}" in conversation:
        raw = conversation[f"session_{number}_date_time"]
        time = datetime.strptime(raw, "%I:%M %p on %d %B, %Y").replace(tzinfo=timezone.utc)
        for turn in conversation[f"session_{number}"]:
            yield Turn(
                turn["dia_id"],
                Observation(
                    turn["text"],
                    time,
                    speaker=turn["speaker"],
                    thread=sample["sample_id"],
                    caption=turn.get("blip_caption") or "",
                ),
            )
        number += 1


def extract(conversation: Conversation, batch: int = 64) -> list[list[Triple]]:
    """The triples of every turn, extracted in batches as ingest does."""
    return [[triple for triple, _ in found] for found in explain(conversation, batch)]


def explain(
    conversation: Conversation, batch: int = 64
) -> list[list[tuple[Triple, frozenset[str]]]]:
    """Like `extract`, with the features behind each triple's confidence."""
    extractor = SpacyExtractor()
    observations = [turn.observation for turn in conversation.turns]
    people = tuple(dict.fromkeys(o.speaker for o in observations if o.speaker))
    found: list[list[tuple[Triple, frozenset[str]]]] = []
    for start in range(0, len(observations), batch):
        context = ExtractionContext(
            recent=tuple(observations[max(0, start - RECENT) : start]),
            participants={conversation.id: people},
        )
        found += extractor.explain(observations[start : start + batch], context)
    return found
