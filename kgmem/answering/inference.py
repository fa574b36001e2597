"""What is likely so: "Would Nora enjoy a cruise?", from what the asked one said of what is like it.

Nobody says such an answer outright, so refusing it for want of the words refuses nearly all of
them. What the asked one's nearest words feel about the matter decides: who gets seasick would not.
"""

from __future__ import annotations

import re

from kgmem.answering.material import Material, Passage
from kgmem.answering.reply import Reply, from_words
from kgmem.language.questions import Question

_INFERS = re.compile(
    r"^(?:would|could|might)\b|^(?:is|are|was|were|does|do|will)\b.*\b(?:likely|probably)\b", re.I
)
_AGAINST = re.compile(
    r"\b(?:hat(?:e|es|ed)|dislikes?|never|no longer|not|no|can['’]?t|cannot|won['’]?t|"
    r"allerg\w+|sick|seasick|afraid|scared|terrif\w+|fear|turned down|for good|quit|gave up|"
    r"avoid\w*|worst|awful|rather than|instead of|tired of|done with)\b|\w+n['’]t\b", re.I
)  # fmt: skip
_LIKED = re.compile(r"\b(?:can['’]?t wait|not only|no doubt|why not|can['’]?t get enough)\b", re.I)
_OWN, _LOOKED_AT = 0.8, 3


def infers(question: Question) -> bool:
    """Whether a yes or no has to be inferred: "Would ...?", "Is Nora likely to ...?"."""
    return question.kind == "yes_no" and bool(_INFERS.search(question.short))


def likely(material: Material) -> Reply | None:
    """Likely yes or likely no by the nearest words of the asked one; None without any."""
    people = material.people
    if not infers(material.question) or not people.asked:
        return None
    near = [p for p in material.passages if p.own >= _OWN and not p.asks][:_LOOKED_AT]
    if not near:
        return None
    against = next((p for p in near if _speaks_against(p)), None)
    asks_not = bool(re.search(r"\b(?:not|n['’]t|avoid|refuse|hate)\b", material.question.short))
    said = against or near[0]
    holds = (against is None) != asks_not
    return from_words(
        "Likely yes" if holds else "Likely no", said, support=said.score,
        reason="inferred from the nearest words",
    )  # fmt: skip


def _speaks_against(passage: Passage) -> bool:
    return bool(_AGAINST.search(_LIKED.sub("", passage.text)))
