"""What a picture that was shared shows, for a later "that painting"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import coreference, naming
from kgmem.extraction.openie.scene import Mention, Scene
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SLOTS = frozenset(
    ["nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos", "conj", "dative", "ROOT", "oprd",
     "npadvmod", "poss"]
)  # fmt: skip
"""The places of a sentence in which something is mentioned."""
SHOWN_AT = -1
"""The unit number of what a turn's own picture shows."""


def shown(scene: Scene, doc: Doc) -> list[Mention]:
    """What a caption names, for a later "that painting": before all words of its turn."""
    found = []
    for token in doc:
        if token.pos_ != "NOUN" or token.dep_ not in SLOTS:
            continue
        picture = token.lemma_.lower() in coreference.PICTURES
        noun = "photo" if picture else str(token.lemma_.lower())
        described = _described(token)
        whose = not described
        if whose:
            described = f"{token.text} in {scene.speaker.name}'s photo"
        term = Ref(described, naming.guess_type(token))
        plural, place = token.tag_ == "NNS", (SHOWN_AT, token.i)
        surface = f"the {described}"
        found.append(
            Mention(
                term, "", plural, False, False, place, 0.0, noun, True, surface,
                shown=True, whose=whose,
            )
        )  # fmt: skip
    return found


def _described(token: Token) -> str:
    """A thing on a picture by the words of the caption; empty where those only name it."""
    words = [
        t for t in token.subtree if not (t.dep_ == "det" and t.head == token) and not t.is_punct
    ]
    while len(words) > _MOST_SHOWN or (words and words[-1].pos_ not in {"NOUN", "PROPN"}):
        words.pop()
    return " ".join(t.text for t in words) if len(words) > 1 else ""


_MOST_SHOWN = 8
