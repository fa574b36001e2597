"""What work comes to: values that were set, places, schedules, how long it took, why it failed.

Read only where agents and tools speak: there "the gateway" is a certain one, and what "was raised
to 512Mi" is so from then on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from kgmem.extraction.openie import shifts
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language.standins import is_tied, untied
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CERTAIN = 0.75
GUESSED = frozenset(["unresolved", "generic", "deictic", "coref_it", "coref_close", "coref_far"])
"""Flags of an argument of which it is only guessed who or what is meant."""
_PLACED = frozenset(
    f"{verb} {prep}"
    for verb in ("is", "are", "lies", "sits", "lives", "stays", "is stored", "is saved", "is kept")
    for prep in ("in", "on", "at", "with", "under", "behind", "inside", "next to")
)
_HOSTED = frozenset(["runs on", "is running on", "is hosted on", "is deployed on", "is deployed to",
                     "run on", "lives on"])  # fmt: skip
_ENDED = words("deeds", "ended")
_PREFERRED = frozenset(["prefers", "uses", "likes"])
_TAKING = frozenset(["took", "takes", "lasted", "has taken", "is taking", "ran"])
_DURATION = re.compile(
    r"(?:(?:about|around|almost|only|over|under|roughly|nearly)\s+)?(?:\d[\d.,]*|an?|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|half an?)\s*(?:milliseconds?|ms|seconds?|secs?|s"
    r"|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?)(?:\s+and\s+(?:\d+|a half)(?:\s+\w+)?)?\b"
)
_CLOCK = re.compile(
    r"\b(?:runs?|starts?|is scheduled|are scheduled|fires|goes out|kicks off)\s+(?:now\s+)?"
    r"(?P<when>(?:(?:daily|hourly|weekly|every\s\w+|on\s\w+s)\s+)?at\s+"
    r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]m)?|\d{1,2}\s?[ap]m|noon|midnight)(?:\s[A-Z]{3,4}\b)?)"
)


def told(draft: Draft, reading: Reading) -> Draft | None:
    """The draft as the state of a thing: where it is, when it runs, how long it took."""
    if not reading.scene.working or _doubtful(draft):
        return None
    found = _scheduled(draft, reading) or _lasted(draft, reading) or _placed(draft, reading)
    found = found or _amounted(draft) or _ended(draft) or _habit(draft, reading) or _known(draft)
    return found or _undertaken(draft, reading)


def results(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """What is so after a deed: "I raised the memory limit to 512Mi"."""
    if reading.scene.working and not _doubtful(draft):
        yield from shifts.shifted(draft, reading)
        yield from _status(draft, reading)


def _status(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """As in "I resolved INC-9", "I opened INC-9 with priority 2": what it is after that."""
    thing = draft.object
    if thing is None or not isinstance(thing.term, Ref) or draft.modality != "actual":
        return
    tied = any(is_tied(reading.doc[i].text) for i in thing.tokens)
    if not tied or not draft.positive or draft.kind != "event":
        return
    status = _after_deed().get(draft.predicate)
    if status is not None:
        yield _of(draft, thing, "status", status)
    for role, found in draft.qualifiers:
        told = _MEASURE.match(untied(found.surface)) if role in {"with", "at", "in"} else None
        if told is not None and told["noun"] in lexicon().measures:
            yield _of(draft, thing, told["noun"], told["value"])


_MEASURE = re.compile(r"(?:an? |the )?(?P<noun>[a-z]+)(?: of)? (?P<value>\S*\d\S*(?: [a-z%]+)?)$")


@cache
def _after_deed() -> dict[str, str]:
    return dict(pair.split("=") for pair in words("deeds", "statuses"))


def _of(draft: Draft, thing: Argument, noun: str, value: str) -> Draft:
    return replace(
        draft,
        subject=replace(thing, surface=f"{thing.surface}'s"),
        predicate=f"{noun} is",
        spoken=f"{noun} is",
        object=Argument(Value(value, "adjective"), value, ()),
        qualifiers=(),
        kind="state",
        certain=CERTAIN,
        flags=draft.flags - {"no_object"},
    )


def counted(draft: Draft) -> Draft:
    """With amounts in one piece: "for 212 euros" is no matter of euros."""
    given = ((role, _whole(found)) for role, found in draft.qualifiers)
    qualifiers = tuple(q for role, found in given for q in _parted(role, found))
    found = draft.object
    if found is not None and found.count and _AMOUNT.match(found.surface.split()[-1].lower()):
        found = _whole(found)
    if qualifiers == draft.qualifiers and found is draft.object:
        return draft
    return replace(draft, object=found, qualifiers=qualifiers)


def _parted(role: str, found: Argument) -> Iterator[tuple[str, Argument]]:
    """As in "from 18 to 20": where it came from and what it came to."""
    text = found.term.name if isinstance(found.term, Ref) else found.term.text
    match = re.fullmatch(r"(\S*\d\S*) to (\S*\d.*)", text) if role == "from" else None
    if match is None:
        yield role, found
        return
    for name, value in zip(("from", "to"), match.groups(), strict=True):
        yield name, replace(found, term=Value(value, "number"), surface=value)


def _whole(found: Argument) -> Argument:
    if not any(c.isdigit() for c in found.count) or not isinstance(found.term, Ref):
        return found
    if found.term.named or found.term.name.startswith(found.count):
        return found
    text = untied(f"{found.count} {found.term.name}")
    return replace(found, term=Value(text, "number"), count="")


_AMOUNT = re.compile(
    r"(?:euros?|dollars?|pounds?|francs?|cents?|percent|degrees?|[kmg]?w?h|[kmgt]i?b|kw|kg|g|mg|ml"
    r"|km|cm|mm|ms|seconds?|minutes?|hours?|days?|weeks?|months?|nights?|points?)$"
)


def _doubtful(draft: Draft) -> bool:
    return any(f"subject_{doubt}" in draft.flags for doubt in (*GUESSED, "vague"))


def _scheduled(draft: Draft, reading: Reading) -> Draft | None:
    """As in "daily_sales runs at 05:30 UTC": its schedule, of which it has one."""
    match = _CLOCK.search(reading.unit.text)
    subject = draft.subject.term
    if match is None or not isinstance(subject, Ref) or subject.type in {"person", "animal"}:
        return None
    if not draft.positive or draft.modality not in {"actual", "planned"} or draft.verb < 0:
        return None
    if reading.doc[draft.verb].idx < match.start() or draft.kind == "event":
        return None
    when = untied(match["when"])
    return _state(draft, "schedule is", draft.spoken.split()[0] if draft.spoken else "runs", when)


def _lasted(draft: Draft, reading: Reading) -> Draft | None:
    """As in "the deploy took 6 minutes"."""
    first = draft.predicate.split()
    if not first or draft.verb < 0 or not draft.positive:
        return None
    taking = draft.predicate in _TAKING or (first[0] in _TAKING and len(first) == 2)
    after = reading.unit.text[reading.doc[draft.verb].idx :]
    match = _DURATION.search(after)
    if not taking or match is None or match.start() > 30:
        return None
    length = untied(match.group())
    extra = () if draft.object is None or len(first) < 2 else ((first[1], draft.object),)
    found = Argument(Value(length, "duration"), length, ())
    return replace(
        draft,
        predicate=first[0],
        spoken=first[0],
        object=found,
        qualifiers=(*extra, *draft.qualifiers),
        validity=None,
        certain=CERTAIN,
        flags=(draft.flags - {"no_object"}) | {"timed"},
    )


def _placed(draft: Draft, reading: Reading) -> Draft | None:
    """As in "the spare key is in the blue box": a thing is in one place at a time."""
    found, subject = draft.object, draft.subject.term
    if draft.predicate in _HOSTED and found is not None and isinstance(found.term, Ref):
        parts = (reading.doc[i] for i in (*draft.subject.tokens, *found.tokens))
        if any(is_tied(t.text) for t in parts) and draft.modality == "actual":
            spoken = draft.spoken or draft.predicate
            return replace(draft, predicate="is hosted on", spoken=spoken, certain=CERTAIN)
    if draft.predicate not in _PLACED or found is None or not isinstance(found.term, Ref):
        return None
    if not isinstance(subject, Ref) or subject.type in {"person", "animal", "group", "event"}:
        return None
    fixed = subject.named or "subject_definite" in draft.flags
    there = found.term.named or found.surface.lower().startswith(("the ", "a ", "an ", "our "))
    if not fixed or not there or {"vague", "deictic", "generic"} & found.flags:
        return None
    if draft.modality != "actual" or found.term.type in {"event", "concept"}:
        return None
    spoken = draft.spoken or draft.predicate
    return replace(draft, predicate="location is", spoken=spoken, kind="state", certain=CERTAIN)


_HAVING = frozenset(["has", "had", "shows", "showed", "has got", "reached", "gave", "yielded"])
_NOUN_OF = re.compile(
    r"^(?P<noun>[a-z][a-z -]*?) of (?P<value>(?:about |around |~ ?)?[<>]?[\d.,]+.*)$"
)


def _amounted(draft: Draft) -> Draft | None:
    """As in "sample S-4 had a pH of 6.8": what is measured of it."""
    if draft.predicate not in _HAVING or draft.object is None or not draft.positive:
        return None
    match = _NOUN_OF.match(untied(draft.object.surface.removeprefix("a ").removeprefix("an ")))
    if match is None or draft.modality != "actual":
        return None
    value = match["value"].rstrip(".")
    return replace(
        draft,
        predicate=f"{match['noun']} is",
        spoken=f"{draft.predicate} a {match['noun']} of",
        object=Argument(Value(value, "number"), value, draft.object.tokens),
        kind="state",
        certain=CERTAIN,
    )


def _ended(draft: Draft) -> Draft | None:
    """As in "the update failed because its battery was low": how something went, and why."""
    if draft.object is not None or draft.predicate.split()[-1:] == []:
        return None
    if draft.predicate not in _ENDED or draft.modality != "actual":
        return None
    if not (draft.qualifiers or draft.validity):
        return None
    return replace(draft, certain=CERTAIN)


def _habit(draft: Draft, reading: Reading) -> Draft | None:
    """As in "I don't work on Fridays": when somebody does something, or does not."""
    if draft.kind != "habit" or draft.object is not None or draft.validity is None:
        return None
    if draft.subject.term != reading.scene.speaker or draft.modality != "actual":
        return None
    often = {m.kind for m, tokens in reading.times if tokens}
    return replace(draft, certain=CERTAIN) if often == {"frequency"} else None


def _undertaken(draft: Draft, reading: Reading) -> Draft | None:
    """As in "I prefer pytest with -x", "Jonas will fix the login test": said of a certain one."""
    subject = draft.subject.term
    if draft.object is None or not draft.positive or not isinstance(subject, Ref):
        return None
    if {"vague", "unresolved", "deictic", "generic", "coref_it"} & draft.object.flags:
        return None
    liked = draft.predicate in _PREFERRED and subject == reading.scene.speaker
    planned = draft.modality == "planned" and draft.predicate.startswith("will ") and subject.named
    if not (planned or (liked and draft.modality == "actual")):
        return None
    return replace(draft, certain=CERTAIN)


def _known(draft: Draft) -> Draft | None:
    """Where people work "the gateway" is no less known than a name."""
    loose: Iterable[str] = {"subject_common", "object_definite"} & draft.flags
    if "subject_definite" not in draft.flags or not loose:
        return None
    return replace(draft, flags=draft.flags - frozenset(loose))


def _state(draft: Draft, predicate: str, spoken: str, value: str) -> Draft:
    return replace(
        draft,
        predicate=predicate,
        spoken=spoken,
        object=Argument(Value(value), value, ()),
        kind="state",
        modality="actual",
        qualifiers=(),
        validity=None,
        certain=CERTAIN,
        flags=(draft.flags - {"no_object"}) | {"timed"},
    )
