"""Append-only sequences that successive snapshots share.

A snapshot sees the first `n` items of a buffer; the next one appends behind them in place, so that
following one observation costs what the observation holds, not what the memory holds. Where a
second successor of the same snapshot appends too, it gets a copy.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

_LEAST = 64
_LARGE = 65_536  # rows from which a buffer grows by an eighth instead of doubling
_LOCK = threading.Lock()


class _Buffer:
    __slots__ = ("data", "used")

    def __init__(self, data: npt.NDArray[Any], used: int) -> None:
        self.data = data
        self.used = used


class Growing:
    """The first rows of a shared array with spare capacity; immutable as seen from outside."""

    __slots__ = ("_buffer", "_n")

    def __init__(self, values: npt.NDArray[Any], used: int | None = None) -> None:
        """Take the array over without copying; the caller must not write to it any more.

        Args:
            values: the rows, possibly with spare ones behind them.
            used: how many are filled; all when None.
        """
        self._n = len(values) if used is None else used
        self._buffer = _Buffer(values, self._n)

    def __len__(self) -> int:
        return self._n

    @property
    def values(self) -> npt.NDArray[Any]:
        """The rows seen, `(n, ...)`; not to be written to."""
        return self._buffer.data[: self._n]

    def appended(self, rows: npt.ArrayLike) -> Growing:
        """The same rows with more behind them."""
        new = np.asarray(rows, dtype=self._buffer.data.dtype)
        grown = object.__new__(Growing)
        total = self._n + len(new)
        with _LOCK:
            buffer = self._buffer
            if buffer.used != self._n or total > len(buffer.data):
                spare = total if total < _LARGE else total // 8
                capacity = max(_LEAST, total + spare)
                data = np.empty((capacity, *buffer.data.shape[1:]), dtype=buffer.data.dtype)
                data[: self._n] = buffer.data[: self._n]
                buffer = _Buffer(data, self._n)
            if len(new):
                buffer.data[self._n : total] = new
            buffer.used = total
        grown._buffer, grown._n = buffer, total
        return grown

    def changed(self, positions: Sequence[int], value: Any) -> Growing:
        """A copy in which `positions` hold `value`; the same object when there are none."""
        if not len(positions):
            return self
        data = self.values.copy()
        data[np.asarray(positions)] = value
        return Growing(data)


class Strings:
    """The first items of a shared list of strings."""

    __slots__ = ("_items", "_n")

    def __init__(self, items: list[str]) -> None:
        """Take the list over without copying."""
        self._items = items
        self._n = len(items)

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, index: int) -> str:
        return self._items[index]

    def appended(self, items: Iterable[str]) -> Strings:
        """The same items with more behind them."""
        with _LOCK:
            shared = self._items if len(self._items) == self._n else self._items[: self._n]
            shared.extend(items)
        return Strings(shared)


class Vocabulary:
    """Strings to small integers, shared by all snapshots of a namespace; codes never change."""

    __slots__ = ("_codes", "_names")

    def __init__(self) -> None:
        """Start empty."""
        self._codes: dict[str, int] = {}
        self._names: list[str] = []

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, code: int) -> str:
        return self._names[code]

    def find(self, name: str) -> int:
        """The code of a string, -1 when it was never seen."""
        return self._codes.get(name, -1)

    def code(self, name: str) -> int:
        """The code of a string, given out on first sight."""
        known = self._codes.get(name)
        if known is not None:
            return known
        with _LOCK:
            if name not in self._codes:
                self._names.append(name)
                self._codes[name] = len(self._names) - 1
            return self._codes[name]

    def encode(self, names: Iterable[str]) -> npt.NDArray[np.int32]:
        """Codes of many strings, most of which repeat."""
        names = names if isinstance(names, Sequence) else list(names)
        codes = {name: self.code(name) for name in dict.fromkeys(names)}
        return np.fromiter(map(codes.__getitem__, names), dtype=np.int32, count=len(names))
