"""Cypher by name: a file of `cypher/` holds one statement, or several under `// == name` lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kgmem import assets
from kgmem.errors import InputError

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Result

_KEEP_PLAN = "CYPHER replan=skip\n"
_HEADING = re.compile(r"^// == (\S+) *$", re.MULTILINE)


@cache
def sections(name: str) -> Mapping[str, str]:
    """The statements of a file by heading; a file without headings is one, under ""."""
    parts = _HEADING.split(assets.cypher(name))
    if len(parts) == 1:
        return MappingProxyType({"": parts[0].strip()})
    named = zip(parts[1::2], parts[2::2], strict=True)
    return MappingProxyType({heading: body.strip() for heading, body in named})


def statement(name: str, heading: str = "") -> str:
    """One statement.

    Raises:
        InputError: the file has no such heading.
    """
    found = sections(name)
    if heading not in found:
        raise InputError(f"cypher/{name}.cypher has no statement {heading!r}")
    return found[heading]


@cache
def pinned(name: str, heading: str = "") -> str:
    """A statement that ends in `WITH collect(...) AS rows`, with the namespace's place after it.

    Collecting is a barrier: the revision is read after the last row, so rows that somebody changed
    meanwhile are known by it.
    """
    return statement(name, heading) + "\n" + statement("read/place")


@cache
def script(name: str) -> tuple[str, ...]:
    """The statements of a schema file, in order."""
    lines = [line for line in assets.cypher(name).splitlines() if not line.startswith("//")]
    return tuple(part.strip() for part in "\n".join(lines).split(";") if part.strip())


class _Unread(dict[str, Any]):
    """Parameters that the driver does not spell out: it would for each statement, logged or not."""

    def __repr__(self) -> str:
        return "{...}"


def parameters(values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the statements take them: lists are inside the one map `$p`.

    The server keeps a plan for each combination of the types and sizes of lists; inside a map it
    does not look, so that a statement with ten lists, most of them empty, has one plan.
    """
    single = (str, bytes)
    lists = {
        k: v for k, v in values.items() if isinstance(v, Sequence) and not isinstance(v, single)
    }
    return {"p": _Unread(lists), **{k: v for k, v in values.items() if k not in lists}}


def run(
    tx: ManagedTransaction, text: str, values: Mapping[str, Any] = MappingProxyType({})
) -> Result:
    """Run one of our statements, by the plan that it has.

    The server would plan anew whenever the database has grown, which takes longer than the
    statement; ours are served by the same indexes whatever its size.
    """
    return tx.run(_KEEP_PLAN + text, parameters(values))
