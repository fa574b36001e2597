"""What memory itself has said lately, so that an assistant repeating it is not taken for news."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict

from kgmem.results import Answer, Context

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_KEEP = 4096


class Recalled:
    """A bounded set of sentences that were handed out, each to a namespace's owner.

    What one tenant was told says nothing about what another one's assistant repeats. Thread-safe;
    gone with the process.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, text: str, namespace: str = "") -> None:
        """Remember a text, whole and by sentence."""
        with self._lock:
            for part in (text, *_SENTENCE.split(text)):
                key = _key(part)
                if key:
                    self._seen[namespace, key] = None
                    self._seen.move_to_end((namespace, key))
            while len(self._seen) > _KEEP:
                self._seen.popitem(last=False)

    def note(self, given: Answer | Context, namespace: str = "") -> None:
        """Remember what a result tells: the answer, its quotes, the candidates' words."""
        if isinstance(given, Context):
            for candidate in given.candidates:
                self.add(candidate.text, namespace)
            return
        if not given.abstained:
            self.add(given.text, namespace)
            for evidence in given.evidence:
                self.add(evidence.quote, namespace)

    def clear(self) -> None:
        """Keep nothing: what is forgotten must not stay here either."""
        with self._lock:
            self._seen.clear()

    def repeats(self, text: str, namespace: str = "") -> bool:
        """Whether every sentence of a text was handed out before."""
        with self._lock:
            if (namespace, _key(text)) in self._seen:
                return True
            parts = [key for part in _SENTENCE.split(text) if (key := _key(part))]
            return bool(parts) and all((namespace, key) in self._seen for key in parts)


def _key(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
