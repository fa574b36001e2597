"""What a read-only Cypher statement may hold, decided by its words, before an engine sees it.

Both stores also run statements read-only (a frozen projection; a read transaction in Neo4j). This
guard says in plain words what is wrong, and refuses what such a mode lets through: procedures, and
`LOAD CSV`, which reads files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.errors import QueryError

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+ | //[^\n\r]* | /\*.*?\*/ | '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
  | (?P<quoted>`(?:[^`]|``)*`)
  | (?P<parameter>\$\w+)
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
  | (?P<word>\w+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WRITES = frozenset(
    {
        "CREATE",
        "MERGE",
        "SET",
        "DELETE",
        "DETACH",
        "REMOVE",
        "FOREACH",
        "DROP",
        "INSERT",
        "RENAME",
        "ALTER",
        "GRANT",
        "REVOKE",
        "DENY",
        "START",
        "STOP",
        "TERMINATE",
    }
)
_READERS = frozenset(
    ("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL", "EXPLAIN", "PROFILE")
)
_ESCAPE = re.compile(r"\\u+([0-9a-fA-F]{4})")


def check(statement: str, *, namespaces: int = 1, across_namespaces: bool = False) -> None:
    """Refuse a statement that writes, calls procedures, or forgets its namespace.

    Words inside strings, comments and backticks are not looked at, nor are property names
    (`n.set`), labels and types (`:Create`), map keys and parameters.

    Args:
        statement: Cypher.
        namespaces: how many the store holds.
        across_namespaces: the caller wants all of them.

    Raises:
        QueryError: why it is refused and what to do.
    """
    if not isinstance(statement, str):
        raise QueryError(f"a statement is a string, not {type(statement).__name__}")
    # Neo4j turns \uXXXX into characters before it parses, so both readings must be harmless.
    readings = {statement, _ESCAPE.sub(lambda m: chr(int(m[1], 16)), statement)}
    bound = True
    for reading in readings:
        tokens = list(_tokens(reading))
        _check_words(tokens)
        bound = bound and ("parameter", "$namespace") in tokens
    if namespaces > 1 and not bound and not across_namespaces:
        raise QueryError(
            f"the store holds {namespaces} namespaces and the statement does not use $namespace: "
            "write for example (e:Entity {namespace: $namespace}), or pass across_namespaces=True"
        )


def _tokens(statement: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(statement):
        if match.lastgroup and match.lastgroup != "skip":
            yield match.lastgroup, match[0]


def _check_words(tokens: list[tuple[str, str]]) -> None:
    if not tokens:
        raise QueryError("the statement is empty; begin with MATCH or RETURN")
    first = tokens[0][1].upper()
    signs = [text for kind, text in tokens if kind != "quoted"]
    if first not in _READERS:
        _refuse_write(first)
        raise QueryError(
            f"a read-only statement begins with {', '.join(sorted(_READERS))}, not {tokens[0][1]!r}"
        )
    if ";" in signs and (signs.index(";") < len(signs) - 1):
        raise QueryError("one statement at a time: remove what follows the semicolon")
    for position, (kind, text) in enumerate(tokens):
        if kind == "word" and not _is_name(tokens, position):
            word = text.upper()
            following = tokens[position + 1][1].upper() if position + 1 < len(tokens) else ""
            _refuse_write(word)
            if word == "LOAD" and following == "CSV":
                raise QueryError("LOAD CSV reads files; pass data as parameters instead")
            if word == "CALL" and following not in ("{", "("):
                raise QueryError(
                    "procedures cannot be called here; CALL { ... } subqueries can, and labels, "
                    "types and properties are listed in the documentation of query()"
                )


def _refuse_write(word: str) -> None:
    if word in _WRITES:
        raise QueryError(
            f"{word} writes, and query() only reads: change memory with observe, tell, correct, "
            f"retract or forget; a name spelled {word} can stand in backticks"
        )


def _is_name(tokens: list[tuple[str, str]], position: int) -> bool:
    """Whether a word stands where only a name can: after `.`, `:`, `|`, `&`, `!`, or before `:`."""
    before = tokens[position - 1] if position else ("", "")
    after = tokens[position + 1] if position + 1 < len(tokens) else ("", "")
    if after == ("sign", ":"):
        return True
    if before[0] != "sign":
        return False
    if before[1] == ".":  # "1." is a number, what follows it is no name
        return position < 2 or tokens[position - 2][0] != "number"
    return before[1] == ":"
