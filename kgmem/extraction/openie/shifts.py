"""What a value was and what it is now: "I upgraded node from 18 to 20", "the price fell to 64".

Read only where agents and tools speak. What it was is told first: what it is now ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language.standins import untied
from kgmem.types import Bound, Ref, Validity, Value

CERTAIN = 0.75
_VALUE = r"[^\s,;]*\d[^\s,;]*"
_UNIT = (
    r"(?:\s(?:euros?|dollars?|pounds?|francs?|cents?|ct|EUR|USD|GBP|CHF|percent|%|degrees?|points?"
    r"|[kKMGT]i?[Bb]|ms|seconds?|minutes?|hours?|days?|weeks?|nights?|km/h|k?Wh?|kg|g|mg|ml|l|cm|mm"
    r"|replicas?|workers?|nodes?|pods?|instances?|people|persons?|guests?|rows?|users?|a\.?m\.?"
    r"|p\.?m\.?)(?:\s(?:a|per)\s\w+)?(?![\w-]))?"
)
_TO = re.compile(
    rf"(?:\bfrom\s+(?P<old>{_VALUE}{_UNIT})\s+(?:up |down |back )?)?\bto\s+(?:version\s+)?"
    rf"(?P<new>{_VALUE}{_UNIT})"
)
_STATES = re.compile(r"\bfrom\s+(?P<old>[\w -]{3,24}?)\s+to\s+(?P<new>[\w-]+(?: [\w-]+){0,2}?)\W*$")
_FROM = re.compile(r"\s+from\s+\S*\d.*$")
_MONEY = re.compile(r"[€$£¥]|\b(?:euros?|dollars?|pounds?|francs?|cents?|ct|EUR|USD|GBP|CHF)\b")
_CLOCK = re.compile(r"\d{1,2}:\d\d\S*(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?[ap]m")
_DATE = re.compile(
    r"\s*(?:of )?(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\b"
)
_SETTING = words("deeds", "setting")
_MOVING = words("deeds", "moving")
_VERSIONED = frozenset(["upgraded", "downgraded", "bumped", "rolled back", "reverted", "updated"])
_PASSIVE = re.compile(r"^(?:is|are|was|were|has been|have been|got) (?:now )?")
_GUESSED = frozenset(["unresolved", "generic", "deictic", "vague", "coref_it", "coref_far"])
_OF = re.compile(r"^(?P<noun>[\w -]+?) (?:of|for) (?:the |a |an |our |my )?(?P<name>.+)$")


def shifted(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """What is so after a deed or a change, and before it what was; none where nothing changed."""
    if not (draft.positive and draft.modality == "actual") or draft.verb < 0:
        return
    if draft.predicate.endswith(" is") and draft.kind == "state":
        yield from _before(draft, reading)
        return
    verb, thing = _thing(draft)
    if thing is None or not isinstance(thing.term, Ref) or thing.term.type == "person":
        return
    if _GUESSED & thing.flags or thing.term.name.lower() in {"it", "that", "this", "them"}:
        return
    after = untied(reading.unit.text[reading.doc[draft.verb].idx :])
    found = _TO.search(after)
    if found is not None and verb == "moved" and re.match(r"[A-Za-z]{2}", found["new"]):
        found = None  # to a host or a room
    if found is not None and not _DATE.match(after[found.end() :]):
        old, new = _valued(draft, thing, verb, found)
        yield from ([_over(old, reading)] if old is not None else [])
        yield new
    elif (status := _STATES.search(after)) is not None and _is_tracked(thing, status):
        values = (status["old"].strip(), status["new"].strip())
        yield _over(_state(draft, thing, "status", values[0]), reading)
        yield _state(draft, thing, "status", values[1])


def _before(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """What it was, where what it is now has been told already."""
    found = _TO.search(untied(reading.unit.text[reading.doc[draft.verb].idx :]))
    told = draft.object.term if draft.object is not None else None
    if found is None or not found["old"] or not isinstance(told, Value):
        return
    old, new = (found[name].rstrip(".,;:!?") for name in ("old", "new"))
    if told.text in new:
        value = _with_unit(old, new)
        yield _over(replace(draft, object=Argument(replace(told, text=value), value, ())), reading)


def _with_unit(old: str, new: str) -> str:
    """The old value with the unit of the new one: "from 80 to 55 euros"."""
    unit = re.search(r"\s(\D+)$", new)
    return f"{old} {unit.group(1)}" if unit and not re.search(r"\D\w", old) else old


def _thing(draft: Draft) -> tuple[str, Argument | None]:
    """What was changed, and by which verb: the object of a deed, the subject of a change."""
    verb = draft.predicate
    plain = re.sub(r" (?:from|to)$", "", _PASSIVE.sub("", verb))
    if plain in _SETTING and _PASSIVE.match(verb):
        return plain, draft.subject
    if verb in _SETTING and draft.kind == "event":
        return verb, draft.object
    verb = re.sub(r" (?:from|to|in)$", "", verb)
    if verb in _MOVING:
        return verb, draft.subject
    return verb, None


def _is_tracked(thing: Argument, status: re.Match[str]) -> bool:
    last = thing.surface.split()[-1].lower() if thing.surface.split() else ""
    known = lexicon().statuses | words("deeds", "states")
    return last in lexicon().tracked | words("duties", "papers") or status["new"].lower() in known


def _valued(
    draft: Draft, thing: Argument, verb: str, found: re.Match[str]
) -> tuple[Draft | None, Draft]:
    """What it was, where that is said, and what it is."""
    new = found["new"].rstrip(".,;:!?")
    old = (found["old"] or "").rstrip(".,;:!?")
    old = _with_unit(old, new) if old else ""
    assert isinstance(thing.term, Ref)
    noun, name = _measure(_FROM.sub("", thing.term.name), verb in _SETTING)
    if name != thing.term.name:
        thing = replace(thing, term=replace(thing.term, name=name), surface=_the(thing, name))
    noun = noun or _kind(new, verb)
    before = _state(draft, thing, noun, old) if old else None
    return before, _state(draft, thing, noun, new)


def _over(draft: Draft, reading: Reading) -> Draft:
    """What was so until now."""
    return replace(draft, validity=Validity(end=Bound(None, reading.scene.observation.time)))


def _the(thing: Argument, name: str) -> str:
    named = isinstance(thing.term, Ref) and thing.term.named
    return name if named or name[:1].isupper() else f"the {name}"


def _measure(name: str, done: bool) -> tuple[str, str]:
    """What is measured, and of what: "memory limit", "worker" of "memory limit of the worker"."""
    known = lexicon().measures | {"schedule", "setting", "time", "address"}
    parts = _OF.match(name)
    if parts is not None and parts["noun"].split()[-1].lower() in known:
        return parts["noun"], parts["name"]
    before, _, last = name.rpartition(" ")
    if before and last.lower() in known and (done or re.search(r"[A-Z\d_/]", before)):
        return last, before
    return ("", name) if before or last.lower() not in known else ("value", name)


def _kind(value: str, verb: str) -> str:
    """What a value without a noun measures, by its form."""
    if _CLOCK.fullmatch(value):
        return "time"
    if _MONEY.search(value):
        return "price"
    if verb in _VERSIONED or value.startswith("v") or value.count(".") > 1:
        return "version"
    return "setting" if verb in _SETTING else "value"


def _state(draft: Draft, thing: Argument, noun: str, value: str) -> Draft:
    number = re.match(r"[-+$€£]?\d", value) is not None
    found = Argument(Value(value, "number" if number else "text"), value, ())
    named = isinstance(thing.term, Ref) and thing.term.named
    surface = thing.surface if named else _the(thing, thing.surface.removeprefix("the "))
    plain = {"setting": "is set to", "value": "is"}.get(noun, "")
    spoken = plain or f"{noun} is"
    return replace(
        draft,
        verb=-1 if noun == "version" else draft.verb,  # no further reading of the deed
        subject=replace(thing, surface=surface if plain else f"{surface}'s"),
        predicate=f"{noun} is",
        spoken=spoken,
        object=found,
        qualifiers=(),
        kind="state",
        certain=CERTAIN,
        flags=draft.flags - {"no_object"},
    )
