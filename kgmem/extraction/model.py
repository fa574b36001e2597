"""Facts by a language model: windows of turns, a declared number of calls, nothing ever lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from kgmem import assets
from kgmem.errors import InputError
from kgmem.extraction.model_prompt import fingerprint, schema, user_prompt
from kgmem.extraction.model_quote import locate
from kgmem.extraction.model_reply import Item, Reply, read
from kgmem.extraction.model_triples import Setting, triples
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

RECENT = 8
"""Earlier observations of its thread that the fallback sees."""

QUOTED_REPLY = 600
"""Characters of a broken reply that the repair shows."""


Numbered: TypeAlias = "tuple[int, Observation]"
"""An observation with its number in a prompt, from 1."""


@dataclass(slots=True)
class _Answers:
    """What a window's calls gave: items by turn number, turns that broke off, calls made."""

    items: dict[int, list[Item]]
    cut: set[int]
    calls: int = 1


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
    ) -> None:
        """Prepare.

        Args:
            llm: the model.
            fallback: reads what the model did not answer, and observations of over 8,000
                characters.
            turns_per_call: most observations in one prompt.
            max_calls: most calls of one `extract`; when they are used up, the fallback reads the
                rest. By default `calls(n)`.

        Raises:
            InputError: a number below one.
        """
        if turns_per_call < 1 or (max_calls is not None and max_calls < 1):
            raise InputError("turns_per_call and max_calls must be at least 1")
        self._llm = llm
        self._fallback = fallback
        self._turns = turns_per_call
        self._max_calls = max_calls
        self._system = assets.prompt("extract")
        self._repair = assets.prompt("repair")
        marks = fingerprint(self._system, self._repair).encode()
        self.id = f"llm:{llm.id}:{hashlib.sha256(marks).hexdigest()[:12]}"

    @property
    def slow(self) -> bool:
        """Seconds a window, and the model may fail."""
        return True

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
        found: list[list[Triple]] = [[] for _ in observations]
        unread = set(range(len(observations)))
        for window, answers in self._windows(observations, context):
            for number, index in enumerate(window, 1):
                setting = self._setting(observations[index], context)
                usable = triples(answers.items.get(number, ()), setting)
                found[index] = usable
                if number in answers.items and number not in answers.cut:
                    # Items of which not one can be used are no answer; no items are one.
                    unread -= {index} if usable or not answers.items[number] else set()
        for index in sorted(unread):
            around = _recent(observations, index, context)
            more = self._fallback.extract([observations[index]], around)[0]
            found[index] += [t for t in more if not _overlaps(t, found[index])]
        return found

    def _windows(
        self, observations: Sequence[Observation], context: ExtractionContext
    ) -> Iterator[tuple[list[int], _Answers]]:
        """Windows of observations, by their places in the batch, with the model's answers."""
        asked = [i for i, o in enumerate(observations) if 0 < len(_body(o).strip()) <= LONGEST]
        count = -(-len(asked) // self._turns)
        left = self.calls(len(asked))
        for k in range(count):
            window = asked[k * len(asked) // count : (k + 1) * len(asked) // count]
            if left < 1:
                return
            turns = [(number, observations[index]) for number, index in enumerate(window, 1)]
            earlier = [*context.recent, *observations[: window[0]]]
            repair = left - 1 > count - k - 1
            answers = self._ask(turns, earlier, context, repair=repair)
            left -= answers.calls
            yield window, answers

    def _ask(
        self,
        turns: Sequence[Numbered],
        earlier: Sequence[Observation],
        context: ExtractionContext,
        *,
        repair: bool,
    ) -> _Answers:
        """One call, and one more about the turns without an answer if the reply was broken."""
        text = self._complete(user_prompt(turns, earlier, context), len(turns), context)
        reply = read(text)
        answers = _Answers(_by_turn(reply, turns), reply.cut)
        missing = [t for t in turns if t[0] not in answers.items or t[0] in answers.cut]
        if not (repair and reply.problem and missing):
            return answers
        about = f"{self._repair}\nWrong with it: {reply.problem}\nIt began: {text[:QUOTED_REPLY]}"
        again = read(
            self._complete(
                f"{about}\n\n{user_prompt(missing, earlier, context)}", len(missing), context
            )
        )
        for number, items in _by_turn(again, missing).items():
            if number not in again.cut:
                answers.items[number] = items
                answers.cut.discard(number)
        answers.calls += 1
        return answers

    def _complete(self, user: str, turns: int, context: ExtractionContext) -> str:
        fixed, each = REPLY_TOKENS
        return self._llm.complete(
            self._system, user, max_tokens=fixed + each * turns, schema=schema(context)
        ).text

    def _setting(self, observation: Observation, context: ExtractionContext) -> Setting:
        present = context.participants.get(observation.thread, ())
        others = [name for name in present if name != observation.speaker]
        return Setting(
            observation=observation,
            body=_body(observation),
            addressee=observation.addressee or (others[0] if len(others) == 1 else None),
            names=frozenset([*present, observation.speaker or "", observation.addressee or ""]),
            types=tuple(context.entity_types),
            extractor=self.id,
        )

    def __repr__(self) -> str:
        """The id and the window."""
        return f"LLMExtractor({self.id!r}, turns_per_call={self._turns})"


def _body(observation: Observation) -> str:
    """The text that spans count in; see `Episode.body`."""
    caption = observation.caption
    return f"{observation.text}\n{caption}" if caption else observation.text


def _recent(
    observations: Sequence[Observation], index: int, context: ExtractionContext
) -> ExtractionContext:
    """The context of one observation of a batch: what came before it in its thread."""
    thread = observations[index].thread
    before = [o for o in (*context.recent, *observations[:index]) if o.thread == thread]
    return replace(context, recent=tuple(before[-RECENT:]))


def _overlaps(triple: Triple, others: Sequence[Triple]) -> bool:
    start, end = triple.span
    return any(start < o.span[1] and o.span[0] < end for o in others)


def _by_turn(reply: Reply, turns: Sequence[Numbered]) -> dict[int, list[Item]]:
    """Facts by the turns that were asked about; those that name none go where their quote is."""
    bodies = {number: _body(observation) for number, observation in turns}
    found = {number: list(reply.turns[number]) for number in bodies if number in reply.turns}
    strays = [x for number, items in reply.turns.items() if number not in bodies for x in items]
    for item in [*reply.loose, *strays]:
        quote = str(item.get("quote") or "")
        places = [n for n, body in bodies.items() if len(bodies) == 1 or locate(quote, body)]
        if len(places) == 1:
            found.setdefault(places[0], []).append(item)
    return found
