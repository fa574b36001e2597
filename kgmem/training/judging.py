"""Whether an answer is right, from its words alone."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.bench.scorer import abstains, normalise

_TRUTH = ("yes", "no")


def mentions(answer: str, item: str) -> bool:
    """Whether an answer has an item, word for word, after the official normalisation."""
    wanted, words = normalise(item), normalise(answer)
    if wanted in _TRUTH:
        return words.split()[:1] == [wanted]
    return bool(wanted) and f" {wanted} " in f" {words} "


def right(
    answer: str, gold: Sequence[str], wrong: Sequence[str] = (), absent: bool = False
) -> bool:
    """Whether an answer has every item of the gold and none of the wrong.

    Where nothing was said the right answer is an abstention (an empty text is one).
    """
    if absent or not gold:
        return not answer.strip() or abstains(answer)
    return all(mentions(answer, g) for g in gold) and not any(mentions(answer, w) for w in wrong)


def wrongly_edited(answer: str, gold: Sequence[str], wrong: Sequence[str]) -> bool:
    """Whether an answer shows what a wrong edit leaves behind: an outdated or untrue item."""
    return any(mentions(answer, w) for w in wrong if w not in gold)
