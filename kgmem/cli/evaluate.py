"""`kgmem eval ...`: policies and distillers measured on streams."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import options as opt
from kgmem.cli.commands import add
from kgmem.cli.output import table
from kgmem.cli.progress import Bar
from kgmem.errors import InputError

if TYPE_CHECKING:
    from kgmem.bench.metrics import Interval
    from kgmem.training import Environment, PreparedStream, StreamSource
    from kgmem.training.distilling import Distilled
    from kgmem.training.evaluation import Evaluation

_BATCH = 64

Streams = Annotated[int, typer.Option(min=1, help="Generated streams to measure on.")]
Seed = Annotated[int, typer.Option(help="Of the streams.")]
Split = Annotated[str, typer.Option(help="Whose words and phrasings: validation or train.")]
Kind = Annotated[list[str] | None, typer.Option(help="Only these kinds of change.")]
Locomo = Annotated[
    Path | None,
    typer.Option(help="Measure on a LOCOMO conversation of this file instead (never copied)."),
]
Conversation = Annotated[str, typer.Option(help="Which LOCOMO conversation.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Out = Annotated[Path | None, typer.Option(help="Write every question and answer here, as JSONL.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Measure policies and distillers.", no_args_is_help=True)
    add(group, None, edits)
    add(group, None, distil)
    app.add_typer(group, name="eval", rich_help_panel="Learning")


def edits(
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="rules, compact, add, oracle, lm:DIR, a file of weights; several compare."
        ),
    ] = None,
    streams: Streams = 200,
    seed: Seed = 1,
    split: Split = "validation",
    kind: Kind = None,
    locomo: Locomo = None,
    conversation: Conversation = "conv-30",
    readings: opt.Readings = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Measure edit policies by the answers they lead to, on streams with known answers.

    Accuracy by kind of change with 95 % intervals over streams, answers that show what is outdated
    or miss what was wrongly retired, the size of the graph, and the time of a decision.

    Examples:
        kgmem eval edits --policy rules --policy compact
        kgmem eval edits --policy rules --policy oracle --kind return --streams 50
    """
    from kgmem.training import Environment
    from kgmem.training.evaluation import evaluate_edits
    from kgmem.training.specs import edit_policy

    chosen = {name: edit_policy(name) for name in policy or ["rules"]}
    environment = Environment(keep=readings)
    prepared = _prepared(environment, _source(split, kind, locomo, conversation), seed, streams)
    found: dict[str, Evaluation] = {}
    for name, made in chosen.items():
        with Bar(f"deciding: {name}", len(prepared), quiet=as_json) as bar:
            found[name] = evaluate_edits(made, prepared, environment, progress=bar.to)
    if out is not None:
        _write(out, {name: [asdict(r) for r in e.rows] for name, e in found.items()})
    if as_json:
        typer.echo(json.dumps({name: _figures(e) for name, e in found.items()}, indent=1))
        return
    _kinds({n: e.accuracy() for n, e in found.items()})
    _costs(found)


def distil(
    distiller: Annotated[
        list[str] | None, typer.Option(help="budget, or a file of weights; several compare.")
    ] = None,
    policy: Annotated[str, typer.Option(help="Makes the graph, the same for all.")] = "rules",
    budget: Annotated[int, typer.Option(min=1, help="Tokens of a context.")] = 800,
    streams: Streams = 200,
    seed: Seed = 1,
    split: Split = "validation",
    kind: Kind = None,
    locomo: Locomo = None,
    conversation: Conversation = "conv-30",
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Measure distillers: what they keep of the evidence and of the answer's words in a budget.

    Beside them stands what the candidates hold, which no distiller can exceed, and whether the
    graph answerer is right when it sees only what was kept.

    Examples:
        kgmem eval distil --budget 100
        kgmem eval distil --locomo locomo10.json --conversation conv-30 --budget 500
    """
    from kgmem.training import Environment, specs
    from kgmem.training.distilling import evaluate_distil

    made = {name: specs.distiller(name) for name in distiller or ["budget"]}
    edits_by = specs.edit_policy(policy)
    if isinstance(edits_by, str):
        raise InputError("the graph has to be made by a policy that serves; use rules or compact")
    environment = Environment()
    prepared = _prepared(environment, _source(split, kind, locomo, conversation), seed, streams)
    found: dict[str, Distilled] = {}
    for name, chosen in made.items():
        with Bar(f"distilling: {name}", len(prepared), quiet=as_json) as bar:
            found[name] = evaluate_distil(
                chosen, prepared, environment, edits_by, budget=budget, progress=bar.to
            )
    if out is not None:
        _write(out, {name: [asdict(k) for k in d.kept] for name, d in found.items()})
    if as_json:
        figures = {n: {"ms": d.milliseconds, "kinds": _plain(d.means())} for n, d in found.items()}
        typer.echo(json.dumps(figures, indent=1))
        return
    for name, d in found.items():
        _contexts(name, d)


def _source(
    split: str, kind: Sequence[str] | None, locomo: Path | None, conversation: str
) -> StreamSource:
    if locomo is not None:
        from kgmem.training.locomo import Locomo as Conversations

        return Conversations(locomo, measure=conversation)
    from kgmem.training.generator import Generated

    if split not in ("validation", "train"):
        raise InputError(f"no split {split!r}; there are validation and train")
    return Generated("train" if split == "train" else "validation", tuple(kind or ()))


def _prepared(
    environment: Environment, source: StreamSource, seed: int, count: int
) -> list[PreparedStream]:
    streams = list(source.streams(seed, count))
    prepared: list[PreparedStream] = []
    with Bar("reading", len(streams)) as bar:
        for start in range(0, len(streams), _BATCH):
            prepared += environment.prepare_all(streams[start : start + _BATCH])
            bar.to(len(prepared))
    return prepared


def _write(path: Path, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    lines = [
        json.dumps({"by": name, **row}, ensure_ascii=False)
        for name, items in rows.items()
        for row in items
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _figures(e: Evaluation) -> dict[str, Any]:
    return {
        "policy": e.policy,
        "accuracy": _plain(e.accuracy()),
        "outdated": e.outdated,
        "lost": e.lost,
        "questions": len(e.rows),
        "streams": e.streams,
        "facts_live": e.facts_live,
        "facts_total": e.facts_total,
        "refused": e.refused,
        "decisions": e.decisions,
        "ms_decision": e.milliseconds,
    }


def _plain(found: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _plain(v) if isinstance(v, Mapping) else asdict(v) for k, v in found.items()}


def _percent(found: Interval | None) -> str:
    if found is None or not found.n:
        return ""
    return f"{100 * found.mean:.1f} ({100 * found.low:.1f}-{100 * found.high:.1f})"


def _kinds(found: Mapping[str, Mapping[str, Interval]]) -> None:
    """Accuracy by kind of change, then by time, then of all."""
    from kgmem.training.generator import KINDS

    times = ("now", "valid", "known", "all")
    seen = dict.fromkeys(k for kinds in found.values() for k in kinds)
    other = sorted(k for k in seen if k not in (*KINDS, *times))
    rows = []
    for name in (*KINDS, *other, *times):
        counts = [kinds[name].n for kinds in found.values() if name in kinds]
        if counts:
            rows.append((name, counts[0], *(_percent(kinds.get(name)) for kinds in found.values())))
    table(("right answers, %", "questions>", *(f"{name}>" for name in found)), rows)


def _costs(found: Mapping[str, Evaluation]) -> None:
    """What the answers show of wrong edits, the size of the graph, the time of a decision."""
    columns = ("policy", "outdated>", "lost>", "live facts>", "all facts>", "refused>", "ms each>")
    rows = [
        (
            name,
            f"{e.outdated} of {len(e.rows)}",
            f"{e.lost} of {len(e.rows)}",
            f"{e.facts_live:.1f}",
            f"{e.facts_total:.1f}",
            f"{e.refused} of {e.decisions}",
            f"{e.milliseconds:.3f}",
        )
        for name, e in found.items()
    ]
    table(columns, rows)


def _contexts(name: str, found: Distilled) -> None:
    """What a distiller kept, by kind of question."""
    columns = ("%", "questions>", "evidence>", "in candidates>", "answer words>", "right>")
    rows = []
    for kind, means in sorted(found.means().items(), key=lambda x: (x[0] == "all", x[0])):
        shares = (means[m] for m in ("evidence", "candidates", "words", "right"))
        tokens = f"{means['tokens'].mean:.0f}"
        rows.append((kind, means["right"].n, *(_percent(s) for s in shares), tokens))
    table((*columns, "tokens>"), rows, title=f"{name}, {found.budget} tokens")
