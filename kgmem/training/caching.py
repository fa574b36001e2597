"""An encoder that remembers what it embedded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from kgmem.protocols import Encoder
from kgmem.types import Floats

_KEPT = 1 << 15  # vectors of texts that are kept


class CachedEncoder:
    """An encoder that remembers the vectors of texts it was asked for: rollouts repeat them."""

    def __init__(self, encoder: Encoder, size: int = _KEPT) -> None:
        """Remember the vectors of at most `size` texts."""
        self._encoder = encoder
        self._size = size
        self._rows: OrderedDict[str, Floats] = OrderedDict()

    @property
    def id(self) -> str:
        """That of the encoder itself."""
        return self._encoder.id

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        return self._encoder.dimension

    def encode(self, texts: Sequence[str]) -> Floats:
        """Embed texts, `(len(texts), dimension)`; only those not seen yet reach the encoder."""
        new = [t for t in dict.fromkeys(texts) if t not in self._rows]
        if new:
            self._rows.update(zip(new, self._encoder.encode(new), strict=True))
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        rows = np.stack([self._rows[t] for t in texts])
        for text in texts:
            self._rows.move_to_end(text)
        while len(self._rows) > self._size:
            self._rows.popitem(last=False)
        return rows

    def encode_spans(
        self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[Floats, list[Floats]]:
        """Embed texts and spans of them; not remembered, they are asked for once."""
        return self._encoder.encode_spans(texts, spans)
