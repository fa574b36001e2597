"""Who speaks to whom, and what is at hand when an observation is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.sentences import Unit
from kgmem.language.tokens import STOPWORDS
from kgmem.types import Observation, Ref, Term, TimeMention

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_AGENTS = frozenset(["assistant", "tool", "action"])
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Scene:
    """The people of one observation.

    Attributes:
        observation: what is read.
        speaker: who "I" is.
        addressee: who "you" is; None when nobody can be told.
        forms: lower-case name or short form -> full name, for everyone in the conversation.
        fresh: those of the forms that the turns just before did not use.
        working: an agent or a tool speaks, or spoke just before: a talk about work to be done.
        opening: nobody has spoken in the thread yet.
        agent: the assistant that spoke last; empty for none.
    """

    observation: Observation
    speaker: Ref
    addressee: Ref | None
    forms: Mapping[str, str]
    fresh: frozenset[str] = frozenset()
    working: bool = False
    opening: bool = False
    agent: str = ""

    @property
    def people(self) -> frozenset[str]:
        """The names of who speaks and, where known, of who is spoken to."""
        both = (self.speaker, self.addressee)
        return frozenset(person.name for person in both if person is not None)

    @property
    def body(self) -> str:
        """What spans count in: the words, then the caption on a line of its own."""
        seen = self.observation
        return f"{seen.text}\n{seen.caption}" if seen.caption else seen.text


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase that a later pronoun may mean.

    Attributes:
        term: the entity.
        gender: `f`, `m` or empty when unknown.
        plural: several.
        animate: a person or an animal.
        subject: stood as a subject.
        place: `(unit, token)` position; earlier observations have negative units.
        weight: how prominently it was mentioned, in (0, 2].
        noun: lemma of its head, lower case; empty for a bare name.
        told: it can be understood alone: named, owned or described.
        surface: how it reads in a sentence.
        maybe: a name of what may be a person, though nothing says so.
        verb: token of the verb whose argument it is, -1 when not known.
        taken: of a pronoun that was resolved: how surely (flags of `coreference.resolve`).
        shown: seen on a picture that was shared, not spoken of.
        whose: told only by whose picture it is on.
        topic: what its clause is about, with nothing else in it that "it" or "they" could mean.
        beside: somebody who is with the speaker: "with Ana", "Ana and I".
    """

    term: Ref
    gender: str
    plural: bool
    animate: bool
    subject: bool
    place: tuple[int, int]
    weight: float = 1.0
    noun: str = ""
    told: bool = False
    surface: str = ""
    beside: bool = False
    maybe: bool = False
    verb: int = -1
    taken: frozenset[str] = frozenset()
    shown: bool = False
    whose: bool = False
    topic: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A pronoun that looks for what it stands for.

    Attributes:
        word: lower case.
        place: `(unit, token)` position; earlier observations have negative units.
        index: number of its unit in its own observation.
        owner: a possessive or reflexive ("his", "himself"): may be who does it.
        subject: stands as a subject.
        verb: token of the verb whose argument it is.
        doer: token of that verb's subject, also an inherited one; -1 without.
        people: who speaks and who is spoken to: nobody of them is meant.
        nameless: who is meant has no name yet ("his name is Rex").
        before: token of a name that it repeats ("Rex, he barks"); -1 without.
        human: only who speaks, gives or takes can be meant.
        late: stands in what the sentence before says of somebody it names ("his sister is Ana").
    """

    word: str
    place: tuple[int, int]
    index: int
    owner: bool
    subject: bool
    verb: int
    doer: int
    people: frozenset[str]
    nameless: bool = False
    before: int = -1
    human: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What an observation mentions, and its pronouns, both in reading order."""

    mentions: tuple[Mention, ...] = ()
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """A noun phrase, clause or adjective that fills a slot of a fact.

    Attributes:
        term: what goes into the graph.
        surface: how it reads in a sentence, with its article.
        tokens: token positions that it covers.
        flags: what makes it doubtful (`addressee`, `coref`, `generic`, ...).
        count: a numeral that stood before it.
        more: what did not fit into eight words, as further qualifiers.
    """

    term: Term
    surface: str
    tokens: tuple[int, ...]
    flags: frozenset[str] = frozenset()
    count: str = ""
    more: tuple[tuple[str, Argument], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One parsed unit with everything that its words may refer to.

    Attributes:
        scene: the people.
        unit: the repaired words.
        doc: their parse.
        place: number of the unit in the observation.
        mentions: antecedents, earliest first (also those of later units; compare `place`).
        times: time expressions of this unit with the tokens that they cover.
        timed: all tokens of time expressions.
        kin: "Nora's sister" -> "Ana", where the text says so.
        topic: what the clause before told of, for "it was great".
        followed: by place, what "he" and "she" stand for, read in order (`chains.follow`).
        absent: whom the left-out subject means, where not the speaker (`absentees.subjects`).
    """

    scene: Scene
    unit: Unit
    doc: Doc
    place: int
    mentions: Sequence[Mention] = ()
    times: tuple[tuple[TimeMention, frozenset[int]], ...] = ()
    timed: frozenset[int] = frozenset()
    kin: Mapping[str, str] = field(default_factory=dict)
    topic: Argument | None = None
    followed: Mapping[tuple[int, int], tuple[str, frozenset[str]]] = field(default_factory=dict)
    absent: tuple[str, frozenset[str]] | None = None

    def span(self, tokens: Sequence[Token]) -> tuple[int, int]:
        """The original characters of some tokens."""
        first = min(t.idx for t in tokens)
        last = max(t.idx + len(t.text) for t in tokens)
        return self.unit.words.span(first, last)


def speaker_of(observation: Observation) -> Ref:
    """The entity that "I" means."""
    if observation.speaker and observation.speaker.strip():
        return Ref(observation.speaker.strip(), "person", True)
    return Ref(
        {"user": "User", "assistant": "Assistant"}.get(observation.role, "agent"), "person", True
    )


def scene(
    observation: Observation, recent: Sequence[Observation], participants: Sequence[str]
) -> Scene:
    """Work out who speaks, who is spoken to and what they may be called.

    Args:
        observation: what is to be read.
        recent: earlier observations of the same thread.
        participants: speakers seen in the thread so far.
    """
    speaker = speaker_of(observation)
    others = [o.speaker.strip() for o in reversed(recent) if o.speaker and o.speaker.strip()]
    others += [name for name in participants if name]
    distinct = list(dict.fromkeys(name for name in others if name != speaker.name))
    named = observation.addressee
    if named is None and len(distinct) == 1:
        named = distinct[0]
    elif named is None and len(distinct) > 1:
        called = [
            name for name in distinct if re.search(rf"\b{re.escape(name)}\b", observation.text)
        ]
        named = called[0] if len(called) == 1 else _before(observation, recent)
    people = [speaker.name, *([named] if named else []), *distinct]
    said = set(_WORD.findall(observation.text[:20_000]))
    before = {word for o in recent for word in _WORD.findall(o.text[:2_000])}
    return Scene(
        observation,
        speaker,
        Ref(named, "person", True) if named else None,
        _forms(people, said | before),
        frozenset(word.lower() for word in said - before),
        any(o.role in _AGENTS for o in (*recent, observation)),
        not recent,
        next((o.speaker or "" for o in reversed(recent) if o.role == "assistant"), ""),
    )


def _before(observation: Observation, recent: Sequence[Observation]) -> str | None:
    """Whom an assistant replies to: the user who spoke last. Users speak to the assistant."""
    wanted = {"assistant": "user", "user": "assistant"}.get(observation.role)
    if wanted is None or not any(o.role == "assistant" for o in (*recent, observation)):
        return None
    said = (o.speaker.strip() for o in reversed(recent) if o.role == wanted and o.speaker)
    return next((name for name in said if name), None)


def _forms(people: Sequence[str], words: set[str]) -> dict[str, str]:
    """Names, first names and the short forms of them that the text really uses."""
    forms: dict[str, str] = {}
    plain = STOPWORDS | lexicon().interjections  # "No, Nora": "no" is no short form of hers
    for name in people:
        forms.setdefault(name.lower(), name)
        first = name.split()[0]
        if len(first) > 1:
            forms.setdefault(first.lower(), name)
        for word in words:
            if word.lower() in plain:
                continue
            if word[:1] == first[:1] and word[0].isupper() and is_short_form(word, first):
                forms.setdefault(word.lower(), name)
    return forms


def is_short_form(short: str, name: str) -> bool:
    """Whether `short` can be a pet form of `name`: "Mel", "Debs", "Jonny"."""
    a, b = short.lower(), name.lower()
    if a == b or len(a) < 2 or len(a) > len(b) + 2:
        return False
    if len(b) > len(a) and b.startswith(a):
        return len(a) >= 3 or len(b) <= 4
    for ending in ("ie", "sy", "s", "y", "i", "o"):
        stem = a.removesuffix(ending)
        if stem != a and len(stem) >= 3 and b.startswith(stem):
            return True
        if stem != a and len(stem) >= 4 and stem[-1] == stem[-2] and b.startswith(stem[:-1]):
            return True
    return False
