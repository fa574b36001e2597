"""Questions with their distilled context as prompts, rewarded by the answer.

The manager is frozen: the graph is built by a policy that stays as it is, as in the second half of
Memory-R1 (arXiv 2508.19828). The prompt is the one of serving, and a reply is read as in serving:
JSON, citations checked, an answer without support dropped, relative times worked out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from kgmem.answering import answer_with_model
from kgmem.answering.model import MAX_TOKENS
from kgmem.answering.reply import NOTHING
from kgmem.bench.judge import judge as judged
from kgmem.errors import InputError
from kgmem.language.questions import Question as Analysed
from kgmem.language.questions import analyse
from kgmem.llm import ScriptedLLM
from kgmem.policy import RulesPolicy
from kgmem.protocols import LLM, EditPolicy
from kgmem.results import Context
from kgmem.training.environment import Environment
from kgmem.training.generator import Generated
from kgmem.training.judging import mentions
from kgmem.training.lm.tasks import Example, Reward
from kgmem.training.locomo import Locomo
from kgmem.training.rewards import Completion, exact_match, text_of, token_f1
from kgmem.training.samples import NothingToLearn
from kgmem.training.streams import Question, StreamSource

REWARDS = ("em", "f1", "judge")
_LEARN, _CHOOSE = 6, 7  # seeds of their own


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """What is asked, and what an answer is worth.

    Attributes:
        seed: of the streams.
        streams: to practise on.
        examined: streams of the split validation.
        locomo: conv-26 of this file to practise on and conv-30 to validate, instead of streams.
        reward: "em" (exact match), "f1" (the official token F1) or "judge" (a language model).
        form: worth of a reply in the format beside it.
        budget: tokens of a context.
    """

    seed: int = 7
    streams: int = 60
    examined: int = 12
    locomo: Path | None = None
    reward: str = "em"
    form: float = 0.1
    budget: int = 300

    def __post_init__(self) -> None:
        """Refuse rewards that there are not.

        Raises:
            InputError: the reward is unknown.
        """
        if self.reward not in REWARDS:
            raise InputError(f"no reward {self.reward!r}; there are {', '.join(REWARDS)}")


@dataclass(frozen=True, slots=True)
class Asking:
    """A question with the context that it is answered from.

    Attributes:
        example: its prompt, and the gold as a reply.
        question: with its gold.
        analysed: as the answerer wants it.
        context: distilled.
    """

    example: Example
    question: Question
    analysed: Analysed
    context: Context


class AnswerTask:
    """`LmTask` of an answer model."""

    kind = "answer"
    max_tokens = MAX_TOKENS

    def __init__(
        self,
        settings: AnswerSettings,
        environment: Environment | None = None,
        *,
        policy: EditPolicy | None = None,
        judge: LLM | None = None,
    ) -> None:
        """Ask nothing yet.

        Args:
            settings: what is asked, and what an answer is worth.
            environment: None for one with the packaged models.
            policy: builds the graph; None for the rules.
            judge: for the reward "judge".

        Raises:
            InputError: the reward is "judge" and there is none.
        """
        if settings.reward == "judge" and judge is None:
            raise InputError("the reward 'judge' needs a model that judges: pass --judge")
        self._settings = settings
        self._environment = environment or Environment()
        self._policy = policy or RulesPolicy()
        self._judge = judge
        self._asked: list[Asking] = []
        self._verdicts: dict[tuple[int, str], float] = {}

    @property
    def rewards(self) -> tuple[Reward, ...]:
        """The answer's score, and a reply in the format."""
        by_name = {"em": self.exact, "f1": self.overlap, "judge": self.judgement}
        name = self._settings.reward
        return (
            Reward(name, by_name[name], 1.0),
            Reward("format", self.form, self._settings.form),
        )

    def lessons(self) -> Sequence[Example]:
        """The gold as replies, where serving would accept it."""
        return self._practice

    def practice(self) -> Sequence[Example]:
        """Training questions whose context holds the answer, and those with nothing to say.

        Raises:
            NothingToLearn: there is none.
        """
        return self._practice

    def validation(self) -> Sequence[Example]:
        """All questions of the validation streams whose context is not empty."""
        return self._validation

    def exact(self, completions: Sequence[Completion], key: Sequence[int], **_: Any) -> list[float]:
        """1 where the answer is the gold; the reward of Memory-R1."""
        gold, absent = self._gold(key)
        return exact_match(self._texts(completions, key), gold, absent)

    def overlap(
        self, completions: Sequence[Completion], key: Sequence[int], **_: Any
    ) -> list[float]:
        """LOCOMO's official F1."""
        gold, absent = self._gold(key)
        return token_f1(self._texts(completions, key), gold, absent)

    def judgement(
        self, completions: Sequence[Completion], key: Sequence[int], **_: Any
    ) -> list[float]:
        """1 where the judge, strict, says CORRECT; an abstention is not asked about.

        Raises:
            ModelError: the judge cannot be reached.
        """
        texts = self._texts(completions, key)
        return [self._verdict(k, text) for k, text in zip(key, texts, strict=True)]

    def form(self, completions: Sequence[Completion], key: Sequence[int], **_: Any) -> list[float]:
        """1 for JSON with an answer and citations of the context alone, and nothing around it."""
        known = [{c.id for c in self._asked[k].context.candidates} for k in key]
        return [
            float(_is_reply(text_of(c), ids)) for c, ids in zip(completions, known, strict=True)
        ]

    @cached_property
    def _practice(self) -> list[Example]:
        asked = list(self._ask("train", _LEARN, self._settings.streams))
        labels = [a.example.label for a in asked]
        keys = [a.example.key for a in asked]
        fit = self.exact(labels, keys)
        found = [a.example for a, good in zip(asked, fit, strict=True) if good]
        if not found:
            raise NothingToLearn(
                "nothing can be learned: no context holds the answer to its question; raise "
                "--budget or --streams"
            )
        return found

    @cached_property
    def _validation(self) -> list[Example]:
        return [a.example for a in self._ask("validation", _CHOOSE, self._settings.examined)]

    def _source(self, split: Any) -> StreamSource:
        if self._settings.locomo is not None:
            return Locomo(self._settings.locomo, split)
        return Generated(split)

    def _ask(self, split: str, use: int, count: int) -> Iterator[Asking]:
        streams = list(self._source(split).streams(10 * self._settings.seed + use, count))
        for prepared in self._environment.prepare_all(streams):
            run = self._environment.begin(prepared)
            while (step := run.step) is not None:
                if not isinstance(step, Question):
                    run.observe(self._policy)
                    continue
                found = run.retrieve(step)
                context = run.distil(step, found, budget=self._settings.budget)
                run.skip()
                if context.candidates:
                    made = _asking(len(self._asked), step, context)
                    self._asked.append(made)
                    yield made

    def _texts(self, completions: Sequence[Completion], key: Sequence[int]) -> list[str]:
        """The answers that serving would give."""
        answers = []
        for completion, k in zip(completions, key, strict=True):
            asked = self._asked[k]
            said = ScriptedLLM([text_of(completion)])
            answer = answer_with_model(asked.analysed, asked.context, said)
            answers.append("" if answer.abstained else answer.text)
        return answers

    def _gold(self, key: Sequence[int]) -> tuple[list[tuple[str, ...]], list[bool]]:
        questions = [self._asked[k].question for k in key]
        return [q.gold for q in questions], [q.absent for q in questions]

    def _verdict(self, key: int, text: str) -> float:
        question = self._asked[key].question
        if question.absent or not text:
            return float(question.absent and not text)
        if (key, text) not in self._verdicts and self._judge is not None:
            row = {
                "category": 1,
                "question": question.text,
                "gold": ", ".join(question.gold),
                "prediction": text,
            }
            (good,) = judged([row], self._judge, "strict")
            self._verdicts[key, text] = float(bool(good))
        return self._verdicts[key, text]


def _asking(number: int, question: Question, context: Context) -> Asking:
    """A question as serving would prompt it; the model that is called only listens."""
    analysed = analyse(question.text, now=question.now, asker=question.asker)
    listening = ScriptedLLM([""])
    answer_with_model(analysed, context, listening)
    (call,) = listening.calls
    example = Example(number, call.system, call.user, _label(question, context))
    return Asking(example, question, analysed, context)


def _label(question: Question, context: Context) -> str:
    """The gold as a reply, citing the lines that hold it."""
    holds = partial(_holds, items=question.gold)
    cited = [c.id for c in context.candidates if holds(c.text)][:3]
    answer = ", ".join(question.gold) if cited else NOTHING
    return json.dumps({"answer": answer, "cited": cited}, ensure_ascii=False)


def _holds(text: str, items: Sequence[str]) -> bool:
    return any(mentions(text, item) for item in items)


def _is_reply(text: str, ids: set[str]) -> bool:
    try:
        found = json.loads(text.strip())
    except json.JSONDecodeError:
        return False
    if not isinstance(found, dict) or not isinstance(found.get("answer"), str):
        return False
    cited = found.get("cited")
    return isinstance(cited, list) and all(isinstance(c, str) and c in ids for c in cited)
