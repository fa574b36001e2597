"""Nicknames and full names: "call me Mel", "Robert Hale, everyone calls him Bob"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

ALIAS = "also known as"


_NAME = r"[^\W\d_][\w'.-]*(?:\s+(?!(?:and|but|or|is|was|for)\b)[A-Z][\w'.-]*){0,3}"


_ALIASES = (
    re.compile(rf"(?i:(?:you can |please |just |everyone |everybody |people |friends "
    rf"|they )?call(?:s|ed)? me) (?P<me>{_NAME})"),
    re.compile(rf"(?i:my (?:full |real |nick)?name(?: is|'s)|i go by|i'm known as"
    rf"|i am known as|my nickname is|friends know me as) (?P<me>{_NAME})"),
    re.compile(rf"(?P<who>{_NAME}),? (?i:(?:but |and |who |whom )?(?:everyone|everybody|people"
    rf"|we all|we|i|they|friends|the kids|all) (?:just |always |usually )?calls? (?:him|her"
    rf"|them|it)?) ?(?P<nick>{_NAME})"),
    re.compile(rf"(?P<who>{_NAME}),? (?i:(?:also |better |usually )?known as|a\.?k\.?a\.?"
    rf"|nicknamed|goes by|short for|or) (?P<nick>[A-Z][\w'.-]+)(?=[,.!?;)]|$)"),
    re.compile(rf"(?P<who>{_NAME}) \((?i:aka |or |nickname )?(?P<nick>[A-Z][\w'.-]+)\)"),
)  # fmt: skip


def aliases(reading: Reading) -> Iterator[Draft]:
    """Nicknames and full names that the text gives."""
    text = reading.unit.text
    for pattern in _ALIASES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            nick = groups.get("me") or groups["nick"]
            if not nick or not nick[0].isupper() or nick.lower() in lexicon().interjections:
                continue
            who = reading.scene.speaker if groups.get("me") else Ref(groups["who"], "person", True)
            if (
                not who.name[0].isupper()
                or who.name == nick
                or who.name.split()[-1].lower() in lexicon().interjections
            ):
                continue
            tokens = tuple(t.i for t in reading.doc if match.start() <= t.idx < match.end())
            subject = Argument(who, who.name, tokens)
            found = Argument(Ref(nick.strip(" .'"), "person", True), nick.strip(" .'"), tokens)
            yield Draft(
                subject,
                ALIAS,
                found,
                frozenset(tokens),
                spoken="is also known as",
                flags=frozenset({"alias"}),
            )
