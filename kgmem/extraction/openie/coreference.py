"""Pronouns to people and things: the speaker, the addressee, and what was mentioned lately."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from kgmem.extraction.openie import clauses, quotes, syntax, teams
from kgmem.extraction.openie.candidates import (
    PERSONAL,
    REFLEXIVE,
    STRIDE,
    THEY,
    THING,
    TURNS_BACK,
    antecedent,
)
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.omitted import OMITTED
from kgmem.extraction.openie.scene import Mention, Reading, Slot
from kgmem.extraction.openie.sentences import LATE, Unit
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_FIRST = frozenset(["i", "me", "my", "mine", "myself"])
_WE = frozenset(["we", "us", "our", "ours", "ourselves"])
_SECOND = frozenset(["you", "your", "yours", "yourself", "yourselves"])
_LONE = frozenset(
    ["this", "that", "these", "those", "which", "what", "who", "whom", "whose", "there"]
)
PICTURES = frozenset(["photo", "photograph", "photography", "pic", "picture", "image", "shot"])
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
    if token.i == 0 and reading.absent is not None and (word == "i" or omits(reading.unit)):
        return reading.absent
    if _untold(reading, token):
        return word, frozenset({"unresolved"})
    if word in _FIRST:
        return scene.speaker.name, frozenset()
    if word in _WE:
        team = teams.meant(reading, token)
        return (team or scene.speaker.name), frozenset({"we_team" if team else "we"})
    if word in _SECOND:
        if scene.addressee is None or _anybody(token):
            return word, frozenset({"unresolved"})
        return scene.addressee.name, frozenset({"addressee"})
    if word in _LONE:
        relative = _relative(token)
        if relative is not None:
            return relative.text, frozenset(
                {"relative"} | ({"which"} if word == "which" else set())
            )
        return word, frozenset({"unresolved"})
    if word in THEY:
        name, flags = _antecedent(reading, token)
        flags |= {"coref_they"} if "unresolved" not in flags else set()
        return name, flags | ({"plural"} if token.dep_ == "nsubj" else set())
    if syntax.expletive(token):
        return word, frozenset({"unresolved"})
    if word in PERSONAL | THEY | THING:
        return _antecedent(reading, token)
    return token.text, frozenset({"generic"})


def omits(unit: Unit) -> bool:
    """Whether its first word is a "he" that was put for a subject left out."""
    return OMITTED in unit.repaired


def _untold(reading: Reading, token: Token) -> bool:
    """Whether nobody can tell what it means: "I" in what others said, "mine" standing alone."""
    if token.lower_ in syntax.STANDING:
        return token.head.lower_ != "of"
    spoken = token.lower_ in _FIRST | _WE | _SECOND
    return spoken and quotes.foreign(reading, token)


def _anybody(token: Token) -> bool:
    """Whether "you" is anybody: "a chair that lifts you up"."""
    if token.dep_ in {"nsubj", "nsubjpass"}:
        return False
    verb = token
    while verb.dep_ != "relcl" and verb.head != verb:
        verb = verb.head
    if verb.dep_ != "relcl" or verb.tag_ not in {"VBZ", "VBP"} or verb.head.pos_ != "NOUN":
        return False
    indefinite = any(c.lower_ in {"a", "an", "any", "some"} for c in verb.head.children)
    return indefinite and any(c.tag_ in {"WDT", "WP"} for c in verb.children)


_ADDRESSED = frozenset(
    ["mother", "mom", "mum", "mama", "mommy", "mummy", "father", "dad", "papa", "daddy", "grandma",
     "granny", "nana", "grandpa"]
)  # fmt: skip


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


def slot_of(reading: Reading, token: Token) -> Slot:
    """A pronoun with what decides whom it can mean."""
    verb = syntax.verb_of(token)
    doer = clauses.subject_of(verb)[0] if verb.pos_ in {"VERB", "AUX"} else None
    return Slot(
        word=token.lower_,
        place=(reading.place, token.i),
        index=max(0, reading.place),
        owner=token.tag_ == "PRP$" or token.lower_ in REFLEXIVE,
        subject=token.dep_ in {"nsubj", "nsubjpass"},
        verb=verb.i,
        doer=-1 if doer is None or doer == token else doer.i,
        people=reading.scene.people,
        nameless=(token.tag_ == "PRP$" and token.head.lower_ == "name") or _christened(token),
        before=_repeated(token),
        human=_is_somebody(token),
        late=LATE in reading.unit.repaired,
    )


def _christened(token: Token) -> bool:
    """Whether somebody gets a name just here: "we named her Lola"."""
    verb = token.head
    if token.dep_ != "dobj" or verb.lemma_.lower() != "name":
        return False
    return any(c.dep_ == "oprd" and c.i > token.i for c in verb.children)


def _repeated(token: Token) -> int:
    """The name that a pronoun takes up at once: "Rex, he barks"."""
    if token.dep_ not in {"nsubj", "nsubjpass"} or token.i < 2 or token.nbor(-1).text != ",":
        return -1
    name = token.nbor(-2)
    first = name.left_edge.i == 0 or token.doc[name.left_edge.i - 1].is_punct
    return int(name.i) if first and name.pos_ in {"PROPN", "NOUN"} else -1


def _is_somebody(token: Token) -> bool:
    """Whether a pronoun does or gets what only people do or get: "they said", "gave them"."""
    known, lemma = lexicon(), token.head.lemma_.lower()
    if token.dep_ == "nsubj":
        return lemma in known.speech | known.chat | known.human | _OF_PEOPLE
    return token.dep_ == "dative" or (token.dep_ == "dobj" and lemma in _TO_PEOPLE)


_OF_PEOPLE = frozenset(
    ["play", "sing", "ask", "call", "have", "get", "take", "give", "offer", "accept", "rent", "do",
     "want", "know", "think", "love", "like", "hate", "send", "put", "buy", "sell", "build", "let",
     "bring", "print", "meet", "argue", "marry", "dance", "cook", "bang", "write", "read"]
)  # fmt: skip
_TO_PEOPLE = frozenset(["tell", "ask", "pay", "thank", "invite", "marry", "teach", "meet"])


def _antecedent(reading: Reading, token: Token) -> tuple[str, frozenset[str]]:
    known = reading.followed.get((reading.place, token.i))
    if known is not None:
        return known
    slot = slot_of(reading, token)
    return antecedent(slot, near(reading, slot.place))


def near(reading: Reading, place: tuple[int, int]) -> list[Mention]:
    """The mentions before a place, in reading order, of the units that a pronoun can reach.

    All mentions are in reading order too, so that a long text costs no more for each pronoun than
    a short one.
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
    told = [m for m in near(reading, place) if m.told and m.plural == plural]
    found = [m for m in told if m.noun == noun and not m.shown]
    found = [m for m in found if m.place[0] >= -(TURNS_BACK + 1) * STRIDE]
    if len({m.term.name for m in found}) == 1:
        return found[-1]
    noun = "photo" if noun in PICTURES else noun
    seen = [m for m in told if m.noun == noun and m.shown and m.place[0] >= -2 * STRIDE]
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
