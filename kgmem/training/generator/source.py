"""`StreamSource` of generated streams."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.errors import InputError
from kgmem.training.generator import scripts
from kgmem.training.generator.banks import Bank, Domain, Split, bank
from kgmem.training.generator.scripts import SCRIPTS, Asked, Life, Script
from kgmem.training.generator.weaving import weave
from kgmem.training.streams import Stream

KINDS: tuple[str, ...] = (*SCRIPTS, "names")
"""The kinds of change, in the order of the tables."""


@dataclass(frozen=True, slots=True)
class Generated:
    """Streams of several lives each, without end.

    Attributes:
        split: whose words and phrasings; validation shares none with training.
        kinds: those to draw from; all where empty.
        lives: fewest and most lives in a stream.
        chatter: most turns that say nothing.
        domains: those to draw from; all where empty.
        plain: no registers around statements.
    """

    split: Split = "train"
    kinds: Sequence[str] = ()
    lives: tuple[int, int] = (2, 4)
    chatter: int = 6
    domains: Sequence[str] = ()
    plain: bool = False

    def __post_init__(self) -> None:
        """Refuse kinds and domains that there are not.

        Raises:
            InputError: a kind or a domain is unknown.
        """
        unknown = [k for k in self.kinds if k not in KINDS]
        if unknown:
            raise InputError(f"no kind {', '.join(unknown)}; there are {', '.join(KINDS)}")
        known = [d.id for d in bank(self.split).domains]
        strange = [d for d in self.domains if d not in known]
        if strange:
            raise InputError(f"no domain {', '.join(strange)}; there are {', '.join(known)}")
        if not any(_playable(self, kind) for kind in self.kinds or KINDS):
            raise InputError("none of these domains has the phrasings of any of these kinds")

    def streams(self, seed: int, count: int) -> Iterator[Stream]:
        """Streams by a seed; the i-th depends on the seed and i alone."""
        for i in range(count):
            yield self.stream(seed, i)

    def stream(self, seed: int, index: int) -> Stream:
        """One stream."""
        draw = random.Random(f"{self.split}/{seed}/{index}")
        words = bank(self.split)
        if self.plain:
            words = replace(words, registers=("{s}",))
        people = draw.sample(words.people, self.lives[1] + 3)
        plays: list[Script] = []
        used: set[tuple[str, str]] = set()
        lives = draw.randint(*self.lives)
        for _ in range(_TRIES):
            if len(plays) < lives:
                plays += _play(self, words, draw, people, used)
        if not plays:
            raise InputError("nothing can be asked about these kinds of change in these domains")
        if draw.random() < _ABSENT:
            plays[0] = _with_absence(words, draw, people[-1], plays[0])
        chatter = draw.randint(0, self.chatter)
        return weave(words, plays, draw, f"{self.split}-{seed}-{index}", chatter)


def _told(domain: Domain) -> bool:
    return domain.has("told", "ask") and "names" not in domain.unfit


def _playable(source: Generated, kind: str) -> bool:
    chosen = [d for d in bank(source.split).domains if not source.domains or d.id in source.domains]
    if kind == "names":
        return any(_told(d) for d in chosen)
    return any(scripts.fits(kind, d) for d in chosen)


_TRIES = 60  # lives drawn for a stream, of which some do not fit
_ABSENT = 0.3  # share of streams with a question that nothing answers


def _play(
    source: Generated,
    words: Bank,
    draw: random.Random,
    people: list[str],
    used: set[tuple[str, str]],
) -> list[Script]:
    """One life's script (two for people of the same name); each slot of a person plays once."""
    allowed = [d for d in words.domains if not source.domains or d.id in source.domains]
    kind = draw.choice(source.kinds or KINDS)
    if kind == "names":
        return _names(words, draw, people, [d for d in allowed if _told(d)])
    fitting = [d for d in allowed if scripts.fits(kind, d)]
    for _ in range(20 if fitting else 0):
        domain, person = draw.choice(fitting), draw.choice(people[: source.lives[1]])
        if (person, domain.id) not in used:
            used.add((person, domain.id))
            life = Life(words, draw, person, domain, kind)
            SCRIPTS[kind].play(life)
            return [life.script()] if life.asked else []
    return []


def _names(
    words: Bank, draw: random.Random, people: list[str], domains: Sequence[Domain]
) -> list[Script]:
    if not domains:
        return []
    first, teller = people[-2], people[0]
    one, two = draw.sample(words.surnames, 2)
    domain = draw.choice(domains)
    lives = [Life(words, draw, f"{first} {s}", domain, "names", teller) for s in (one, two)]
    lives[1].kind = lives[0].kind
    scripts.names(*lives)
    return [life.script() for life in lives]


def _with_absence(words: Bank, draw: random.Random, person: str, script: Script) -> Script:
    """The script with a question about somebody of whom nothing was said."""
    domain = draw.choice([d for d in words.domains if "{p}" in d.phrasings.get("ask", ("",))[0]])
    i = draw.randrange(len(domain.phrasings["ask"]))
    life = Life(words, draw, person, domain, "absent")
    text = domain.phrasings["ask"][i].replace("{p}", person).replace("{kind}", life.kind)
    asked = Asked(text, (), phrasing=f"{domain.id}/ask/{i}")
    return replace(script, asked=(*script.asked, asked))
