"""A language model that answers from a script: for tests, and for trying kgmem without one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kgmem.errors import ModelError
from kgmem.llm.counting import estimate
from kgmem.protocols import Completion

Reply: TypeAlias = "str | Exception"


@dataclass(frozen=True, slots=True)
class Call:
    """One prompt that a `ScriptedLLM` was given.

    Attributes:
        system: the instructions.
        user: the input.
        max_tokens: most tokens of the reply.
        schema: JSON schema of the reply, if any.
    """

    system: str
    user: str
    max_tokens: int = 512
    schema: Mapping[str, Any] | None = None


class ScriptedLLM:
    """Answers the n-th call with the n-th reply, or with what a function makes of the call.

    `calls` records every prompt, those that failed too. Thread-safe.
    """

    def __init__(
        self,
        replies: Sequence[Reply] | Callable[[Call], Reply],
        *,
        name: str = "scripted",
    ) -> None:
        """Keep the script.

        Args:
            replies: replies in order, or a function from the call to its reply; a reply that is
                an exception is raised.
            name: becomes part of the id.
        """
        self._replies = replies
        self._lock = threading.Lock()
        self.id = name
        self.calls: list[Call] = []

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_tokens: int = 512,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """The next reply; see `LLM.complete`.

        Raises:
            ModelError: the script has no reply left, or says that this call fails.
        """
        call = Call(system, user, max_tokens, schema)
        with self._lock:
            self.calls.append(call)
            number = len(self.calls)
        if callable(self._replies):
            reply = self._replies(call)
        elif number <= len(self._replies):
            reply = self._replies[number - 1]
        else:
            raise ModelError(f"the script has {len(self._replies)} replies; call {number} has none")
        if isinstance(reply, Exception):
            raise reply
        return Completion(reply, estimate(system) + estimate(user), estimate(reply))

    def count_tokens(self, text: str) -> int:
        """An estimate."""
        return estimate(text)

    def __repr__(self) -> str:
        """The name and how many calls there were."""
        return f"ScriptedLLM({self.id!r}, calls={len(self.calls)})"
