"""`kgmem ingest`: files in, with a progress bar; may be interrupted and run again."""

from __future__ import annotations

import signal
import threading
import time as clock
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from datetime import timezone as tz
from enum import Enum
from itertools import islice
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import options as opt
from kgmem.cli import output
from kgmem.cli.commands import add
from kgmem.cli.progress import Bar
from kgmem.errors import FormatError, InputError, SourceConflict

if TYPE_CHECKING:
    from kgmem.cli.formats import Options, Part
    from kgmem.memory import Memory
    from kgmem.results import Observed
    from kgmem.types import Observation


class Format(str, Enum):
    """What a file holds."""

    auto = "auto"
    locomo = "locomo"
    jsonl = "jsonl"
    chat = "chat"
    text = "text"


def register(app: typer.Typer) -> None:
    """Add the command."""
    add(app, "Take in", ingest)


def ingest(
    files: Annotated[
        list[Path], typer.Argument(help="Conversations.", exists=True, dir_okay=False)
    ],
    format: Annotated[Format, typer.Option(help="What the files hold.")] = Format.auto,
    thread: Annotated[str | None, typer.Option(help="Name of the conversation.")] = None,
    time: Annotated[str | None, typer.Option(help="Time of what carries none; else now.")] = None,
    timezone: Annotated[str, typer.Option(help="Of times without one.")] = "UTC",
    user: Annotated[str, typer.Option(help="Who the user of a chat is.")] = "user",
    assistant: Annotated[str, typer.Option(help="Who the assistant is.")] = "assistant",
    only: Annotated[list[str] | None, typer.Option(help="LOCOMO: this conversation.")] = None,
    split: Annotated[
        bool, typer.Option("--split", help="A namespace for each conversation, by its name.")
    ] = False,
    extractor: Annotated[
        str | None, typer.Option(help="'llm' reads with --llm; default: spaCy.")
    ] = None,
    db: opt.Db = opt.DB,
    namespace: opt.Namespace = opt.NAMESPACE,
    llm: opt.Llm = None,
    as_json: opt.Json = False,
) -> None:
    """Take in conversations: LOCOMO, JSONL of observations, chat messages, or `Speaker: text`.

    The format is seen from the file. Ingesting a file again changes nothing, so that an interrupted
    run is finished by running it again, and a file that grew by ingesting it anew.

    Examples:
        kgmem ingest chat.json --user Nora
        kgmem ingest diary.txt --time 2024-05-01 --timezone Europe/Lisbon
        kgmem ingest locomo10.json --only conv-26 --split
        kgmem ingest observations.jsonl --db agent.kgmem --json
    """
    from kgmem.settings import Settings

    settings = Settings(timezone=timezone)
    known = _known(time, timezone, thread, user, assistant, only)
    reports: list[dict[str, Any]] = []
    with opt.opened(
        db, namespace, create=True, llm=llm, extractor=extractor, settings=settings
    ) as memory:
        for file in files:
            tally = _file(memory, file, format, known, split=split, quiet=as_json)
            reports.append(tally.report(file))
            if not as_json:
                typer.echo(tally.line(file))
            if tally.interrupted:
                typer.echo("interrupted; run the same command again to go on", err=True)
                break
    if as_json:
        output.emit_json(reports)
    if tally.interrupted:
        raise typer.Exit(130)


@dataclass(slots=True)
class Tally:
    """What became of a file's observations."""

    format: str = ""
    observations: int = 0
    repeated: int = 0
    pending: int = 0
    edits: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    interrupted: bool = False

    def add(self, done: Iterable[Observed]) -> None:
        """Count what was taken in."""
        for one in done:
            self.observations += 1
            self.repeated += one.repeated
            self.pending += one.state == "pending"
            self.edits.update("REFUSED" if e.refused else e.op for e in one.edits)

    def report(self, file: Path) -> dict[str, Any]:
        """For `--json`."""
        return {
            "file": str(file),
            "format": self.format,
            "observations": self.observations,
            "new": self.observations - self.repeated,
            "repeated": self.repeated,
            "pending": self.pending,
            "edits": dict(self.edits),
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
        }

    def line(self, file: Path) -> str:
        """For people."""
        new = self.observations - self.repeated
        words = [f"{new:,} observations"]
        words += [f"{self.repeated:,} known already"] if self.repeated else []
        names = {"ADD": "facts added", "MERGE": "merged", "DELETE": "retired", "REFUSED": "refused"}
        words += [f"{self.edits[op]:,} {name}" for op, name in names.items() if self.edits[op]]
        words += [f"{self.pending:,} pending (`kgmem resume`)"] if self.pending else []
        rate = f", {_rate(new, self.seconds)}" if new and self.seconds > 0.5 else ""
        return f"{file.name} ({self.format}): {', '.join(words)}; {self.seconds:.1f} s{rate}"


def _rate(count: int, seconds: float) -> str:
    """How fast, or where it was slow how long each took: "12 a second", "7.5 s each"."""
    rate = count / seconds
    if rate < 1:
        return f"{seconds / count:.1f} s each"
    return f"{rate:.0f} a second" if rate >= 10 else f"{rate:.1f} a second"


def take_parts(
    memory: Memory, parts: Sequence[Part], tally: Tally, bar: Bar, *, split: bool
) -> None:
    """Take conversations in, batch by batch, until they end or Ctrl-C stops them.

    Raises:
        FormatError: an observation cannot be read; what came before it was taken in.
        InputError: one cannot be used; likewise.
    """
    total = sum(p.total or 0 for p in parts) if all(p.total for p in parts) else None
    with Stop() as stop:
        for part in parts:
            target = memory.scope(part.name) if split else memory
            stream = Held(part.observations, stop)
            while batch := list(islice(stream, memory.settings.batch)):
                tally.add(_take(target, batch))
                bar.to(tally.observations, total)
            if stream.error is not None:
                raise stream.error
            if stop.asked:
                tally.interrupted = True
                return


def _known(
    time: str | None,
    timezone: str,
    thread: str | None,
    user: str,
    assistant: str,
    only: list[str] | None,
) -> Options:
    from kgmem.cli.formats import Options
    from kgmem.language.times import parse_moment

    now = datetime.now(tz.utc) if time is None else parse_moment(time, timezone, name="--time")
    return Options(
        now=now,
        thread=thread,
        timezone=timezone,
        user=user,
        assistant=assistant,
        only=tuple(only or ()),
    )


def _file(
    memory: Memory, file: Path, format: Format, known: Options, *, split: bool, quiet: bool
) -> Tally:
    from kgmem.cli.formats import detect, load

    tally = Tally()
    started = clock.perf_counter()
    try:
        tally.format = chosen = detect(file) if format is Format.auto else format.value
        with Bar(file.name, quiet=quiet) as bar:
            take_parts(memory, load(file, known, chosen), tally, bar, split=split)
    except FormatError as error:
        named = error.of(file.name)
        if not tally.observations:
            raise named from error
        kept = f"{tally.observations:,} observations before it are kept"
        raise FormatError(f"{named} ({kept})") from error
    tally.seconds = clock.perf_counter() - started
    return tally


def _take(memory: Memory, batch: list[Observation]) -> list[Observed]:
    """A batch; where one observation of it cannot be used, those before it are taken in."""
    try:
        return memory.observe_many(batch)
    except InputError:
        for one in batch:
            try:
                memory.observe(one)
            except SourceConflict as error:
                raise InputError(
                    f"{error}; if it comes from another file of the same name, name this file's "
                    "conversation with --thread NAME"
                ) from error
            except InputError as error:
                raise InputError(f"{one.source}: {error}") from error
        raise


class Stop:
    """Lets Ctrl-C finish the batch under way; a second one stops at once."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> Stop:
        """Listen."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave Ctrl-C as it was."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        typer.echo("finishing the batch; Ctrl-C again stops at once", err=True)


class Held:
    """An iterator that ends early at an error, kept for later, or when asked to stop.

    So the observations that were read before a malformed line are taken in, not lost with it.
    """

    def __init__(self, observations: Iterable[Observation], stop: Stop) -> None:
        """Wrap the observations of a part."""
        self._source = iter(observations)
        self._stop = stop
        self.error: FormatError | None = None

    def __iter__(self) -> Iterator[Observation]:
        """Itself."""
        return self

    def __next__(self) -> Observation:
        """The next observation.

        Raises:
            StopIteration: the part ended, its rest is malformed, or Ctrl-C was pressed.
        """
        if self._stop.asked or self.error is not None:
            raise StopIteration
        try:
            return next(self._source)
        except FormatError as error:
            self.error = error
            raise StopIteration from error
