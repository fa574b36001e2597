"""Rows grouped by an integer key: a sorted base and a small delta, shared by snapshots."""

from __future__ import annotations

import threading
from bisect import bisect_left
from itertools import islice

import numpy as np
import numpy.typing as npt

from kgmem.types import Ints

_LOCK = threading.Lock()
_DELTA = 8192  # below this many entries a delta is never folded into the base
_SHARE = 5  # fold when the delta exceeds the base by one part in this many


class _Delta:
    __slots__ = ("count", "groups", "upto")

    def __init__(self, groups: dict[int, list[int]], count: int, upto: int) -> None:
        self.groups = groups
        self.count = count
        self.upto = upto


class Index:
    """For each key the rows that have it, ascending; a row may be there several times.

    Looking a key up costs what it returns. Rows are only ever added with higher numbers; whether a
    row is still alive is for its table to say.
    """

    __slots__ = ("_delta", "_keys", "_rows", "_starts", "upto")

    def __init__(self, keys: Ints, rows: npt.NDArray[np.int32], upto: int) -> None:
        """Build the base.

        Args:
            keys: `(m,)`; negative ones are left out.
            rows: `(m,)`, ascending within equal keys.
            upto: rows from here on are yet to come.
        """
        if len(keys) and keys.min() < 0:
            rows, keys = rows[keys >= 0], keys[keys >= 0]
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        first = np.flatnonzero(np.diff(ordered, prepend=-1)) if len(ordered) else np.zeros(0, int)
        self._keys = ordered[first]
        self._starts = np.append(first, len(ordered)).astype(np.int64)
        self._rows = rows[order].astype(np.int32, copy=False)
        self._delta = _Delta({}, 0, upto)
        self.upto = upto

    def rows(self, key: int) -> npt.NDArray[np.int32]:
        """All rows of a key, ascending."""
        base, tail = self._parts(key)
        return np.concatenate([base, np.array(tail, dtype=np.int32)]) if tail else base

    def latest(self, key: int, limit: int, alive: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
        """At most `limit` rows of a key that are alive, the highest first; never scans a hub."""
        base, tail = self._parts(key)
        found = list(islice((r for r in reversed(tail) if alive[r]), limit))
        end, step = len(base), max(64, limit)
        while end > 0 and len(found) < limit:
            chunk = base[max(0, end - step) : end][::-1]
            found.extend(chunk[alive[chunk]][: limit - len(found)].tolist())
            end, step = end - step, step * 2
        return np.array(found, dtype=np.int32)

    def many(self, keys: Ints, cap: int) -> tuple[Ints, npt.NDArray[np.int32]]:
        """The rows of several keys, at most the last `cap` of each.

        Returns:
            For each row found the position of its key in `keys`, and the row.
        """
        at = np.searchsorted(self._keys, keys)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == keys[known]
        ends = np.zeros(len(keys), dtype=np.int64)
        ends[known] = self._starts[at[known] + 1]
        counts = np.zeros(len(keys), dtype=np.int64)
        counts[known] = np.minimum(ends[known] - self._starts[at[known]], cap)
        position = np.repeat(np.arange(len(keys)), counts)
        # The k-th entry of a key's stretch, counted back from the stretch's end.
        place = np.arange(len(position)) - np.repeat(np.cumsum(counts) - counts, counts)
        rows = self._rows[(ends - counts)[position] + place]
        groups = self._delta.groups
        if not groups:
            return position, rows
        tails = [(i, self._parts(k)[1][-cap:]) for i, k in enumerate(keys.tolist()) if k in groups]
        if not tails:
            return position, rows
        more = np.repeat([i for i, _ in tails], [len(t) for _, t in tails])
        late = np.array([r for _, t in tails for r in t], dtype=np.int32)
        return np.concatenate([position, more]), np.concatenate([rows, late])

    def counts(self, keys: Ints) -> Ints:
        """How many rows each of some keys has, dead ones included."""
        at = np.searchsorted(self._keys, keys)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == keys[known]
        counts = np.zeros(len(keys), dtype=np.int64)
        counts[known] = self._starts[at[known] + 1] - self._starts[at[known]]
        groups = self._delta.groups
        for i, key in enumerate(keys.tolist() if groups else ()):
            if key in groups:
                counts[i] += len(self._parts(key)[1])
        return counts

    def appended(self, keys: list[int], rows: list[int], upto: int) -> Index:
        """The same groups with more rows; all of `rows` are at least `self.upto`."""
        grown = object.__new__(Index)
        grown._keys, grown._starts, grown._rows = self._keys, self._starts, self._rows
        grown.upto = upto
        with _LOCK:
            delta = self._delta
            if delta.upto != self.upto:
                kept = {k: g[: bisect_left(g, self.upto)] for k, g in delta.groups.items()}
                delta = _Delta(kept, sum(map(len, kept.values())), self.upto)
            for key, row in zip(keys, rows, strict=True):
                if key >= 0:
                    delta.groups.setdefault(key, []).append(row)
                    delta.count += 1
            delta.upto = upto
        grown._delta = delta
        return grown._folded() if delta.count > max(_DELTA, len(self._rows) // _SHARE) else grown

    def _folded(self) -> Index:
        base_keys = np.repeat(self._keys, np.diff(self._starts))
        groups = self._delta.groups
        new_rows = [np.array(g, dtype=np.int32) for g in groups.values()]
        lengths = [len(g) for g in new_rows]
        new_keys = np.repeat(np.fromiter(groups, dtype=np.int64), lengths)
        return Index(
            np.concatenate([base_keys, new_keys]),
            np.concatenate([self._rows, *new_rows]),
            self.upto,
        )

    def _parts(self, key: int) -> tuple[npt.NDArray[np.int32], list[int]]:
        at = int(np.searchsorted(self._keys, key))
        if at < len(self._keys) and self._keys[at] == key:
            base = self._rows[self._starts[at] : self._starts[at + 1]]
        else:
            base = self._rows[:0]
        tail = self._delta.groups.get(key)
        if not tail:
            return base, []
        return base, tail[: bisect_left(tail, self.upto)]
