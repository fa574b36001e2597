"""Phrases as an answer shows them: without the asked person's name, and not a bare pronoun."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.reply import tidy
from kgmem.answering.roles import possesses
from kgmem.language.questions import Question

_MINE = re.compile(r"\b(?:my|our)\s+((?:[\w-]+\s+){0,2}[\w-]+)", re.I)
UNRESOLVED = re.compile(r"^(?:it|this|that|them|they|he|she|things?|something|one|lot|here)$", re.I)
"""A phrase that names nothing by itself."""

VAGUE = stems(
    "favorite favourite main current new newest latest old real full next last best primary usual "
    "first second own good big little young older younger eldest oldest youngest dream ideal"
)
"""Words before a noun that do not make it another one."""


_FOLLOWS = re.compile(
    r"\s(?:named|called|of|from|with|without|in|on|at|for|about|who|which|that|and)\b.*", re.I
)


def only_mentions(text: str, question: Question) -> bool:
    """Whether a phrase has the noun of what one has in it, and is something else.

    "watching the kids play" and "the kids' room" are none of somebody's kids.
    """
    head = stems(question.head) if possesses(question) else frozenset()
    core = _FOLLOWS.sub("", text.strip()).split()
    return bool(head & stems(text)) and not head & stems(" ".join(core[-1:]))


def describes(text: str, question: Question) -> bool:
    """Whether a phrase only says again what is asked for: "Nora's new dentist"."""
    asked = stems(question.content) | {s for name in question.names for s in stems(name)}
    said = stems(text)
    return bool(said) and not text[:1].isdigit() and said - VAGUE <= asked


def trimmed(text: str, material: Material) -> str:
    """A phrase without the asked person's name: "Nora's own studio" is "own studio"."""
    drop = {n.casefold() for name in material.question.about for n in name.split()}
    names = material.people.asked | drop
    return tidy(" ".join(w for w in text.split() if _bare(w) not in names))


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.strip(",.;:!?")).casefold()


def possessed_words(question: Question) -> tuple[str, ...]:
    """Up to three words after the possessor: "tattoo mean" of "What does Nora's tattoo mean?"."""
    for name in question.about:
        match = re.search(re.escape(name) + r"['’]s?\s+((?:[\w-]+\s+){0,2}[\w-]+)", question.short)
        if match:
            return tuple(match.group(1).split())
    own = _MINE.search(question.short) if question.asker in question.about else None
    return tuple(own.group(1).split()) if own else ()


def possessed(question: Question) -> frozenset[str]:
    """Stems of what the asked one has: "tattoo" for "What does Nora's tattoo mean?"."""
    return stems(" ".join(possessed_words(question))) - stems(question.head)


def is_agent(scored: Scored, material: Material) -> bool:
    """Whether a fact is about the one, or the thing of theirs, that the question is about."""
    wanted = possessed(material.question)
    if wanted:
        return bool(wanted & stems(scored.fact.subject))
    return scored.own >= 1.0 or not material.people.asked
