"""How to look at a memory in Neo4j Browser: the style and the saved queries that ship."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from kgmem import assets

_TITLE = re.compile(r"^// == (.+)$", re.MULTILINE)
_GUIDE = """\
A memory in Neo4j Browser

1. Open http://localhost:7474 (the server's HTTP address) and log in.

2. Style: drag this file into the Browser's window, or type `:style reset` and then `:style` and
   load it there. Entities are blue, facts amber (grey once they are retired), episodes green,
   subgoals purple; an edge that no longer holds says "ended: ...".

   {style}

3. Parameters: paste this line and change what is in it.

   {parameters}

4. Queries: paste one of these, or keep it with the star beside the editor.

{queries}
They are all in {file}
"""


@dataclass(frozen=True, slots=True)
class SavedQuery:
    """One query for people.

    Attributes:
        title: what it shows.
        text: Cypher that uses the parameters of the guide.
    """

    title: str
    text: str


def style() -> str:
    """The Browser's style sheet (GraSS)."""
    return assets.text("cypher", "browser/kgmem.grass")


def saved_queries() -> tuple[SavedQuery, ...]:
    """The queries that ship, in the order of the file."""
    parts = _TITLE.split(assets.cypher("browser/queries"))
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return tuple(SavedQuery(title, text.strip().rstrip(";")) for title, text in pairs)


def parameters(today: date | None = None) -> str:
    """The Browser's command that sets every parameter of the queries.

    Its times are the week up to a day: what was told just now is recorded in it.

    Args:
        today: that day; None for today in UTC.
    """
    text = assets.cypher("browser/queries")
    (line,) = re.findall(r"^// (:param .+)$", text, re.MULTILINE)
    day = today or datetime.now(timezone.utc).date()
    times = {"since": day - timedelta(days=7), "until": day + timedelta(days=1), "day": day}
    for name, value in times.items():
        line = re.sub(rf"\b{name}: '[^']*'", f"{name}: '{value}'", line)
    return str(line)


def browser_guide() -> str:
    """How to load the style and the queries, with the queries themselves."""
    queries = "".join(
        f"   // {query.title}\n"
        + "".join(f"   {line}\n" for line in query.text.splitlines())
        + "\n"
        for query in saved_queries()
    )
    folder = assets.root("cypher") / "browser"
    return _GUIDE.format(
        style=folder / "kgmem.grass",
        parameters=parameters(),
        queries=queries,
        file=folder / "queries.cypher",
    )
