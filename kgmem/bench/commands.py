"""`kgmem bench ...`: the command line of the benchmarks."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer

from kgmem.bench.ablation import PARTS, ablated, variants
from kgmem.bench.peers import PEERS, RIVALS
from kgmem.errors import InputError

if TYPE_CHECKING:
    from kgmem.bench.systems import System
    from kgmem.protocols import LLM

EDIT_SYSTEMS = ("kgmem", *PEERS, "rrf_newest")
SYSTEMS = ("kgmem", "bm25", "dense", "rrf", "full", "oracle_turn", *RIVALS)


def add_commands(app: typer.Typer) -> None:
    """Add `locomo` and `edits` to the application's `bench` group."""
    app.command("locomo", help=_locomo.__doc__)(_locomo)
    app.command("edits", help=_edits.__doc__)(_edits)


def _locomo(
    data: Annotated[Path, typer.Option(help="LOCOMO file (locomo10.json); never copied.")],
    system: Annotated[
        list[str] | None, typer.Option(help=f"Systems to run: {', '.join(SYSTEMS)}.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Conversations, as conv-26.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for raw predictions and report.")] = Path(
        "locomo-results"
    ),
    llm: Annotated[
        str | None, typer.Option(help="Reader: local:DIR or an endpoint's model name.")
    ] = None,
    judge: Annotated[str | None, typer.Option(help="Model that judges answers.")] = None,
    ablate: Annotated[
        list[str] | None, typer.Option(help="Part of retrieval to switch off or on, or all.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Folder for kgmem's memories, taken in once.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure answers and evidence on LOCOMO by its official formulas, resumable.

    Examples:
        kgmem bench locomo --data locomo10.json --only conv-26 --system kgmem --system rrf
        kgmem bench locomo --data locomo10.json --only conv-26 --ablate facts --ablate walk
    """
    from rich.console import Console

    from kgmem.bench.locomo import measure

    parts = variants(tuple(ablate or ()))
    usual = ("kgmem",) if parts else ("kgmem", "bm25", "dense", "rrf", "oracle_turn")
    chosen = (*(system or usual), *parts)
    console = Console(stderr=True)
    with console.status("reading") as status:
        report = measure(
            data,
            systems=chosen,
            only=tuple(only or ()),
            out=out,
            llm=llm,
            judge=judge,
            keep=keep or (out / "memories" if parts else None),
            progress=lambda text: status.update(text),
        )
    if as_json:
        typer.echo(json.dumps(report.figures, indent=1))
        return
    shown = Console()
    for table in report.tables:
        shown.print(table)
    shown.print(f"raw predictions, report and picture: {out}")


def _edits(
    system: Annotated[
        list[str] | None, typer.Option(help=f"Systems to run: {', '.join(EDIT_SYSTEMS)}.")
    ] = None,
    policy: Annotated[list[str] | None, typer.Option(help="Edit policies of kgmem.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Kinds of cases; all if left out.")] = None,
    k: Annotated[int, typer.Option(help="How many found memories count.")] = 5,
    out: Annotated[Path | None, typer.Option(help="Folder for raw predictions and report.")] = None,
    llm: Annotated[
        str | None, typer.Option(help="Reader: local:DIR or an endpoint's model name.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what is true now, was then, was corrected, and was never said, on shipped cases.

    Example: kgmem bench edits --system kgmem --system rrf --out edits-results
    """
    from rich.console import Console

    from kgmem.bench.edit_report import tables
    from kgmem.bench.edits import measure

    console = Console(stderr=True)
    with console.status("reading") as status:
        report = measure(
            systems=tuple(system or ("kgmem", "rrf")),
            policies=tuple(policy or ("rules",)),
            kinds=tuple(kind or ()),
            out=out,
            k=k,
            llm=llm,
            progress=lambda text: status.update(text),
        )
    if as_json:
        typer.echo(json.dumps(report.figures, indent=1))
        return
    shown = Console()
    for table in tables(report):
        shown.print(table)
    if out is not None:
        shown.print(f"raw predictions and report: {out}")


def build(names: Sequence[str], llm: LLM | None, keep: Path | None = None) -> list[System]:
    """The systems by name, sharing one encoder.

    Args:
        names: of systems; those of `ablation.PARTS` are kgmem with a part switched off or on.
        llm: reads what was found; None answers without one.
        keep: folder for kgmem's memories; None makes them anew for each system.

    Raises:
        InputError: an unknown name.
        MissingExtra: a rival that is not installed.
    """
    from kgmem.bench import systems as s
    from kgmem.bench.peers import load as load_peer
    from kgmem.bench.peers.turns import PeerTurns
    from kgmem.encoders import default
    from kgmem.memory import Memory
    from kgmem.settings import Settings

    def kgmem(name: str) -> System:
        settings = ablated(Settings(), name)

        def opened(conversation: str) -> Memory:
            path = ":memory:" if keep is None else keep / f"{quote(conversation, safe='')}.kgmem"
            return Memory.open(path, llm=llm, settings=settings)

        return s.Kgmem(opened, name)

    def peer(name: str) -> System:
        return PeerTurns(load_peer(name), llm)

    makers: dict[str, Callable[[], Any]] = {
        "kgmem": partial(kgmem, "kgmem"),
        "bm25": lambda: s.Turns("bm25", llm=llm),
        "dense": lambda: s.Turns("dense", default(), lexical=False, llm=llm),
        "rrf": lambda: s.Turns("rrf", default(), llm=llm),
        "full": lambda: s.FullContext(llm),
        "oracle_turn": s.OracleTurn,
        **{name: partial(peer, name) for name in RIVALS},
        **{name: partial(kgmem, name) for name in PARTS},
    }
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    unknown = [n for n in names if n not in makers]
    if unknown:
        raise InputError(f"no system {', '.join(unknown)}; there are {', '.join(SYSTEMS)}")
    return [makers[n]() for n in names]
