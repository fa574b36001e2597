"""Pronouns to people and things: the speaker, the addressee, and what was mentioned lately."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from kgmem.extraction.openie import syntax
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Mention, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_FIRST = frozenset(["i", "me", "my", "mine", "myself"])
_WE = frozenset(["we", "us", "our", "ours", "ourselves"])
_SECOND = frozenset(["you", "your", "yours", "yourself", "yourselves"])
_FEMALE = frozenset(["she", "her", "hers", "herself"])
_MALE = frozenset(["he", "him", "his", "himself"])
PERSONAL = _FEMALE | _MALE
_THEY = frozenset(["they", "them", "their", "theirs", "themselves"])
_THING = frozenset(["it", "its", "itself"])
_LONE = frozenset(
    ["this", "that", "these", "those", "which", "what", "who", "whom", "whose", "there"]
)
PICTURES = frozenset(["photo", "photograph", "photography", "pic", "picture", "image", "shot"])
TURNS_BACK = 5
STRIDE = 100
"""Unit numbers that each earlier turn takes up below zero."""
UNITS_BACK = 20
"""How many units of its own observation a pronoun looks back."""


def resolve(reading: Reading, token: Token) -> tuple[str, frozenset[str]]:
    """The name that a pronoun stands for, and how doubtful that is.

    Returns:
        The name (the pronoun itself when it cannot be told) and flags: `we`, `addressee`,
        `coref_sure` (one candidate in the same observation), `coref_only` (one in those just
        before), `coref` (likely), `coref_it`, `unresolved`, `generic`.
    """
    word = token.lower_
    scene = reading.scene
    if word in _FIRST:
        return scene.speaker.name, frozenset()
    if word in _WE:
        return scene.speaker.name, frozenset({"we"})
    if word in _SECOND:
        if scene.addressee is None:
            return word, frozenset({"unresolved"})
        return scene.addressee.name, frozenset({"addressee"})
    if word in _LONE:
        relative = _relative(token)
        if relative is not None:
            return relative.text, frozenset(
                {"relative"} | ({"which"} if word == "which" else set())
            )
        return word, frozenset({"unresolved"})
    if word in _THEY:
        name, flags = _antecedent(reading, token)
        flags |= {"coref_they"} if "unresolved" not in flags else set()
        return name, flags | ({"plural"} if token.dep_ == "nsubj" else set())
    if syntax.expletive(token):
        return word, frozenset({"unresolved"})
    if word in _FEMALE | _MALE | _THEY | _THING:
        return _antecedent(reading, token)
    return token.text, frozenset({"generic"})


_ADDRESSED = frozenset(
    [
        "mother",
        "mom",
        "mum",
        "mama",
        "mommy",
        "mummy",
        "father",
        "dad",
        "papa",
        "daddy",
        "grandma",
        "granny",
        "nana",
        "grandpa",
    ]
)


def own_kin(token: Token) -> bool:
    """Whether it is the speaker's own parent: "Mom called", "Dad's car", but not "a mom"."""
    if token.lemma_.lower() not in _ADDRESSED or token.tag_ not in {"NN", "NNP"}:
        return False
    if token.dep_ in {"attr", "appos", "compound", "oprd", "npadvmod"}:
        return False
    return not any(
        c.dep_ in {"det", "poss", "amod", "compound", "nummod", "prep", "relcl", "appos", "nmod"}
        for c in token.children
    )


def _relative(token: Token) -> Token | None:
    """The noun that a relative pronoun refers to."""
    verb = token.head
    while verb.dep_ not in {"relcl", "ROOT"} and verb.head != verb:
        verb = verb.head
    return verb.head if verb.dep_ == "relcl" else None


def _antecedent(reading: Reading, token: Token) -> tuple[str, frozenset[str]]:
    word = token.lower_
    place = (reading.place, token.i)
    near = [m for m in _near(reading, place) if not m.shown]
    carried = _carried(near, token, reading)
    if carried is not None:
        return carried.term.name, frozenset({"coref_topic"})
    told = {m.term.name: m.gender for m in near if m.gender}
    fits = [m for m in near if _compatible(m, word, told.get(m.term.name, ""), reading)]
    if token.tag_ == "PRP$" and token.head.lower_ == "name":
        fits = [m for m in fits if not m.term.named]  # who has a name is not given one
    if token.tag_ != "PRP$":
        beside = {m.term for m in fits if _same_clause(m, token, reading)}
        fits = [m for m in fits if m.term not in beside]
    fits = [m for m in fits if m.place[0] >= -(TURNS_BACK + 1) * STRIDE]
    if not fits:
        return word, frozenset({"unresolved"})
    ranked = _ranked(fits, reading, token)
    best, score = ranked[0]
    margin = score / ranked[1][1] if len(ranked) > 1 else CLEAR
    if score < LEAST or margin < TIE:
        return word, frozenset({"unresolved"})
    if word in _THING:
        flags = {"coref_it"} if best.place[0] >= reading.place - 1 else {"coref_it", "coref_far"}
        parallel = best.subject and token.dep_ in {"nsubj", "nsubjpass"}
        sure = {"coref_it_sure"} if margin >= CLEAR and score >= LIKELY else set()
        return best.term.name, frozenset(flags | sure | ({"coref_parallel"} if parallel else set()))
    here = best.place[0] >= 0
    guessed = word in PERSONAL and len(ranked) > 1 and best.term.type == "person"
    guessed = guessed and not (best.gender or best.term.named)
    if margin < CLOSE or guessed:
        return best.term.name, frozenset({"coref", "coref_close"})
    if not here and len(ranked) == 1 and best.animate and word not in _THEY:
        return best.term.name, frozenset({"coref_only"})
    if margin >= CLEAR and here and (best.gender or best.animate or word in _THEY):
        return best.term.name, frozenset(
            {"coref_sure"} if word not in _THEY or best.animate else {"coref"}
        )
    if margin >= CLEAR and best.term.named and word not in _THEY:
        return best.term.name, frozenset({"coref_only"})
    return best.term.name, frozenset({"coref"} if here else {"coref", "coref_far"})


def _carried(near: Sequence[Mention], token: Token, reading: Reading) -> Mention | None:
    """What the clause just before is about, where "it" or "they" goes on about it.

    As in "painting is my escape, it calms me"; the clause before is of this unit or the last one.
    """
    word = token.lower_
    if word not in {"it", "they"} or token.dep_ not in {"nsubj", "nsubjpass"}:
        return None
    found = [m for m in near if m.topic and not m.maybe and max(0, reading.place - 1) <= m.place[0]]
    found = [m for m in found if not _same_clause(m, token, reading)]
    best = found[-1] if found else None
    return best if best is not None and _compatible(best, word, "", reading) else None


CLEAR = 2.0
"""So many times as prominent as the next candidate is beyond doubt."""
CLOSE = 1.25
TIE = 1.14
"""Hardly more prominent than the next: nobody can tell."""
LIKELY = 0.45
LEAST = 0.06
OWN = 4.0
"""So much likelier is "Ana sold her car" to be about Ana's car."""
_FADING = 0.75
"""What is left of a mention's prominence one unit later."""
_AGAIN = 0.2
"""What further mentions add."""
_TURN = 3
"""Units that a turn between counts for."""


def _ranked(fits: Sequence[Mention], reading: Reading, token: Token) -> list[tuple[Mention, float]]:
    """Candidates with their prominence, best first.

    It comes from how, how often and how long ago they were mentioned; the latest mention stands
    for a candidate.
    """
    scores: dict[str, list[float]] = {}
    latest: dict[str, Mention] = {}
    word = token.lower_
    subject = token.dep_ in {"nsubj", "nsubjpass"}
    owner = token.tag_ == "PRP$"
    for mention in fits:
        age = _age(mention, reading.place)
        parallel = 0.6 if mention.maybe and word in PERSONAL else 1.0
        parallel *= 1.15 if subject and mention.subject else 1.0
        if owner and mention.subject and _same_clause(mention, token, reading):
            parallel *= OWN
        name = mention.term.name
        scores.setdefault(name, []).append(mention.weight * parallel * _FADING**age)
        latest[name] = mention
    found = [(latest[name], max(s) + _AGAIN * (sum(s) - max(s))) for name, s in scores.items()]
    return sorted(found, key=lambda item: (-item[1], -item[0].place[0], item[0].place[1]))


def _age(mention: Mention, unit: int) -> int:
    """Units between a mention and now; an earlier turn counts for a few whatever its length."""
    at = mention.place[0]
    if at >= 0:
        return max(0, unit - at)
    turns = -at // STRIDE
    within = -at - STRIDE * turns - 1
    return unit + _TURN * turns + min(within, _TURN)


def _near(reading: Reading, place: tuple[int, int]) -> list[Mention]:
    """The mentions before a place, latest first, of the units that a pronoun can reach.

    Mentions are in reading order, so that a long text costs no more for each pronoun than a short
    one.
    """
    mentions = reading.mentions
    least = reading.place - UNITS_BACK
    found: list[Mention] = []
    for at in range(bisect_left(mentions, place, key=_place) - 1, -1, -1):
        if 0 <= mentions[at].place[0] < least:
            break
        found.append(mentions[at])
    return found[::-1]


def _place(mention: Mention) -> tuple[int, int]:
    return mention.place


def _compatible(mention: Mention, word: str, gender: str, reading: Reading) -> bool:
    people = {reading.scene.speaker.name}
    if reading.scene.addressee is not None:
        people.add(reading.scene.addressee.name)
    if mention.term.name in people:
        return False
    animate = mention.animate or mention.maybe
    if word in _FEMALE:
        return animate and not mention.plural and gender in {"f", ""}
    if word in _MALE:
        return animate and not mention.plural and gender in {"m", ""}
    if word in _THEY:
        return mention.plural or mention.term.type in {"group", "organization"}
    return (
        not mention.plural
        and (not mention.animate or mention.term.type == "animal")
        and mention.term.type != "group"
    )


def _same_clause(mention: Mention, token: Token, reading: Reading) -> bool:
    """Whether a mention is another argument of the pronoun's own verb: "Ana saw her" is not Ana."""
    if mention.place[0] != reading.place:
        return False
    other = reading.doc[mention.place[1]]
    return _verb(other) == _verb(token)


def _verb(token: Token) -> int:
    while token.pos_ not in {"VERB", "AUX"} and token.head != token:
        token = token.head
    return token.i


def taken_up(reading: Reading, token: Token, pointed: bool = False) -> Mention | None:
    """What "the truck" takes up: a mention of one before that says more; None without one.

    The latest mention of such a thing counts, unless two that differ are about; without one, what
    a picture shows: of this turn or the one before for "that truck", of the one before for "the".

    Args:
        reading: the unit.
        token: the noun.
        pointed: "this" or "that" stands before it.
    """
    noun = token.lemma_.lower()
    place = (reading.place, token.i)
    plural = token.tag_ in {"NNS", "NNPS"}
    near = [m for m in _near(reading, place) if m.told and m.plural == plural]
    found = [m for m in near if m.noun == noun and not m.shown]
    found = [m for m in found if m.place[0] >= -(TURNS_BACK + 1) * STRIDE]
    if len({m.term.name for m in found}) == 1:
        return found[-1]
    noun = "photo" if noun in PICTURES else noun
    seen = [m for m in near if m.noun == noun and m.shown and m.place[0] >= -2 * STRIDE]
    seen = [m for m in seen if m.place[0] == seen[-1].place[0]]
    if len({m.term.name for m in seen}) != 1:
        return None
    own = seen[0].place[0] > -STRIDE
    return seen[0] if pointed or noun == "photo" or not (own or seen[0].whose) else None


def company(reading: Reading) -> list[Ref]:
    """Who is with the speaker as far as this observation says: "Ana and I went. We ..."."""
    found: dict[Ref, None] = {}
    for mention in reading.mentions:
        if mention.beside and 0 <= mention.place[0] <= reading.place:
            found[mention.term] = None
    return list(found)[:3]


def mention_named(reading: Reading, name: str) -> Mention | None:
    """The latest mention with a name."""
    return next((m for m in reversed(reading.mentions) if m.term.name == name), None)


def gender_of_name(first: str) -> str:
    """`f` or `m` of a common first name, lower case; else empty."""
    known = lexicon()
    word = "".join(c for c in normalize("NFKD", first) if not combining(c))
    return "f" if word in known.women else "m" if word in known.men else ""


def gender_of(words: set[str]) -> str:
    """`f` or `m` where a noun says so ("sister", "Mr"), else empty."""
    known = lexicon()
    if words & known.female:
        return "f"
    return "m" if words & known.male else ""
