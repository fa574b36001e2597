"""A progress bar on stderr, where there is a terminal to show it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """A progress bar, or nothing where stderr is no terminal or `quiet`."""

    def __init__(self, title: str, total: int | None = None, *, quiet: bool = False) -> None:
        """Keep what to show; it appears on entering."""
        self._title = title
        self._total = total
        self._quiet = quiet or not sys.stderr.isatty()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        """Show it."""
        if self._quiet:
            return self
        from rich import progress

        from kgmem.cli.output import console

        self._progress = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeRemainingColumn(),
            console=console(err=True),
            transient=True,
        )
        self._task = self._progress.add_task(self._title, total=self._total)
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take it away."""
        if self._progress is not None:
            self._progress.stop()

    def to(self, done: int, total: int | None = None) -> None:
        """Move it."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total or self._total)
