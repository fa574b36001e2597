"""A "we" that is a team or a band: "our team played on Sunday. We lost our first game."."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import syntax
from kgmem.extraction.openie.candidates import STRIDE
from kgmem.extraction.openie.scene import Mention, Reading

if TYPE_CHECKING:
    from spacy.tokens import Token

_TEAMS = frozenset(
    ["team", "band", "choir", "squad", "quartet", "trio", "orchestra", "ensemble", "crew"]
)
_COMPETING = frozenset(
    ["win", "lose", "place", "score", "draw", "tie", "beat", "qualify", "rank", "defeat", "compete"]
)
_RANKED = frozenset(["come", "finish", "get", "take", "end"])
_RANKS = frozenset(["first", "second", "third", "fourth", "last", "runners"])
_CONTESTS = frozenset(
    ["game", "match", "final", "semifinal", "league", "cup", "championship", "tournament", "title",
     "round", "medal", "trophy", "season", "set", "point", "place", "prize", "award", "contest",
     "competition", "quiz", "goal", "opener"]
)  # fmt: skip
_NAMING = frozenset(["call", "name", "nickname", "dub"])
_SHARED = frozenset(["game", "match", "gig", "show", "concert", "tournament", "season", "album"])
_BACK = 3
"""Turns that such a "we" looks back."""


def meant(reading: Reading, token: Token) -> str:
    """The team or band that a "we" or "our" means; empty where it may be anybody.

    Only what a team does is told of it: it wins, plays its first game, is called something.

    Args:
        reading: the unit.
        token: the pronoun.
    """
    verb = syntax.verb_of(token)
    if not _of_a_team(verb, token):
        return ""
    place, speaker = (reading.place, token.i), reading.scene.speaker.name
    for mention in reversed(reading.mentions):
        if mention.place < place and _beside(mention, reading):
            return mention.term.name  # "the Comets had a match and we came second"
        if mention.place >= place or mention.noun not in _TEAMS:
            continue
        if mention.place[0] < -(_BACK + 1) * STRIDE:
            return ""
        name = mention.term.name
        own = mention.term.named or name.startswith(f"{speaker}'s ") or mention.place[0] >= 0
        if own and mention.told and not mention.shown:
            return name
        if mention.place[0] >= 0 and mention.surface.startswith("a "):
            return f"{speaker}'s {mention.noun}"  # "I'm in a band. We're called ..."
    return ""


def _beside(mention: Mention, reading: Reading) -> bool:
    """Whether a name with "the" has just been what a clause is about."""
    near = mention.place[0] in {reading.place, reading.place - 1} and mention.subject
    some = mention.term.named and mention.term.type in {"organization", "group", "thing"}
    return near and some and mention.surface.lower().startswith("the ")


def _of_a_team(verb: Token, token: Token) -> bool:
    lemma = verb.lemma_.lower()
    passive = any(c.dep_ == "auxpass" for c in verb.children)
    objects = [c for c in verb.children if c.dep_ == "dobj"]
    contest = all(o.lemma_.lower() in _CONTESTS for o in objects)
    ranked = lemma in _RANKED and any(t.lower_ in _RANKS for t in verb.subtree)
    if (lemma in _NAMING and passive) or (contest and (lemma in _COMPETING or ranked)):
        return True
    owned = any(c.lower_ == "our" for o in objects for c in o.children)
    return owned and any(o.lemma_.lower() in _SHARED for o in objects)
