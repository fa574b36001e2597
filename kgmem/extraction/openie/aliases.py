"""Nicknames and full names: "call me Mel", "Robert Hale, everyone calls him Bob"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extraction.openie import quotes
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading, Scene
from kgmem.types import Ref

LONGEST = 2_000
_CUE = re.compile(
    r"call|name|known|a\.?k\.?a|goes by|go by|short for|\(|,? or [A-Z]", re.IGNORECASE
)
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
    rf"|nicknamed|goes by|short for) (?P<nick>[A-Z][\w'.-]+)(?=[,.!?;)]|$)"),
    re.compile(rf"(?P<who>{_NAME}) \((?i:aka |or |nickname )?(?P<nick>[A-Z][\w'.-]+)\)"),
)  # fmt: skip


def short_forms(scene: Scene) -> Iterator[tuple[Draft, tuple[int, int]]]:
    """As in "Hey Mel!" said to Melanie: the short form names her; with the span of the word."""
    addressee = scene.addressee
    if addressee is None:
        return
    text = scene.observation.text[:LONGEST]
    for form, name in scene.forms.items():
        first = name.split()[0].lower()
        if name != addressee.name or form in {name.lower(), first} or form not in scene.fresh:
            continue
        called = re.compile(
            rf"(?:^|[.!?,]\s*|\b(?:hey|hi|hello|thanks|wow|yeah|bye|dear)\s+)(?P<nick>{re.escape(form)})"
            r"(?=\s*[,.!?-]|\s*$)",
            re.IGNORECASE,
        )
        match = called.search(text)
        if match is not None:
            nick = match["nick"]
            person = Argument(addressee, addressee.name, ())
            found = Argument(Ref(nick, "person", True), nick, ())
            yield (
                Draft(
                    person,
                    ALIAS,
                    found,
                    frozenset(),
                    spoken="is also known as",
                    flags=frozenset({"alias", "short_form"}),
                ),
                match.span("nick"),
            )


def aliases(reading: Reading) -> Iterator[Draft]:
    """Nicknames and full names that the text gives."""
    text = reading.unit.text
    if not _CUE.search(text):
        return
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
            if groups.get("me") and any(quotes.foreign(reading, reading.doc[i]) for i in tokens):
                continue  # "translate: 'My name is Pierre'"
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
