"""A LOCOMO file as plain data, with errors that say what is wrong with it.

The data is CC BY-NC: it is read from a path that the user gives and never copied.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from kgmem.bench.scorer import ADVERSARIAL, CATEGORIES
from kgmem.errors import FormatError, InputError
from kgmem.types import Observation

_DIALOG = re.compile(r"D:?(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)")
_FORMATS = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %B %Y", "%d %B, %Y", "%Y-%m-%dT%H:%M:%S")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation; `id` is LOCOMO's `D3:12`."""

    id: str
    speaker: str
    text: str
    time: datetime
    caption: str = ""

    @property
    def body(self) -> str:
        """The words and, on a line of its own, what the picture shows."""
        return f"{self.text}\n{self.caption}" if self.caption else self.text


@dataclass(frozen=True, slots=True)
class QA:
    """One question. The category is for scoring and never reaches a system.

    Attributes:
        index: position in the file.
        evidence: ids of the turns that hold the answer, those that exist.
        unknown: evidence that names no turn of the conversation.
    """

    index: int
    question: str
    answer: str
    category: int
    evidence: tuple[str, ...]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with its questions."""

    id: str
    speakers: tuple[str, str]
    turns: tuple[Turn, ...]
    questions: tuple[QA, ...]

    @property
    def end(self) -> datetime:
        """When its questions are asked: the day after the last turn."""
        return self.turns[-1].time + timedelta(days=1)


def observations(conversation: Conversation) -> list[Observation]:
    """What a memory is told: the turns in order, with LOCOMO's ids as sources."""
    return [
        Observation(
            text=turn.text,
            time=turn.time,
            speaker=turn.speaker,
            thread=conversation.id,
            source=f"{conversation.id}#{turn.id}",
            caption=turn.caption,
        )
        for turn in conversation.turns
    ]


def load(path: Path | str, only: Sequence[str] = ()) -> list[Conversation]:
    """Read a LOCOMO file.

    Args:
        path: `locomo10.json` or a part of it.
        only: ids of the conversations wanted; all when empty.

    Raises:
        FormatError: it is not a LOCOMO file; the message says where it differs.
        InputError: there is no such file, or none of the conversations wanted.
    """
    file = Path(path)
    if not file.is_file():
        raise InputError(f"no file {str(file)!r}; pass the path of locomo10.json with --data")
    try:
        samples = json.loads(file.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{file.name} is not JSON: {error}") from error
    if isinstance(samples, Mapping):
        samples = [samples]
    if not isinstance(samples, list) or not samples:
        raise FormatError(f"{file.name} is no LOCOMO file: it should hold conversations")
    read = [_conversation(sample, place) for place, sample in enumerate(samples)]
    missing = sorted(set(only) - {c.id for c in read})
    if missing:
        raise InputError(
            f"{file.name} has no {', '.join(missing)}; it holds {', '.join(c.id for c in read)}"
        )
    return [c for c in read if not only or c.id in only]


def _conversation(sample: Any, place: int) -> Conversation:
    where = f"conversation {place + 1}"
    if not isinstance(sample, Mapping) or not isinstance(sample.get("conversation"), Mapping):
        raise FormatError(f"{where} has no 'conversation'; this is no LOCOMO file")
    body = sample["conversation"]
    name = str(sample.get("sample_id") or f"conv-{place + 1}")
    speakers = (str(body.get("speaker_a") or ""), str(body.get("speaker_b") or ""))
    if not all(speakers):
        raise FormatError(f"{name} has no 'speaker_a' and 'speaker_b'")
    numbers = sorted(
        int(m.group(1)) for key in body if (m := _SESSION.fullmatch(key)) and body[key]
    )
    turns = [turn for number in numbers for turn in _session(body, number, name)]
    if not turns:
        raise FormatError(f"{name} has no turns: 'session_1' is missing or empty")
    known = {turn.id for turn in turns}
    items = sample.get("qa")
    if not isinstance(items, list):
        raise FormatError(f"{name} has no list of questions under 'qa'")
    questions = [_question(item, index, known, name) for index, item in enumerate(items)]
    return Conversation(name, speakers, tuple(turns), tuple(questions))


def _session(body: Mapping[str, Any], number: int, name: str) -> list[Turn]:
    stamp = body.get(f"session_{number}_date_time")
    if not isinstance(stamp, str):
        raise FormatError(f"{name}: 'session_{number}_date_time' is missing")
    start = _time(stamp, f"{name} session {number}")
    turns = []
    for place, raw in enumerate(body[f"session_{number}"]):
        if not isinstance(raw, Mapping) or "speaker" not in raw or "dia_id" not in raw:
            raise FormatError(f"{name} session {number}, turn {place + 1}: no speaker or dia_id")
        turns.append(
            Turn(
                id=_dialog_ids(str(raw["dia_id"]))[0],
                speaker=str(raw["speaker"]),
                text=str(raw.get("text") or ""),
                time=start + timedelta(seconds=place),
                caption=str(raw.get("blip_caption") or ""),
            )
        )
    return turns


def _time(stamp: str, where: str) -> datetime:
    for pattern in _FORMATS:
        try:
            return datetime.strptime(stamp.strip(), pattern).replace(tzinfo=timezone.utc)
        except ValueError:
            continue
    raise FormatError(f"{where}: cannot read the time {stamp!r}, expected '1:56 pm on 8 May, 2023'")


def _dialog_ids(text: str) -> list[str]:
    """`D8:6; D9:17` holds two ids, `D:11:26` and `D30:05` are misspelt ones."""
    return [f"D{int(session)}:{int(turn)}" for session, turn in _DIALOG.findall(text)] or [text]


def _question(item: Any, index: int, known: set[str], name: str) -> QA:
    where = f"{name}, question {index + 1}"
    if not isinstance(item, Mapping) or not isinstance(item.get("question"), str):
        raise FormatError(f"{where}: no 'question'")
    category = item.get("category")
    if category not in CATEGORIES:
        raise FormatError(f"{where}: category {category!r} is none of {list(CATEGORIES)}")
    answer = item.get("answer")
    if answer is None and category != ADVERSARIAL:
        raise FormatError(f"{where}: no 'answer'")
    ids = [i for text in item.get("evidence") or () for i in _dialog_ids(str(text))]
    found = tuple(dict.fromkeys(i for i in ids if i in known))
    lost = tuple(i for i in ids if i not in known)
    return QA(index, item["question"].strip(), str(answer or ""), int(category), found, lost)
