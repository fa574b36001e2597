"""The word lists of `kgmem/data/openie.toml`, loaded once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kgmem import assets


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Closed word lists, lower case. Names as in the data file.

    Attributes:
        idioms: set phrases as one pattern.
        figures: predicates with objects that mean something else, as one pattern.
        women: common first names of women.
        men: common first names of men.
        offices: what one person is of a thing: its owner, its captain.
        measures: what a thing has one of at a time: its price, its status.
        tracked: what goes through states of work: tickets, orders, servers.
        statuses: those states.
        abilities: verbs of what one can do or cannot.
        turning: verbs of turns in a life that need no object, some with a particle.
        alone: other verbs that say enough without an object.
        alone_phrasal: those with a particle.
        folk: all words for people.
        close: people and animals that one has: kin, roles, animals.
        kindred: kin and animals.
        trades: people and jobs.
        empty: words that name nothing: times and vague words.
        chaining: verbs that take up a following verb.
        telling: verbs of belief, speech and wish.
    """

    kin: frozenset[str]
    female: frozenset[str]
    male: frozenset[str]
    women: frozenset[str]
    men: frozenset[str]
    roles: frozenset[str]
    animals: frozenset[str]
    places: frozenset[str]
    organizations: frozenset[str]
    events: frozenset[str]
    works: frozenset[str]
    products: frozenset[str]
    instruments: frozenset[str]
    times: frozenset[str]
    vague: frozenset[str]
    jobs: frozenset[str]
    offices: frozenset[str]
    measures: frozenset[str]
    tracked: frozenset[str]
    statuses: frozenset[str]
    abilities: frozenset[str]
    stative: frozenset[str]
    speech: frozenset[str]
    belief: frozenset[str]
    wish: frozenset[str]
    plan: frozenset[str]
    chat: frozenset[str]
    human: frozenset[str]
    light: frozenset[str]
    motion: frozenset[str]
    temporary: frozenset[str]
    attempt: frozenset[str]
    turning: frozenset[str]
    alone: frozenset[str]
    alone_phrasal: frozenset[str]
    evaluative: frozenset[str]
    emotion: frozenset[str]
    interjections: frozenset[str]
    free: frozenset[str]
    yes: frozenset[str]
    no: frozenset[str]
    idioms: re.Pattern[str]
    figures: re.Pattern[str]
    folk: frozenset[str]
    close: frozenset[str]
    kindred: frozenset[str]
    trades: frozenset[str]
    empty: frozenset[str]
    chaining: frozenset[str]
    telling: frozenset[str]


def judges(word: str, lemma: str) -> bool:
    """Whether an adjective judges ("great", "inspiring") rather than describes."""
    known = lexicon().evaluative
    return word in known or lemma in known


def feels(word: str, lemma: str) -> bool:
    """Whether an adjective is a mood ("excited", "thankful")."""
    known = lexicon().emotion
    return word in known or lemma in known


def _listed(text: str) -> frozenset[str]:
    """The words of a list; phrases of several words stand behind bars."""
    first, *phrases = text.split("|")
    return frozenset([*first.split(), *phrases])


@cache
def lexicon() -> Lexicon:
    """The shipped word lists."""
    tables = assets.toml("data", "openie.toml")
    idioms = re.compile("|".join(tables["chat"].pop("idioms")), re.IGNORECASE)
    figures = re.compile("|".join(tables["chat"].pop("figures")), re.IGNORECASE)
    words = {name: _listed(text) for table in tables.values() for name, text in table.items()}
    folk = words["kin"] | words["roles"]
    return Lexicon(
        idioms=idioms,
        figures=figures,
        folk=folk,
        close=folk | words["animals"],
        kindred=words["kin"] | words["animals"],
        trades=folk | words["jobs"],
        empty=words["times"] | words["vague"],
        chaining=words["attempt"] | words["plan"] | words["wish"],
        telling=words["belief"] | words["speech"] | words["wish"],
        **words,
    )
