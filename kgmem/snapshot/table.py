"""Rows of one kind: columns that grow, a mask of the rows that count, and the row of each id.

A changed record is a new row; the old one is no longer alive. So columns are only appended to, and
successive snapshots share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.snapshot.growing import Growing
from kgmem.types import Ints


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one kind.

    Attributes:
        number: `(n,)` int64, the number of each row's id.
        columns: by name, `(n,)` each.
        living: `(n,)` bool: the row is the current state of its id.
        places: `(highest number + 1,)` int32: the living row of an id number, -1 for none.
    """

    number: Growing
    columns: Mapping[str, Growing]
    living: Growing
    places: Growing

    def __len__(self) -> int:
        return len(self.number)

    def __getitem__(self, column: str) -> npt.NDArray[Any]:
        return self.columns[column].values

    @property
    def numbers(self) -> Ints:
        """The id number of each row."""
        return self.number.values

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """Which rows are the current state of their id."""
        return self.living.values

    def row(self, number: int) -> int:
        """The living row of an id number, -1 for none."""
        return int(self.places.values[number]) if 0 <= number < len(self.places) else -1

    def rows(self, numbers: Ints | Sequence[int]) -> npt.NDArray[np.int32]:
        """The living rows of id numbers, -1 where there is none."""
        wanted = np.asarray(numbers, dtype=np.int64)
        known = (wanted >= 0) & (wanted < len(self.places))
        found = np.full(len(wanted), -1, dtype=np.int32)
        found[known] = self.places.values[wanted[known]]
        return found

    def changed(
        self,
        numbers: Sequence[int],
        columns: Mapping[str, Sequence[Any] | npt.NDArray[Any]],
        drops: Iterable[int] = (),
    ) -> Table:
        """The table after some ids changed and others went.

        Args:
            numbers: ids put, each at most once, one new row each.
            columns: their values, for every column.
            drops: ids that are gone.
        """
        first = len(self)
        gone = [n for n in drops if self.row(n) >= 0]
        replaced = [n for n in numbers if self.row(n) >= 0]
        dead = [self.row(n) for n in (*gone, *replaced)]
        return Table(
            number=self.number.appended(np.asarray(numbers, dtype=np.int64)),
            columns={k: c.appended(np.asarray(columns[k])) for k, c in self.columns.items()},
            living=self.living.changed(dead, False).appended(np.ones(len(numbers), dtype=bool)),
            places=_placed(self.places.changed(gone, -1), numbers, first),
        )


def table(numbers: Ints, columns: Mapping[str, npt.NDArray[Any]]) -> Table:
    """A table from loaded columns, one row an id; a negative number stands for no id."""
    known = np.flatnonzero(numbers >= 0)
    places = np.full(int(numbers.max()) + 1 if len(known) else 0, -1, dtype=np.int32)
    places[numbers[known]] = known
    return Table(
        number=Growing(np.ascontiguousarray(numbers, dtype=np.int64)),
        columns={k: Growing(np.ascontiguousarray(v)) for k, v in columns.items()},
        living=Growing(np.ones(len(numbers), dtype=bool)),
        places=Growing(places),
    )


def _placed(places: Growing, numbers: Sequence[int], first: int) -> Growing:
    known = [n for n in numbers if n < len(places)]
    if known:
        data = places.values.copy()
        at = {n: first + i for i, n in enumerate(numbers)}
        data[known] = [at[n] for n in known]
        places = Growing(data)
    if len(known) == len(numbers):
        return places
    tail = np.full(max(numbers) + 1 - len(places), -1, dtype=np.int32)
    for i, n in enumerate(numbers):
        if n >= len(places):
            tail[n - len(places)] = first + i
    return places.appended(tail)
