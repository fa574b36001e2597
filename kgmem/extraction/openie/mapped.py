"""Text that was edited but still knows which character of the original each came from."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mapped:
    """An edited text.

    Attributes:
        text: as it reads now.
        origin: for each character of `text` the index in the original that it stands for.
    """

    text: str
    origin: tuple[int, ...]

    @classmethod
    def of(cls, text: str, start: int = 0) -> Mapped:
        """An unedited text that begins at `start` of the original."""
        return cls(text, tuple(range(start, start + len(text))))

    def cut(self, start: int, end: int | None = None) -> Mapped:
        """The part `[start, end)`."""
        return Mapped(self.text[start:end], self.origin[start:end])

    def strip(self, characters: str | None = None) -> Mapped:
        """Without the given characters (white space by default) at both ends."""
        left = len(self.text) - len(self.text.lstrip(characters))
        right = len(self.text.rstrip(characters))
        return self.cut(left, max(left, right))

    def then(self, other: Mapped) -> Mapped:
        """With another part right behind it."""
        return Mapped(self.text + other.text, self.origin + other.origin)

    def prefixed(self, words: str) -> Mapped:
        """With words in front that stand for the first character."""
        first = self.origin[0] if self.origin else 0
        return Mapped(words + self.text, (first,) * len(words) + self.origin)

    def sub(
        self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str], count: int = 0
    ) -> Mapped:
        """Like `re.sub` with a plain text or a function.

        What is put in stands for the characters that it replaces.
        """
        if pattern.search(self.text) is None:
            return self
        text: list[str] = []
        origin: list[int] = []
        at = 0
        for number, match in enumerate(pattern.finditer(self.text)):
            if count and number >= count:
                break
            start, end = match.span()
            put = new(match) if callable(new) else new
            text += (self.text[at:start], put)
            origin += self.origin[at:start]
            if end > start:
                covered = self.origin[start:end]
                origin += [covered[min(i, len(covered) - 1)] for i in range(len(put))]
            else:
                near = self.origin[min(start, len(self.origin) - 1)] if self.origin else 0
                origin += [near] * len(put)
            at = end
        text.append(self.text[at:])
        origin += self.origin[at:]
        return Mapped("".join(text), tuple(origin))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original `[start, end)` that a part of this text stands for."""
        if not self.origin:
            return (0, 0)
        last = min(max(end, start + 1), len(self.origin)) - 1
        first = min(start, last)
        return (min(self.origin[first : last + 1]), max(self.origin[first : last + 1]) + 1)
