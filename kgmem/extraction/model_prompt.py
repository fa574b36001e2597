"""What a model is asked: the turns, what helps to understand them, and the form of the reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from kgmem.extraction.model_triples import TYPES
from kgmem.protocols import ExtractionContext
from kgmem.types import FactKind, Modality, Observation, ValueKind

EARLIER = 6
"""Earlier turns that are shown for understanding."""

EARLIER_CHARACTERS = 400
"""Of each of them."""


def user_prompt(
    turns: Sequence[tuple[int, Observation]],
    earlier: Sequence[Observation],
    context: ExtractionContext,
) -> str:
    """The numbered turns, after the user's own types and relations and the turns before."""
    shown = [observation for _number, observation in turns]
    threads = {observation.thread for observation in [*earlier, *shown]}
    label = len(threads) > 1
    parts = [
        _section("Further types of entities", map(_described, context.entity_types.items())),
        _section("Relations to prefer where they fit", map(_relation, context.relations)),
        _section("People in the conversation", _people(shown, context)),
        _section(
            "Earlier turns, for understanding only",
            (_line(o, label, EARLIER_CHARACTERS) for o in earlier[-EARLIER:]),
        ),
        _section("Turns", (f"[{number}] {_line(o, label)}" for number, o in turns)),
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, lines: Iterator[str]) -> str:
    text = "\n".join(lines)
    return f"{title}:\n{text}" if text else ""


def _described(entry: tuple[str, str]) -> str:
    name, description = entry
    return f"- {name}: {description}" if description else f"- {name}"


def _relation(body: Mapping[str, Any]) -> str:
    """One relation of the user's: its name, how people say it, what it takes."""
    name = str(body.get("label") or body.get("id", "")).replace("_", " ")
    notes = []
    if body.get("description"):
        notes.append(str(body["description"]))
    if body.get("aliases"):
        notes.append("said as " + ", ".join(f'"{alias}"' for alias in body["aliases"]))
    if body.get("objects"):
        notes.append("object: " + " or ".join(map(str, body["objects"])))
    if body.get("cardinality") == "one":
        notes.append("one at a time")
    return f"- {name}" + (f" ({'; '.join(notes)})" if notes else "")


def _people(shown: Sequence[Observation], context: ExtractionContext) -> Iterator[str]:
    threads = dict.fromkeys(observation.thread for observation in shown)
    names = dict.fromkeys(n for thread in threads for n in context.participants.get(thread, ()))
    names |= dict.fromkeys(o.speaker for o in shown if o.speaker)
    if names:
        yield ", ".join(names)


def _line(observation: Observation, thread: bool, most: int | None = None) -> str:
    """One turn on one line."""
    who = observation.speaker or observation.role
    if observation.addressee:
        who += f" to {observation.addressee}"
    text = " ".join(observation.text.split())[:most]
    if observation.caption:
        text += f" (image: {' '.join(observation.caption.split())[:most]})"
    day = f"{observation.time:%A %d %B %Y, %H:%M}"
    return f"{day}{f', thread {observation.thread!r}' if thread else ''}, {who}: {text}"


def schema(context: ExtractionContext) -> dict[str, Any]:
    """JSON schema of a reply, for endpoints that hold a model to one."""
    types = [*TYPES, *context.entity_types]
    text, optional = {"type": "string"}, {"type": ["string", "null"]}
    qualifier = _object(
        {"role": text, "value": text, "type": {"enum": [*types, None]}}, ["role", "value", "type"]
    )
    fields: dict[str, Any] = {
        "subject": text,
        "subject_type": {"enum": types},
        "predicate": text,
        "object": optional,
        "object_type": {"enum": [*types, None]},
        "value_kind": {"enum": [*get_args(ValueKind), None]},
        "qualifiers": {"type": "array", "items": qualifier},
        "time": optional,
        "polarity": {"enum": ["positive", "negative"]},
        "modality": {"enum": list(get_args(Modality))},
        "kind": {"enum": list(get_args(FactKind))},
        "corrects": optional,
        "temporary": {"type": "boolean"},
        "sentence": text,
        "quote": text,
        "confidence": {"type": "number"},
    }
    facts = {"type": "array", "items": _object(fields, list(fields))}
    turn = _object({"turn": {"type": "integer"}, "facts": facts}, ["turn", "facts"])
    return _object({"turns": {"type": "array", "items": turn}}, ["turns"])


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def fingerprint(*texts: str) -> str:
    """Text that a hash of the prompts is made of: the prompts and the form of the reply."""
    return json.dumps([*texts, schema(ExtractionContext())], sort_keys=True)
