"""Phrases as an answer shows them: without the asked person's name, and not a bare pronoun."""

from __future__ import annotations

import re

from kgmem.answering.material import Material
from kgmem.answering.reply import tidy

UNRESOLVED = re.compile(r"^(?:it|this|that|them|they|he|she|things?|something|one|lot|here)$", re.I)
"""A phrase that names nothing by itself."""


def trimmed(text: str, material: Material) -> str:
    """A phrase without the asked person's name: "Nora's own studio" is "own studio"."""
    drop = {n.casefold() for name in material.question.about for n in name.split()}
    names = material.people.asked | drop
    return tidy(" ".join(w for w in text.split() if _bare(w) not in names))


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.strip(",.;:!?")).casefold()
