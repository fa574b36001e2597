"""From a model's reply to facts by turn: plain dictionaries in, whatever shape the model chose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kgmem.extraction.model_json import Partial, values, without_thoughts

Item: TypeAlias = Mapping[str, Any]

_TURNS = ("turns", "results", "observations", "messages")
_FACTS = ("facts", "triples", "relations", "statements", "edges", "items")
_NUMBERS = ("turn", "turn_number", "number", "index", "id")
_DIGITS = re.compile(r"\W*(?:turn)?\W*(\d{1,6})\W*\Z", re.IGNORECASE)


@dataclass(slots=True)
class Reply:
    """What a reply gave.

    Attributes:
        turns: facts by turn number; an empty list says that the turn has none.
        loose: facts that name no turn.
        cut: turns whose facts broke off.
        problem: what was wrong with the reply, for people and for the repair; empty when nothing.
    """

    turns: dict[int, list[Item]] = field(default_factory=dict)
    loose: list[Item] = field(default_factory=list)
    cut: set[int] = field(default_factory=set)
    problem: str = ""


def read(text: str) -> Reply:
    """The facts in a reply, whatever stands around them; of a cut-off one, those that are whole."""
    reply = Reply()
    body = without_thoughts(text)
    found = values(body)
    known = [_collect(reply, item.value) for item in found]
    if any(item.cut for item in found):
        reply.problem = "the reply broke off before its JSON ended"
    elif not body.strip():
        reply.problem = "the reply was empty"
    elif not any(known):
        reply.problem = "the reply held no JSON of the form asked for"
    return reply


def _collect(reply: Reply, value: Any) -> bool:
    """Sort one JSON value into the reply; whether it had a known form."""
    if isinstance(value, list):
        known = [_collect(reply, item) for item in map(_as_fact, value)]
        return any(known) or not value
    if not isinstance(value, dict):
        return False
    for key in _TURNS:
        if isinstance(value.get(key), list):
            return _collect(reply, value[key])
    if "subject" in value:
        _add(reply, _turn_number(value), [value])
        return True
    for key in _FACTS:
        if isinstance(value.get(key), list):
            _add_turn(reply, _turn_number(value), value[key], cut=isinstance(value, Partial))
            return True
    return _collect_members(reply, value)


def _collect_members(reply: Reply, value: dict[str, Any]) -> bool:
    """`{"1": [...], "2": [...]}`, or the form asked for inside a wrapper."""
    known = False
    numbered = [(_number(key), member) for key, member in value.items()]
    for number, member in numbered:
        if number is not None and isinstance(member, list):
            last = member is numbered[-1][1]
            _add_turn(reply, number, member, cut=isinstance(value, Partial) and last)
            known = True
        elif isinstance(member, dict | list) and member:
            known = _collect(reply, member) or known
    return known


def _add_turn(reply: Reply, number: int | None, facts: list[Any], *, cut: bool) -> None:
    items = [fact for fact in map(_as_fact, facts) if isinstance(fact, dict)]
    if number is None:
        _add(reply, None, items)
        return
    # A turn given again replaces what stood before: models write a draft first, or the example.
    reply.turns[number] = [item for item in items if not isinstance(item, Partial)]
    reply.cut.discard(number)
    if cut or any(isinstance(item, Partial) for item in items):
        reply.cut.add(number)


def _add(reply: Reply, number: int | None, items: list[dict[str, Any]]) -> None:
    target = reply.loose if number is None else reply.turns.setdefault(number, [])
    target.extend(item for item in items if not isinstance(item, Partial))
    if number is not None and any(isinstance(item, Partial) for item in items):
        reply.cut.add(number)


def _as_fact(value: Any) -> Any:
    """A bare triple `["Nora", "adopted", "Biscuit"]` as a fact; anything else as it is."""
    if isinstance(value, list) and len(value) == 3 and all(isinstance(x, str) for x in value):
        return dict(zip(("subject", "predicate", "object"), value, strict=True))
    return value


def _turn_number(value: Mapping[str, Any]) -> int | None:
    return next((_number(value[key]) for key in _NUMBERS if key in value), None)


def _number(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    match = _DIGITS.match(value) if isinstance(value, str) else None
    return int(match.group(1)) if match else None
