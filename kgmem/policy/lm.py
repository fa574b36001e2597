"""Edits written by a causal language model, trained by `kgmem train edit-lm`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from kgmem.errors import InputError
from kgmem.language.relations import Catalogue, catalogue
from kgmem.llm.places import card, find
from kgmem.policy import lm_lines
from kgmem.protocols import Case, Completion
from kgmem.types import Edit


class Writer(Protocol):
    """A language model that answers several prompts in one pass; `LocalModel` is one."""

    @property
    def id(self) -> str:
        """Name and hash of the weights."""
        ...

    def complete_many(
        self, system: str, users: Sequence[str], *, max_tokens: int = 512
    ) -> list[Completion]:
        """A greedy reply to each prompt."""
        ...


class LmEditPolicy:
    """`EditPolicy` by a language model: greedy, in batches; the ledger validates what it writes.

    Attributes:
        asked: prompts so far.
        fallbacks: replies that meant nothing; their triple was added.
    """

    def __init__(
        self, model: Writer, *, batch: int = 8, relations: Catalogue | None = None
    ) -> None:
        """Ask `model`, at most `batch` prompts at once.

        Raises:
            InputError: the batch is not positive.
        """
        if batch < 1:
            raise InputError(f"a batch holds at least 1 prompt, not {batch}")
        self._model = model
        self._batch = batch
        self._catalogue = catalogue() if relations is None else relations
        self.asked = 0
        self.fallbacks = 0

    @classmethod
    def load(cls, directory: str | Path, *, batch: int = 8) -> LmEditPolicy:
        """A policy from a directory: an adapter that `kgmem train edit-lm` wrote, or a whole model.

        Raises:
            InputError: there is no model, or an adapter that was trained for something else.
            MissingExtra: torch, transformers or peft is not installed.
        """
        from kgmem.llm import LocalModel

        kind = card(find(directory)).get("kind", "edit")
        if kind != "edit":
            raise InputError(f"{str(directory)!r} was trained to {kind}, not to edit")
        return cls(LocalModel(directory), batch=batch)

    @property
    def id(self) -> str:
        """Name and version, for the journal."""
        return f"lm/1:{self._model.id}"

    def decide(self, cases: Sequence[Case]) -> list[list[Edit]]:
        """Edits for each case; where only `NOOP` is possible the model is not asked.

        Raises:
            ModelError: the model cannot be loaded, or a prompt is longer than it can read.
        """
        decided = [lm_lines.fallback(case, self._catalogue) for case in cases]
        open_ = [i for i, case in enumerate(cases) if not lm_lines.forced(case, self._catalogue)]
        for start in range(0, len(open_), self._batch):
            some = open_[start : start + self._batch]
            replies = self._model.complete_many(
                lm_lines.instructions(),
                [lm_lines.prompt(cases[i]) for i in some],
                max_tokens=lm_lines.MAX_TOKENS,
            )
            self.asked += len(some)
            for i, reply in zip(some, replies, strict=True):
                action = lm_lines.action(reply.text, cases[i])
                if action is None:
                    self.fallbacks += 1
                else:
                    decided[i] = lm_lines.edits(action, cases[i], self._catalogue)
        return decided

    def __repr__(self) -> str:
        """The id."""
        return f"LmEditPolicy({self.id!r})"
