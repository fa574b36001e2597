"""Work on streams, in this process or in several, each with an environment of its own.

A result depends on its task alone, so the number of processes changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from kgmem.training.environment import Environment
from kgmem.training.streams import Stream

_TOGETHER = 8  # streams read in one pass, whatever the number of processes
_KEPT = 80  # passes after which the prepared streams of an environment are forgotten
_OWN: list[Environment] = []  # of this process: loading its models takes seconds
_DONE = [0]
_KEEP: list[Path | None] = [None]


class OnStream(Protocol):
    """A task that is about a stream."""

    @property
    def stream(self) -> Stream:
        """The stream."""
        ...


T = TypeVar("T", bound=OnStream)
R = TypeVar("R")


@contextmanager
def workers(count: int, keep: Path | None = None) -> Iterator[Executor | None]:
    """Processes to work in; None for one: this process.

    Args:
        count: of processes.
        keep: folder in which readings of streams are kept.
    """
    if count <= 1:
        _keep(keep)
        yield None
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(count, context, initializer=_keep, initargs=(keep,)) as pool:
        yield pool


def _keep(folder: Path | None) -> None:
    _KEEP[0] = folder
    if _OWN:
        _OWN[0].keep = folder


def each(pool: Executor | None, work: Callable[[T, Environment], R], tasks: Sequence[T]) -> list[R]:
    """What `work` makes of each task, in their order."""
    parts = [tasks[i : i + _TOGETHER] for i in range(0, len(tasks), _TOGETHER)]
    do = partial(_work, work)
    return list(chain.from_iterable(map(do, parts) if pool is None else pool.map(do, parts)))


def _work(work: Callable[[T, Environment], R], tasks: Sequence[T]) -> list[R]:
    environment = own_environment()
    environment.prepare_all([task.stream for task in tasks])
    return [work(task, environment) for task in tasks]


def own_environment() -> Environment:
    """This process's environment; the streams of long ago are forgotten, its models are not."""
    if not _OWN:
        _OWN.append(Environment(keep=_KEEP[0]))
    elif _DONE[0] % _KEPT == _KEPT - 1:
        _OWN[0] = Environment(_OWN[0].extractor, _OWN[0].encoder, keep=_KEEP[0])
    _DONE[0] += 1
    return _OWN[0]


def seeds(*path: int, count: int) -> tuple[int, ...]:
    """Independent seeds that depend on a path of numbers alone (run, iteration, stream)."""
    return tuple(int(x) for x in np.random.SeedSequence(path).generate_state(count))
