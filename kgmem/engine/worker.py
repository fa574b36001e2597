"""One background thread that finishes pending episodes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kgmem.errors import KgmemError

log = logging.getLogger("kgmem")


class Worker:
    """Runs jobs one after another in a daemon thread that starts with the first and ends when idle.

    A job that fails is logged and dropped: its episodes stay pending, and `Memory.resume` raises
    the same error to the caller. A failure that is no `KgmemError` (a bug, perhaps in an extractor
    of the user's own) ends the thread and is reported by `threading.excepthook`; the next job
    begins another.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._jobs: dict[str, Callable[[], object]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def submit(self, name: str, job: Callable[[], object]) -> None:
        """Run a job soon; one of the same name that has not begun is replaced."""
        with self._changed:
            self._jobs[name] = job
            if self._thread is None:
                self._thread = self._started()

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="kgmem-worker", daemon=True)
        thread.start()
        return thread

    def wait(self) -> None:
        """Wait until nothing is left to do (returns at once inside the worker itself)."""
        if threading.current_thread() is self._thread:
            return
        with self._changed:
            self._changed.wait_for(lambda: self._thread is None)

    def close(self) -> None:
        """Drop what has not begun and wait for what has; the dropped stays pending in the store."""
        with self._changed:
            self._jobs.clear()
        self.wait()

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._jobs:
                    self._thread = None
                    self._changed.notify_all()
                    return
                name = next(iter(self._jobs))
                job = self._jobs.pop(name)
            try:
                job()
            except KgmemError as error:
                log.warning("background extraction for %s stopped: %s", name, error)
            except BaseException:
                with self._changed:
                    self._thread = self._started() if self._jobs else None
                    self._changed.notify_all()
                raise
