r"""Fit what speaks for a phrase as an answer, and for an answer being the asked one's.

    python benchmarks/answering/fit.py benchmarks/answering/data/*.json \
        --write kgmem/data/phrases.toml

Reads conversations in LOCOMO's format with questions, evidence and answers. `one` and `several` are
log-linear models over the phrases of a question, fitted to the expected official F1; `theirs` is a
logistic model over questions with an answer and the same questions asked of the other speaker.
Without `--write` it prints what each fold predicts for the conversation that it was not fitted on.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kgmem.answering.abstention import ownership
from kgmem.answering.choosing import (
    LONGEST_ITEM,
    MOST,
    SENTENCES,
    SENTENCES_FOR_SEVERAL,
    alike,
    asks_several,
    item_traits,
)
from kgmem.answering.force import in_force
from kgmem.answering.gathering import gather
from kgmem.answering.matching import stems
from kgmem.answering.material import Material
from kgmem.answering.roles import asks_subject
from kgmem.answering.traits import considered
from kgmem.answering.weights import fitted
from kgmem.bench.dataset import QA, Conversation, load, observations
from kgmem.bench.scorer import ADVERSARIAL, MULTI_HOP, OPEN_DOMAIN, SINGLE_HOP, stemmed_f1
from kgmem.engine import reading
from kgmem.memory import Memory
from kgmem.retrieval import Filters
from kgmem.types import Floats

STEPS, RATE, RIDGE, LEAST_SPREAD, LEAST_EFFECT = 120, 0.08, 0.2, 0.08, 0.02
EMPHASIS = 2.0
RIGHT, GIVEN = 0.5, 0.6
LOGISTIC_STEPS, LOGISTIC_RATE, LOGISTIC_RIDGE = 1500, 0.3, 0.2
SKIPPED = ("yes_no", "when")
HEAD = """\
# What speaks for a phrase as an answer, and how much. The names are those of
# kgmem/answering/traits.py (`theirs`: of kgmem/answering/abstention.py). Made by
# benchmarks/answering/fit.py; its README has the data and the figures.
"""


@dataclass(frozen=True, slots=True)
class Example:
    """One question: the traits of its phrases, or its own, and what each is worth.

    `texts` are the phrases, `wanted` how many things the answer names; 0 where one is asked for.
    """

    conversation: str
    category: int
    traits: tuple[Mapping[str, float], ...]
    worth: Floats
    texts: tuple[str, ...] = ()
    wanted: int = 0


def materials(talk: Conversation) -> Iterator[tuple[QA, str, bool, Material]]:
    """Each question, and where it names one speaker the same asked of the other (False)."""
    with Memory.open(":memory:") as memory:
        memory.observe_many(observations(talk))
        engine = memory._engine
        for item in talk.questions:
            texts = [(item.question, item.category != ADVERSARIAL)]
            texts += [(t, False) for t in _swapped(item, talk.speakers)]
            for text, real in texts:
                asked = reading.asked(engine, text, now=talk.end)
                with reading.views(engine, asked) as opened:
                    found = reading.search(engine, asked, Filters(), opened)
                    query, reader, seen = opened[0]
                    made = gather(
                        query, found, reader=reader, snapshot=seen, encoder=engine.encoder()
                    )
                yield item, text, real, in_force(made, None)


def _swapped(item: QA, speakers: tuple[str, str]) -> list[str]:
    if item.category == ADVERSARIAL:
        return []
    named = [s for s in speakers if re.search(rf"\b{s}\b", item.question)]
    if len(named) != 1:
        return []
    other = speakers[1 - speakers.index(named[0])]
    return [re.sub(rf"\b{named[0]}\b", other, item.question)]


def examples(talk: Conversation) -> tuple[list[Example], list[Example]]:
    """The examples for phrases, and those for whose they are."""
    phrases, owners = [], []
    for item, text, real, material in materials(talk):
        one = len(material.people.asked) == 1 and material.people.speaks
        doer = material.question.kind == "who" and asks_subject(material.question)
        if one and not doer and item.category != OPEN_DOMAIN:
            traits = ownership(material)
            owners.append(Example(talk.id, item.category, (traits,), np.array([float(real)])))
        wanted = item.category in (MULTI_HOP, SINGLE_HOP) and text == item.question
        if wanted and material.question.kind not in SKIPPED:
            made = _phrases(talk.id, item, material)
            phrases += [made] if made is not None else []
    return phrases, owners


def _phrases(name: str, item: QA, material: Material) -> Example | None:
    several = item.category == MULTI_HOP
    golds = item.answer.split(",") if several else [item.answer]
    traits, worth, texts = [], [], []
    for phrase, _, found in considered(material, SENTENCES_FOR_SEVERAL if several else SENTENCES):
        traits.append(found)
        texts.append(phrase.text)
        worth.append(max(stemmed_f1(phrase.text, gold) for gold in golds))
    if not traits:
        return None
    wanted = len(golds) if several and asks_several(material.question) else 0
    return Example(name, item.category, tuple(traits), np.array(worth), tuple(texts), wanted)


def matrix(traits: Sequence[Mapping[str, float]], names: Sequence[str]) -> Floats:
    """One row an item, one column a trait; what an item lacks is 0."""
    return np.array([[t.get(n, 0.0) for n in names] for t in traits], dtype=np.float64)


def choice_weights(made: Sequence[Example], names: Sequence[str]) -> Floats:
    """Weights whose softmax over a question's phrases expects the most F1 (log, with a ridge).

    The F1 is squared: half an answer is worth less than half.
    """
    use = [e for e in made if e.worth.max() > 0]
    rows = np.concatenate([matrix(e.traits, names) for e in use])
    spread = np.maximum(rows.std(0), LEAST_SPREAD)
    rows = rows / spread
    worth = np.concatenate([e.worth for e in use]) ** EMPHASIS
    sizes = np.array([len(e.worth) for e in use])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    group = np.repeat(np.arange(len(sizes)), sizes)
    weights, first, second = (np.zeros(rows.shape[1]) for _ in range(3))
    for step in range(1, STEPS + 1):
        scores = rows @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        share = odds / np.add.reduceat(odds, starts)[group]
        gain = share * worth
        pull = gain / np.add.reduceat(gain, starts)[group] - share
        slope = pull @ rows / len(sizes) - RIDGE * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        move = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        weights = weights + RATE * move * (1 - step / STEPS / 1.2)
    return np.asarray(weights / spread)


def fit_choice(made: Sequence[Example]) -> dict[str, float]:
    """Weights by trait; what moves next to nothing is left out and the rest fitted again."""
    names = sorted({n for e in made for t in e.traits for n in t})
    rows = np.concatenate([matrix(e.traits, names) for e in made])
    effect = np.abs(choice_weights(made, names)) * rows.std(0)
    kept = [n for n, size in zip(names, effect, strict=True) if size >= LEAST_EFFECT]
    return dict(zip(kept, choice_weights(made, kept).tolist(), strict=True))


def items_of(example: Example, weights: Mapping[str, float]) -> list[Example]:
    """The items that a list would have at most, each with whether it is one that was asked for."""
    scores = [score(weights, t) for t in example.traits]
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    found: list[Example] = []
    said: list[frozenset[str]] = []
    for i in order:
        own = stems(example.texts[i])
        if len(example.texts[i].split()) > LONGEST_ITEM or any(alike(own, s) for s in said):
            continue
        traits = item_traits(scores[i], scores[order[0]], len(said))
        right = np.array([float(example.worth[i] >= RIGHT)])
        found.append(Example(example.conversation, example.category, (traits,), right))
        said.append(own)
        if len(said) == MOST:
            break
    return found


def items_left_out(made: Sequence[Example]) -> list[Example]:
    """The items of every conversation's lists, by weights fitted on the others."""
    found: list[Example] = []
    for name in sorted({e.conversation for e in made}):
        weights = fit_choice([e for e in made if e.conversation != name])
        asked = [e for e in made if e.conversation == name and e.wanted]
        found += [item for e in asked for item in items_of(e, weights)]
    return found


def fit_owner(made: Sequence[Example], *, even: bool = True) -> dict[str, float]:
    """A logistic model; `even` gives both outcomes the same weight."""
    names = sorted({n for e in made for t in e.traits for n in t})
    rows = np.concatenate([matrix(e.traits, names) for e in made])
    real = np.array([e.worth[0] for e in made])
    middle, spread = rows.mean(0), rows.std(0) + 1e-6
    rows = (rows - middle) / spread
    balance = np.where(real == 1, 0.5 / real.mean(), 0.5 / (1 - real.mean()))
    balance = balance if even else np.ones(len(real))
    weights, base = np.zeros(rows.shape[1]), 0.0
    for _ in range(LOGISTIC_STEPS):
        off = balance * (1 / (1 + np.exp(-(rows @ weights + base))) - real)
        weights = weights - LOGISTIC_RATE * (rows.T @ off / len(real) + LOGISTIC_RIDGE * weights)
        base -= LOGISTIC_RATE * float(off.mean())
    made_base = base - float((weights * middle / spread).sum())
    return {"base": made_base, **dict(zip(names, (weights / spread).tolist(), strict=True))}


def score(weights: Mapping[str, float], traits: Mapping[str, float]) -> float:
    """The weighted sum, with its base."""
    return weights.get("base", 0.0) + sum(weights.get(n, 0.0) * v for n, v in traits.items())


def left_out(
    made: Sequence[Example],
    fit: Callable[[Sequence[Example]], Mapping[str, float]],
    judge: Callable[[Example, Mapping[str, float]], float],
) -> float:
    """The mean of a judgement over every conversation, fitted on the others."""
    found = []
    for name in sorted({e.conversation for e in made}):
        weights = fit([e for e in made if e.conversation != name])
        found += [judge(e, weights) for e in made if e.conversation == name]
    return float(np.mean(found))


def best_worth(example: Example, weights: Mapping[str, float]) -> float:
    """What the phrase that would be chosen is worth."""
    return float(example.worth[int(np.argmax([score(weights, t) for t in example.traits]))])


def right_side(example: Example, weights: Mapping[str, float]) -> float:
    """Whether the question would be answered or refused as it should."""
    return float((score(weights, example.traits[0]) >= 0) == (example.worth[0] == 1))


def main() -> None:
    """Fit, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--keep", nargs="*", default=(), choices=("theirs",))
    options = parser.parse_args()
    phrases: list[Example] = []
    owners: list[Example] = []
    for path in options.data:
        for talk in load(path):
            one, two = examples(talk)
            phrases += one
            owners += two
    single = [e for e in phrases if e.category == SINGLE_HOP]
    print(f"{len(single)} for one phrase, {len(phrases)} for several, {len(owners)} for whose")
    if options.write is None:
        chosen = left_out(single, fit_choice, best_worth)
        rightly = left_out(owners, fit_owner, right_side)
        print(f"left out: F1 of the phrase chosen {100 * chosen:.1f}")
        print(f"left out: answered or refused rightly {100 * rightly:.1f} %")
        return
    options.write.write_text(HEAD + _written(phrases, owners, options.keep), encoding="utf-8")


def _written(phrases: Sequence[Example], owners: Sequence[Example], kept: Sequence[str]) -> str:
    """All tables as TOML; those kept as the package has them."""
    items = items_left_out(phrases)
    wanted = [e.wanted for e in phrases if e.wanted]
    single = [e for e in phrases if e.category == SINGLE_HOP]
    tables = {
        "one": fit_choice(single),
        "several": fit_choice(phrases),
        "item": fit_owner(items, even=False),
        "list": {"given": GIVEN, "wanted": float(np.mean(wanted))},
        "theirs": fitted("theirs") if "theirs" in kept else fit_owner(owners),
    }
    return "".join(
        f"\n[{name}]\n" + "".join(f"{k} = {v:.3f}\n" for k, v in sorted(table.items()))
        for name, table in tables.items()
    )


if __name__ == "__main__":
    main()
