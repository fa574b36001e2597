"""Ids of what a scope only reads: `org:acme/f12`, so that they never pass for the scope's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kgmem.errors import InputError
from kgmem.results import Answer, Candidate, Evidence, Fact

_QUALIFIED = re.compile(r"(.+)/((?:ep|[efgt])[0-9]+)", re.DOTALL)


def own(identifier: str) -> str:
    """An id that may be edited or looked up here.

    Raises:
        InputError: it belongs to a namespace that the scope only reads.
    """
    match = _QUALIFIED.fullmatch(identifier)
    if match is not None:
        raise InputError(
            f"{match[2]} belongs to namespace {match[1]!r}, which is only read here; "
            f"go on in scope({match[1]!r})"
        )
    return identifier


def fact(shown: Fact, home: str) -> Fact:
    """A fact with its ids qualified unless it lives in the home namespace."""
    if shown.namespace in ("", home):
        return shown
    there = shown.namespace
    return replace(
        shown,
        id=f"{there}/{shown.id}",
        subject_id=f"{there}/{shown.subject_id}",
        object_id=None if shown.object_id is None else f"{there}/{shown.object_id}",
        ended_by=tuple(f"{there}/{i}" for i in shown.ended_by),
        evidence=evidence(shown.evidence, there, home),
    )


def candidate(found: Candidate, home: str) -> Candidate:
    """A candidate with its ids qualified unless it lives in the home namespace."""
    if found.namespace in ("", home):
        return found
    there = found.namespace
    return replace(
        found,
        id=f"{there}/{found.id}",
        episodes=tuple(f"{there}/{i}" for i in found.episodes),
        evidence=evidence(found.evidence, there, home),
        fact=None if found.fact is None else fact(found.fact, home),
    )


def answer(given: Answer, there: str, home: str) -> Answer:
    """An answer read from a namespace, with its ids qualified unless that is the home namespace."""
    if there == home:
        return given
    return replace(
        given,
        evidence=evidence(given.evidence, there, home),
        facts=tuple(fact(f, home) for f in given.facts),
    )


def evidence(spans: Iterable[Evidence], there: str, home: str) -> tuple[Evidence, ...]:
    """Spans of episodes that live in the namespace `there`."""
    if there == home:
        return tuple(spans)
    return tuple(replace(e, episode=f"{there}/{e.episode}") for e in spans)
