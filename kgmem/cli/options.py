"""Options that many commands share, and the memory they open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.errors import InputError, UnknownNamespace

if TYPE_CHECKING:
    from kgmem.memory import Memory

DB = "memory.kgmem"
ENCODER: ContextVar[str | None] = ContextVar("encoder", default=None)
"""The encoder of this run, from `--encoder` or KGMEM_ENCODER; None for the packaged one."""

NAMESPACE = "default"

Db = Annotated[
    str,
    typer.Option(
        "--db",
        "-d",
        envvar="KGMEM_DB",
        help="The memory: a file, or the address of a Neo4j server.",
        rich_help_panel="Memory",
    ),
]
Namespace = Annotated[
    str,
    typer.Option(
        "--namespace",
        "-n",
        envvar="KGMEM_NAMESPACE",
        help="Whose memory.",
        rich_help_panel="Memory",
    ),
]
Read = Annotated[
    list[str] | None,
    typer.Option("--read", help="A further namespace to read.", rich_help_panel="Memory"),
]
Llm = Annotated[
    str | None,
    typer.Option(
        "--llm",
        envvar="KGMEM_LLM",
        help="A language model: openai:MODEL, openai:MODEL@URL, local:DIR or smollm2; none needed.",
        rich_help_panel="Memory",
    ),
]
Readings = Annotated[
    Path | None, typer.Option(help="Folder for what was extracted; several runs may share it.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Asker = Annotated[str | None, typer.Option(help="Who 'I' and 'my' are.")]
Now = Annotated[str | None, typer.Option(help="What 'last week' is relative to.")]
ValidAt = Annotated[str | None, typer.Option(help="The world as it was then.")]
KnownAt = Annotated[str | None, typer.Option(help="What memory believed then.")]
Author = Annotated[str | None, typer.Option(help="Who says so; kept in the journal.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Most to show.")]
Subgoal = Annotated[str | None, typer.Option(help="Only from this subgoal, g3.")]


@contextmanager
def opened(
    db: str,
    namespace: str = NAMESPACE,
    *,
    read: Sequence[str] | None = None,
    create: bool = False,
    missing_ok: bool = False,
    **options: Any,
) -> Iterator[Memory]:
    """A memory for the length of a command.

    Args:
        db: where it is.
        namespace: whose.
        read: further namespaces to read.
        create: make the file when there is none.
        missing_ok: the namespace may be new or empty.
        **options: further arguments of `Memory.open`.

    Raises:
        InputError: there is no such file, and it is not to be made.
        UnknownNamespace: a namespace to read does not exist.
    """
    if not create and db != ":memory:" and "://" not in db and not Path(db).exists():
        raise InputError(
            f"no memory at {db!r}; make one with `kgmem ingest FILE --db {db}`, or name another "
            "with --db or KGMEM_DB"
        )
    from kgmem.memory import Memory

    options.setdefault("encoder", ENCODER.get())
    known = {k: v for k, v in options.items() if v is not None}
    with Memory.open(db, namespace=namespace, read=tuple(read or ()), **known) as memory:
        if not create and not missing_ok:
            _require(memory.namespaces(), (namespace, *(read or ())))
        yield memory


def _require(there: Sequence[str], wanted: Sequence[str]) -> None:
    """Refuse to read a namespace that nobody wrote to: more likely misspelt than meant."""
    missing = [n for n in wanted if n not in there]
    if missing and (there or missing != [NAMESPACE]):
        have = ", ".join(there) or "none"
        raise UnknownNamespace(f"no namespace {missing[0]!r} in this memory; there are: {have}")
