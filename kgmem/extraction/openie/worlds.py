"""The observations of a text world: rooms, what lies where, exits, and what the agent did.

Environments speak a small language of their own ("On the counter is a red apple. To the east is the
pantry."), as in AriGraph's TextWorld games; patterns read it more surely than a parse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.types import Observation, Qualifier, Ref, Term, Triple, Value

AGENT = "You"
CONFIDENCE = 0.9
_NP = r"(?:(?:an?|the|some|your|another)\s+)?[\w][\w' -]*?"
_PREP = r"(?:on top of|next to|inside|under|beneath|behind|beside|near|on|in|at)"
_SIDE = (
    r"(?:north ?east|north ?west|south ?east|south ?west|north|south|east|west|up|down|left|right)"
)
_SEEN = r"(?:is|are|there is|there are|you (?:can )?(?:see|notice|spot)|lies?|sits?|stands?|rests?)"
_LIST = r"(?P<list>[^.!?;:]+?)"
_HEADER = re.compile(r"-=\s*(?P<room>[^=]+?)\s*=-")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?|\n")
_SPLIT = re.compile(r"\s*(?:,\s*(?:and\s+)?|\s+and\s+|\s+as well as\s+)\s*")
_ARTICLE = re.compile(r"^(?:an?|the|some|your|another|one)\s+", re.IGNORECASE)
_STATES = "open|closed|locked|unlocked|empty|full|on|off|raw|cooked|burned|fried|roasted|sliced|diced|chopped|broken|lit|dark"
_DONE = {
    "open": "opened", "close": "closed", "unlock": "unlocked", "lock": "locked", "eat": "ate", "drink": "drank",
    "cook": "cooked", "slice": "sliced", "dice": "diced", "chop": "chopped", "read": "read", "push": "pushed",
    "pull": "pulled", "light": "lit", "turn on": "turned on", "turn off": "turned off", "examine": "examined",
    "fry": "fried", "roast": "roasted", "use": "used", "heat": "heated", "cool": "cooled", "clean": "cleaned",
}  # fmt: skip
_RESULTS = {"open": "open", "close": "closed", "unlock": "unlocked", "lock": "locked", "cook": "cooked", "slice": "sliced", "dice": "diced", "chop": "chopped", "fry": "fried", "roast": "roasted", "light": "lit", "turn on": "on", "turn off": "off", "heat": "hot", "cool": "cold", "clean": "clean"}  # fmt: skip


@dataclass
class World:
    """What is known of the world while observations are read in order.

    Attributes:
        agent: who acts.
        room: where the agent is; empty when unknown.
        places: item -> (preposition, place) where it was last seen.
    """

    agent: Ref
    room: str = ""
    places: dict[str, tuple[str, str]] = field(default_factory=dict)


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
    if thing and not seen.predicate == "carries":
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
    return f"is not {rest}" if first == "is" else "no longer " + predicate


def _thing(text: str) -> Ref:
    name = re.sub(r"\s+(?:here|there)$", "", _ARTICLE.sub("", text.strip(" ,")))
    return Ref(name, "thing")


def _things(text: str) -> list[Ref]:
    parts = [p for p in _SPLIT.split(text.strip()) if p]
    return [_thing(p) for p in parts if len(p.split()) <= 6 and _thing(p).name]


def _place(text: str) -> Ref:
    return Ref(_ARTICLE.sub("", text.strip(" ,")), "place")


def _facts(world: World, sentence: str) -> Iterator[Seen]:
    for pattern, rule in _RULES:
        match = pattern.match(sentence)
        if match is not None:
            yield from rule(world, match)
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
        yield Seen(world.agent, _DONE[verb], thing, qualifiers=extra, event=True)
        if verb in _RESULTS:
            yield Seen(thing, "is", Value(_RESULTS[verb], "adjective"))
        if verb in {"eat", "drink"}:
            yield Seen(world.agent, "carries", thing, positive=False)


def _state(world: World, match: re.Match[str]) -> Iterator[Seen]:
    yield Seen(_thing(match["what"]), "is", Value(match["state"].lower(), "adjective"))


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern + r"\s*$", re.IGNORECASE)


_RULES: tuple[tuple[re.Pattern[str], Callable[[World, re.Match[str]], Iterator[Seen]]], ...] = (
    (_HEADER, _enter),
    (_rule(r"(?:you(?:'re| are) carrying|inventory|you have)\s*:?\s+" + r"(?P<list>[^.!?;]+?)(?: in your (?:inventory|hands?))?"), _carries),
    (_rule(r"you(?:'re| are| stand| find yourself| wake up)(?: now| standing| currently)* (?:in|at|inside)\s+(?P<room>(?:an?|the|your)?\s*[\w' -]+?)(?:,.*)?"), _enter),
    (_rule(r"(?:you (?:enter|reach|walk (?:in)?to|arrive (?:at|in)|go (?:in)?to|step into|have entered|move to)|you've (?:entered|just walked into|just entered)|welcome to)\s+(?P<room>(?:an?|the)?\s*[\w' -]+?)(?:,.*)?"), _enter),
    (_rule(r"to the (?P<side>" + _SIDE + r"),? (?:is|lies|you (?:can )?see|leads to|there is)\s+(?P<room>[\w' -]+?)"), _direction),
    (_rule(r"(?:the |an? )?(?P<room>[\w' -]+?) (?:is|lies) to (?:the|your) (?P<side>" + _SIDE + r")"), _direction),
    (_rule(r"(?:going |you can go |if you go )(?P<side>" + _SIDE + r"),? (?:leads |you (?:reach|get) )?to (?P<room>[\w' -]+?)"), _direction),
    (_rule(r"(?:there is|there's|you see|you can see) (?:an? )?(?:\w+ )?(?:exit|door|doorway|path|passage|entrance)(?: leading)?(?: to the)? (?P<side>" + _SIDE + r")(?:,? (?:leading )?to (?P<room>[\w' -]+?))?"), _direction),
    (_rule(r"you can go (?:to the )?(?P<side>" + _SIDE + r")"), _direction),
    (_rule(r"(?P<prep>" + _PREP + r") (?P<where>(?:the|an?|your) [\w' -]+?),? " + _SEEN + r" " + _LIST), _located),
    (_rule(r"(?:the |an? )?(?P<where>[\w' -]+?) (?:contains?|holds?)\s+" + _LIST), _contains),
    (_rule(r"(?:there (?:is|are)|there's|you (?:can )?(?:also )?(?:see|notice|spot)) " + _LIST + r" (?P<prep>" + _PREP + r") (?P<where>(?:the|an?) [\w' -]+?)"), _located),
    (_rule(r"(?:there (?:is|are)|there's|you (?:can )?(?:also )?(?:see|notice|spot)) " + _LIST + r"(?: here)?"), _located),
    (_rule(r"you (?:take|took|pick up|picked up|grab|grabbed|collect) " + _LIST + r"(?: (?:from|off)(?: of)? (?P<where>[\w' -]+?))?"), _takes),
    (_rule(r"you (?:put|place|placed|insert|set|leave|move) " + _LIST + r" (?P<prep>on|in|into|onto|inside|under|at)(?: top of)? (?P<where>[\w' -]+?)"), _puts),
    (_rule(r"you (?P<prep>)(?:drop|dropped|put down) " + _LIST), _puts),
    (_rule(r"you (?P<verb>" + "|".join(sorted(_DONE, key=len, reverse=True)) + r") " + _LIST + r"(?: with (?P<tool>[\w' -]+?))?"), _acts),
    (_rule(r"(?:the )(?P<what>[\w' -]+?) (?:is|are)(?: now)? (?P<state>" + _STATES + r")"), _state),
    (_rule(r"(?P<list>(?:the|an?|some) [\w' -]+?) (?:is|are|lies?) (?P<prep>" + _PREP + r") (?P<where>(?:the|an?) [\w' -]+?)"), _located),
)  # fmt: skip
