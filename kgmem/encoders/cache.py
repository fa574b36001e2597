"""A small cache of query vectors."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from kgmem.types import Floats

LONGEST = 2_000
"""Longer texts are not queries; they are not kept."""


class QueryCache:
    """The vectors of the last texts that were embedded alone. Thread-safe."""

    def __init__(self, size: int = 512) -> None:
        self._size = size
        self._rows: OrderedDict[str, Floats] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str, compute: Callable[[str], Floats]) -> Floats:
        """A copy of the `(1, d)` vector of a text, computed when it is not kept."""
        if len(text) > LONGEST:
            return compute(text)
        with self._lock:
            row = self._rows.get(text)
            if row is not None:
                self._rows.move_to_end(text)
        if row is None:
            row = compute(text)
            with self._lock:
                self._rows[text] = row
                while len(self._rows) > self._size:
                    self._rows.popitem(last=False)
        return row.copy()

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._rows.clear()
