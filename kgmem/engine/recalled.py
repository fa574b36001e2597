"""What memory itself has said lately, so that an assistant repeating it is not taken for news."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict

from kgmem.results import Answer, Context

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_KEEP = 4096


class Recalled:
    """A bounded set of sentences that were handed out. Thread-safe; gone with the process."""

    def __init__(self) -> None:
        """Start empty."""
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, text: str) -> None:
        """Remember a text, whole and by sentence."""
        with self._lock:
            for part in (text, *_SENTENCE.split(text)):
                key = _key(part)
                if key:
                    self._seen[key] = None
                    self._seen.move_to_end(key)
            while len(self._seen) > _KEEP:
                self._seen.popitem(last=False)

    def note(self, given: Answer | Context) -> None:
        """Remember what a result tells: the answer, its quotes, the candidates' words."""
        if isinstance(given, Context):
            for candidate in given.candidates:
                self.add(candidate.text)
            return
        if not given.abstained:
            self.add(given.text)
            for evidence in given.evidence:
                self.add(evidence.quote)

    def clear(self) -> None:
        """Keep nothing: what is forgotten must not stay here either."""
        with self._lock:
            self._seen.clear()

    def repeats(self, text: str) -> bool:
        """Whether every sentence of a text was handed out before."""
        with self._lock:
            if _key(text) in self._seen:
                return True
            parts = [key for part in _SENTENCE.split(text) if (key := _key(part))]
            return bool(parts) and all(key in self._seen for key in parts)


def _key(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
