"""What two speakers' turns share: a question turned round, so that who replies says it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from kgmem.extraction.openie import sentences
from kgmem.types import Observation

SOON = timedelta(days=2)
"""A reply of later answers something else."""
_MOST = 2_000
"""Characters at the end of a turn that a reply can answer."""
_YOU = re.compile(r"\b(?:yourself|yours|your|you)\b", re.IGNORECASE)
_MINE = {"your": "my", "yours": "mine", "yourself": "myself", "you": "me"}


def mine(words: str) -> str:
    """A question's words as who replies says them: "your dog" is "my dog"."""
    return _YOU.sub(lambda m: _MINE[m.group().lower()], words)


def asked(observation: Observation, thread: Sequence[Observation]) -> list[str]:
    """The sentences of the turn that may have asked for this one; none of one's own or of long ago.

    Args:
        observation: what is read.
        thread: the turns before it, latest last.
    """
    if not thread or thread[-1].speaker == observation.speaker:
        return []
    if observation.time - thread[-1].time > SOON:
        return []
    return [s.text.strip() for s in sentences.split_sentences(thread[-1].text[-_MOST:])]


def uncalled(question: str, names: Sequence[str], *, bare: bool = False) -> str:
    """The question without the name of whom it is put to.

    Args:
        question: one sentence.
        names: who may be addressed.
        bare: also a name without a comma, and whoever else is named behind one at the end.
    """
    called = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    first, last = (r"[,!]\s*", r",?\s+") if bare else (r",\s*", r",\s*")
    if called:
        ends = rf"^(?:{called}){first}|{last}(?:{called})(?=\s*\?)"
        question = re.sub(ends, "", question, flags=re.IGNORECASE)
    return re.sub(r",\s+[A-Z][\w'-]+(?=\s*\?)", "", question) if bare else question
