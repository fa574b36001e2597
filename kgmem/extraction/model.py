"""Facts by a language model: windows of turns, a declared number of calls, nothing ever lost."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgmem import assets
from kgmem.errors import InputError
from kgmem.extraction.model_prompt import fingerprint, schema, user_prompt
from kgmem.extraction.model_quote import locate
from kgmem.extraction.model_reply import Item, Reply, read
from kgmem.extraction.model_triples import Setting, Times, triples
from kgmem.language import times
from kgmem.protocols import LLM, ExtractionContext, Extractor
from kgmem.types import Observation, Triple

TURNS_PER_CALL = 15
"""With one repair in hand, 100 turns in batches of 64 cost at most 10 calls."""

TURNS_PER_BUDGETED_CALL = 10
"""Turns that earn one call: 100 turns, 10 calls."""

LONGEST = 8_000
"""Characters of an observation that a model is given; the fallback reads longer ones."""

REPLY_TOKENS = (300, 260)
"""Most tokens of a reply: so many, and so many more for each turn."""

QUOTED_REPLY = 600
"""Characters of a broken reply that the repair shows."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One observation to be read: its place in the batch, and what stands before it."""

    index: int
    observation: Observation


class LLMExtractor:
    """Asks a language model for the facts of a window of turns.

    A reply that cannot be read is asked for once more; what still has no answer is read by the
    fallback, so no observation is lost. A model that fails or times out raises `ModelError`: the
    caller keeps the episodes pending and resumes later.

    One `extract` of n observations makes at most `calls(n)` calls, repairs counted.
    """

    def __init__(
        self,
        llm: LLM,
        fallback: Extractor,
        *,
        turns_per_call: int = TURNS_PER_CALL,
        max_calls: int | None = None,
        find_times: Times = times.find,
    ) -> None:
        """Prepare.

        Args:
            llm: the model.
            fallback: reads what the model did not answer, and observations of over 8,000
                characters.
            turns_per_call: most observations in one prompt.
            max_calls: most calls of one `extract`; when they are used up, the fallback reads the
                rest. By default `calls(n)`.
            find_times: resolves time expressions.

        Raises:
            InputError: a number below one.
        """
        if turns_per_call < 1 or (max_calls is not None and max_calls < 1):
            raise InputError("turns_per_call and max_calls must be at least 1")
        self._llm = llm
        self._fallback = fallback
        self._turns = turns_per_call
        self._max_calls = max_calls
        self._times = find_times
        self._system = assets.prompt("extract")
        self._repair = assets.prompt("repair")
        marks = fingerprint(self._system, self._repair).encode()
        self.id = f"llm:{llm.id}:{hashlib.sha256(marks).hexdigest()[:12]}"

    def calls(self, observations: int) -> int:
        """Most calls that `extract` makes for so many observations.

        One for each window and one in hand for a repair, or one for ten observations where that
        is more.
        """
        windows = -(-observations // self._turns)
        budget = max(windows + 1, observations // TURNS_PER_BUDGETED_CALL) if windows else 0
        return budget if self._max_calls is None else min(budget, self._max_calls)

    def extract(
        self, observations: Sequence[Observation], context: ExtractionContext
    ) -> list[list[Triple]]:
        """Triples for each observation; see `Extractor.extract`.

        Raises:
            ModelError: the model failed or timed out; nothing of the batch is returned.
        """
        found: dict[int, list[Triple]] = {}
        asked = [
            _Turn(index, observation)
            for index, observation in enumerate(observations)
            if _body(observation).strip() and len(_body(observation)) <= LONGEST
        ]
        left = self.calls(len(asked))
        for window in _windows(asked, self._turns):
            if left < 1:
                break
            reserve = -(-(len(asked) - asked.index(window[-1]) - 1) // self._turns)
            answers, used = self._ask(window, observations, context, spare=left - 1 - reserve)
            found |= answers
            left -= used
        return found  # type: ignore[return-value]
