"""The sentences that text worlds speak, as patterns: rooms, contents, exits, deeds.

Angle-bracketed names stand for shared parts: `<LIST>` several things, `<WHERE>` a place or
container, `<PREP>` a preposition of place, `<SIDE>` a direction.
"""

from __future__ import annotations

import re

DONE = {
    "open": "opened", "close": "closed", "unlock": "unlocked", "lock": "locked", "eat": "ate",
    "drink": "drank", "cook": "cooked", "slice": "sliced", "dice": "diced", "chop": "chopped",
    "read": "read", "push": "pushed", "pull": "pulled", "light": "lit", "turn on": "turned on",
    "turn off": "turned off", "examine": "examined", "fry": "fried", "roast": "roasted",
    "use": "used", "heat": "heated", "cool": "cooled", "clean": "cleaned",
}  # fmt: skip
"""What an agent does to a thing, and the past of it."""
RESULTS = {
    "open": "open", "close": "closed", "unlock": "unlocked", "lock": "locked", "cook": "cooked",
    "slice": "sliced", "dice": "diced", "chop": "chopped", "fry": "fried", "roast": "roasted",
    "light": "lit", "turn on": "on", "turn off": "off", "heat": "hot", "cool": "cold",
    "clean": "clean",
}  # fmt: skip
"""The state that a deed leaves a thing in."""

_PARTS = {
    "<LIST>": r"(?P<list>[^.!?;:]+?)",
    "<ROOM>": r"(?P<room>(?:(?:an?|the|your)\s+)?[\w' -]+?)",
    "<WHERE>": r"(?P<where>(?:the|an?|your) [\w' -]+?)",
    "<BOX>": r"(?:the |an? )?(?P<where>[\w' -]+?)",
    "<PREP>": r"(?P<prep>on top of|next to|inside|under|beneath|behind|beside|near|on|in|at)",
    "<SIDE>": r"(?P<side>north ?east|north ?west|south ?east|south ?west|north|south|east|west"
    r"|up|down|left|right)",
    "<SEEN>": r"(?:is|are|there is|there are|you (?:can )?(?:see|notice|spot)|lies?|sits?|stands?"
    r"|rests?)",
    "<THERE>": r"(?:there (?:is|are)|there's|you (?:can )?(?:also )?(?:see|notice|spot))",
    "<EXIT>": r"(?:an? )?(?:\w+ )?(?:exit|door|doorway|path|passage|entrance)",
    "<STATE>": r"(?P<state>open|closed|locked|unlocked|empty|full|on|off|raw|cooked|burned|fried"
    r"|roasted|sliced|diced|chopped|broken|lit|dark)",
    "<VERB>": f"(?P<verb>{'|'.join(sorted(DONE, key=len, reverse=True))})",
}


def _pattern(text: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        text = text.replace(name, part)
    return re.compile(text + r"\s*$", re.IGNORECASE)


SENTENCES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, _pattern(text))
    for kind, text in (
        ("enters", r"-=\s*(?P<room>[^=]+?)\s*=-"),
        ("empty", r"you(?:'re| are) carrying nothing|your inventory is empty"),
        (
            "carries",
            r"(?:you(?:'re| are) carrying|inventory|you have)\s*:?\s+<LIST>"
            r"(?: in your (?:inventory|hands?))?",
        ),
        (
            "enters",
            r"you(?:'re| are| stand| find yourself| wake up)(?: now| standing| currently)*"
            r" (?:in|at|inside)\s+<ROOM>(?:,.*)?",
        ),
        (
            "enters",
            r"(?:you (?:enter|reach|walk (?:in)?to|arrive (?:at|in)|go (?:in)?to|step into|move to"
            r"|have entered)|you've (?:just )?(?:entered|walked into)|welcome to)\s+<ROOM>(?:,.*)?",
        ),
        (
            "leads",
            r"to the <SIDE>,? (?:is|lies|you (?:can )?see|leads to|there is)\s+<ROOM>",
        ),
        ("leads", r"<ROOM> (?:is|lies) to (?:the|your) <SIDE>"),
        (
            "leads",
            r"(?:going |you can go |if you go )<SIDE>,? (?:leads |you (?:reach|get) )?to <ROOM>",
        ),
        (
            "leads",
            r"<THERE> <EXIT>(?: leading)?(?: to the)? <SIDE>(?:,? (?:leading )?to <ROOM>)?",
        ),
        ("leads", r"you can go (?:to the )?<SIDE>"),
        ("located", r"<PREP> <WHERE>,? <SEEN> <LIST>"),
        ("contains", r"<BOX> (?:contains?|holds?)\s+<LIST>"),
        ("located", r"<THERE> <LIST> <PREP> <WHERE>"),
        ("located", r"<THERE> <LIST>(?: here)?"),
        (
            "takes",
            r"you (?:take|took|pick up|picked up|grab|grabbed|collect) <LIST>"
            r"(?: (?:from|off)(?: of)? (?P<where>[\w' -]+?))?",
        ),
        (
            "puts",
            r"you (?:put|place|placed|insert|set|leave|move) <LIST>"
            r" (?P<prep>on|in|into|onto|inside|under|at)(?: top of)? (?P<where>[\w' -]+?)",
        ),
        ("puts", r"you (?P<prep>)(?:drop|dropped|put down) <LIST>"),
        ("acts", r"you <VERB> <LIST>(?: with (?P<tool>[\w' -]+?))?"),
        (
            "state",
            r"the (?P<what>(?!(?:current )?(?:status|state) of )[\w' -]+?) (?:is|are)(?: now)?"
            r" <STATE>",
        ),
        ("located", r"(?P<list>(?:the|an?|some) [\w' -]+?) (?:is|are|lies?) <PREP> <WHERE>"),
    )
)
"""What a sentence tells, and how it reads; the first that fits counts."""
