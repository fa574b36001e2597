"""The observations of a text world: rooms, what lies where, exits, and what the agent did.

Environments speak a small language of their own ("On the counter is a red apple. To the east is the
pantry."), as in AriGraph's TextWorld games; patterns read it more surely than a parse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.extraction.openie.grammar import DONE, RESULTS, SENTENCES
from kgmem.types import Observation, Qualifier, Ref, Term, Triple, Value

AGENT = "You"
CONFIDENCE = 0.9
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?|\n")
_SPLIT = re.compile(r" ?, ?(?:and )?| and | as well as ")
_ARTICLE = re.compile(r"^(?:an?|the|some|your|another|one)\s+", re.IGNORECASE)


@dataclass
class World:
    """What is known of the world while observations are read in order.

    Attributes:
        agent: who acts.
        room: where the agent is; empty when unknown.
        places: item -> (preposition, place) where it was last seen.
        states: item -> its state ("closed").
    """

    agent: Ref
    room: str = ""
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """One fact of the world before it gets its span."""

    subject: Ref
    predicate: str
    object: Term | None
    positive: bool = True
    qualifiers: tuple[Qualifier, ...] = ()
    event: bool = False


def speaks(observation: Observation) -> bool:
    """Whether an observation may come from an environment."""
    return (
        observation.role in {"observation", "tool", "system", "action"} or not observation.speaker
    )


def read(
    observation: Observation, recent: Sequence[Observation], extractor: str
) -> tuple[list[Triple], list[tuple[int, int]]]:
    """Facts of a text world and the parts of the text that they come from.

    Args:
        observation: what is read.
        recent: earlier observations of the thread, for where things were.
        extractor: name to put on the triples.
    """
    world = World(Ref(observation.addressee or AGENT, "person", True))
    for earlier in recent:
        if speaks(earlier):
            for start, end in _sentences(earlier.text):
                list(_facts(world, earlier.text[start:end].strip(" .!?\n")))
    found: list[Triple] = []
    spans: list[tuple[int, int]] = []
    for start, end in _sentences(observation.text):
        facts = list(_facts(world, observation.text[start:end].strip(" .!?\n")))
        if facts:
            spans.append((start, end))
            found += [_triple(fact, (start, end), extractor) for fact in facts]
    return found, spans


def _sentences(text: str) -> list[tuple[int, int]]:
    found = []
    for match in _SENTENCE.finditer(text):
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        if match.group().strip():
            found.append((start, match.start() + len(match.group().rstrip())))
    return found


def _triple(seen: Seen, span: tuple[int, int], extractor: str) -> Triple:
    name = (
        ""
        if seen.object is None
        else seen.object.name
        if isinstance(seen.object, Ref)
        else seen.object.text
    )
    extra = "".join(
        f" {q.role} the {q.term.name if isinstance(q.term, Ref) else q.term.text}"
        for q in seen.qualifiers
    )
    verb = seen.predicate if seen.positive else _denied(seen.predicate)
    if seen.subject.name == AGENT:
        verb = re.sub(r"^is\b", "are", re.sub(r"carries$", "carry", verb))
    thing = isinstance(seen.object, Ref) and not seen.object.named
    if thing and seen.predicate != "carries":
        name = f"the {name}"
    return Triple(
        subject=seen.subject,
        predicate=seen.predicate,
        object=seen.object,
        span=span,
        text=f"{seen.subject.name[:1].upper()}{seen.subject.name[1:]} {verb} {name}{extra}".strip(),
        qualifiers=seen.qualifiers,
        kind="event" if seen.event else "state",
        positive=seen.positive,
        confidence=CONFIDENCE,
        extractor=extractor,
    )


def _denied(predicate: str) -> str:
    first, _, rest = predicate.partition(" ")
    return f"is not {rest}".strip() if first == "is" else "no longer " + predicate


def _thing(text: str) -> Ref:
    name = re.sub(r"\s+(?:here|there)$", "", _ARTICLE.sub("", text.strip(" ,")))
    return Ref(name, "thing")


def _things(text: str) -> list[Ref]:
    parts = [p for p in _SPLIT.split(" ".join(text.split())) if p]
    return [_thing(p) for p in parts if len(p.split()) <= 6 and _thing(p).name]


def _place(text: str) -> Ref:
    return Ref(_ARTICLE.sub("", text.strip(" ,")), "place")


def _facts(world: World, sentence: str) -> Iterator[Seen]:
    for kind, pattern in SENTENCES:
        match = pattern.match(sentence)
        if match is not None:
            yield from _RULES[kind](world, match)
            return


def _enter(world: World, match: re.Match[str]) -> Iterator[Seen]:
    place = _place(match["room"])
    if world.room and world.room.lower() != place.name.lower():
        yield Seen(world.agent, "is in", Ref(world.room, "place"), positive=False)
    world.room = place.name
    yield Seen(world.agent, "is in", place)


def _located(world: World, match: re.Match[str]) -> Iterator[Seen]:
    groups = match.groupdict()
    where = groups.get("where")
    preposition = (groups.get("prep") or ("in" if not where else "")).lower()
    spot = _thing(where) if where else _place(world.room) if world.room else None
    if spot is None:
        return
    for thing in _things(match["list"]):
        if thing.name.lower() in {"nothing", "exit", "door"}:
            continue
        world.places[thing.name.lower()] = (preposition, spot.name)
        yield Seen(thing, f"is {preposition}", spot)


def _contains(world: World, match: re.Match[str]) -> Iterator[Seen]:
    box = _thing(match["where"])
    for thing in _things(match["list"]):
        if thing.name.lower() != "nothing":
            world.places[thing.name.lower()] = ("in", box.name)
            yield Seen(thing, "is in", box)


def _direction(world: World, match: re.Match[str]) -> Iterator[Seen]:
    side = match["side"].lower().replace(" ", "")
    groups = match.groupdict()
    room = groups.get("room")
    here = Ref(world.room, "place") if world.room else None
    if room and here is not None:
        yield Seen(_place(room), f"is {side} of", here)
    elif room:
        yield Seen(_place(room), "is to the", Value(side))
    elif here is not None:
        yield Seen(here, "has an exit to the", Value(side))


def _carries(world: World, match: re.Match[str]) -> Iterator[Seen]:
    for thing in _things(match["list"]):
        if thing.name.lower() not in {"nothing", "anything"}:
            world.places.pop(thing.name.lower(), None)
            yield Seen(world.agent, "carries", thing)


def _empty(world: World, _match: re.Match[str]) -> Iterator[Seen]:
    yield Seen(world.agent, "carries", Value("nothing"))


def _takes(world: World, match: re.Match[str]) -> Iterator[Seen]:
    origin = match.groupdict().get("where")
    extra = (Qualifier("from", _thing(origin)),) if origin else ()
    for thing in _things(match["list"]):
        known = world.places.pop(thing.name.lower(), None)
        yield Seen(world.agent, "took", thing, qualifiers=extra, event=True)
        yield Seen(world.agent, "carries", thing)
        if known is None and origin:
            known = ("on", _thing(origin).name)
        if known is not None:
            yield Seen(thing, f"is {known[0]}", Ref(known[1], "thing"), positive=False)


def _puts(world: World, match: re.Match[str]) -> Iterator[Seen]:
    where = match.groupdict().get("where")
    preposition = {"into": "in", "onto": "on"}.get(
        (match["prep"] or "in").lower(), (match["prep"] or "in").lower()
    )
    spot = _thing(where) if where else Ref(world.room, "place") if world.room else None
    for thing in _things(match["list"]):
        extra = (Qualifier(preposition, spot),) if where and spot is not None else ()
        yield Seen(world.agent, "put" if where else "dropped", thing, qualifiers=extra, event=True)
        yield Seen(world.agent, "carries", thing, positive=False)
        if spot is not None:
            world.places[thing.name.lower()] = (preposition, spot.name)
            yield Seen(thing, f"is {preposition}", spot)


def _acts(world: World, match: re.Match[str]) -> Iterator[Seen]:
    verb = match["verb"].lower()
    tool = match.groupdict().get("tool")
    extra = (Qualifier("with", _thing(tool)),) if tool else ()
    for thing in _things(match["list"]):
        yield Seen(world.agent, DONE[verb], thing, qualifiers=extra, event=True)
        if verb in RESULTS:
            yield from _becomes(world, thing, RESULTS[verb])
        if verb in {"eat", "drink"}:
            yield Seen(world.agent, "carries", thing, positive=False)


def _state(world: World, match: re.Match[str]) -> Iterator[Seen]:
    yield from _becomes(world, _thing(match["what"]), match["state"].lower())


def _becomes(world: World, thing: Ref, state: str) -> Iterator[Seen]:
    """The new state of a thing; what it was before no longer holds."""
    before = world.states.get(thing.name.lower())
    if before is not None and before != state:
        yield Seen(thing, "is", Value(before, "adjective"), positive=False)
    world.states[thing.name.lower()] = state
    yield Seen(thing, "is", Value(state, "adjective"))


_RULES: dict[str, Callable[[World, re.Match[str]], Iterator[Seen]]] = {
    "enters": _enter,
    "carries": _carries,
    "empty": _empty,
    "leads": _direction,
    "located": _located,
    "contains": _contains,
    "takes": _takes,
    "puts": _puts,
    "acts": _acts,
    "state": _state,
}
