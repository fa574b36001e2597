"""Words of chat that say nothing or little: asides, wishes, "word has it", ambiguous "'s"."""

from __future__ import annotations

import re

from kgmem.extraction.openie.mapped import Mapped

_ASIDE = re.compile(
    r"(?<=[\w)])\s+(?:btw|fyi|imo|imho|tbh|by the way|to be (?:honest|fair))(?=\s*[,.!?;]|\s*$)",
    re.IGNORECASE,
)
_AFRAID = re.compile(r",\s+i(?:'m| am) afraid(?=\s*[.!]*$)", re.IGNORECASE)
_WISH = re.compile(
    r"[,!]\s+(?:merry|happy)\s+(?:easter|christmas|xmas|birthday|new year|holidays|hanukkah|diwali"
    r"|eid|thanksgiving|anniversary)(?:\s+(?-i:[A-Z])\w+)?\s*[!.]*$",
    re.IGNORECASE,
)
_STATES = (
    "allergic|afraid|glad|ready|sure|asleep|awake|alive|alone|aware|fond|able|unable|keen|sorry|ill"
    "|unwell|due|pregnant|obsessed|delighted|thrilled|jealous|furious|worried|bothered|tired|busy"
    "|stuck|back|away|married|engaged|retired|gone|fully booked|sold out|lovely|hilarious"
)
WHO = (
    r"(?<=[A-Za-z])(?<!\b[Ii]t)(?<!\b[Hh]e)(?<!\b[Ss]he)(?<!\b[Tt]hat)(?<!\b[Ww]hat)(?<!\b[Ll]et)"
    r"(?<!\b[Tt]here)(?<!\b[Hh]ere)(?<!\b[Ww]ho)(?<!\b[Ww]here)(?<!\b[Hh]ow)"
)
NO_NOUN = (
    r"\s*[,.!?;:)]|\s*$|\s+(?:of|with|at|in|on|to|for|from|that|than|about|without|like|over|under"
    r"|near|around|during|through|and|but|because|all|right|now|again|today|tonight|tomorrow|when|by"
    r"|after|before|until|till|since|so|if|as|home|here|there|this|next|too|i|he|she|we|they|you|it"
    r")\b"
)
"""What follows a state that is told of somebody, but not an adjective before its noun."""
_IS_STATE = re.compile(rf"{WHO}'s(?=\s+(?:too\s|(?:very\s+\w+|{_STATES})(?i:{NO_NOUN})))")
_DEEDS = (
    r"(?:wedding|morning|evening|meeting|building|painting|drawing|reading|recording|feeling"
    r"|being|writing|training|cooking|ceiling|ring|thing|spring|string|sibling|opening|ending"
    r"|beginning|landing|housing|clothing|singing|playing|viewing|hearing)"
)
"""What somebody has rather than does."""
_OBJECTS = "an?|the|my|me|him|her|us|them|you|his|their|its|our|it"
_IS_DOING = re.compile(
    rf"{WHO}'s(?=\s+(?:\w{{2,}}ing\s+(?:{_OBJECTS})|(?!{_DEEDS}\b)\w{{2,}}ing\s+(?:over|through"
    r"|around|away|down|next|tomorrow|this|tonight|today|to|for|at|back|up|out|off|home|from|into)"
    r")\b)"
)


_RUMOUR = re.compile(
    r"^(?:rumou?r|word|gossip|legend)\s+(?:has it|is|says)(?:\s+that)?\s+(?=[\w'])"
    r"|^(?:a little bird|little birds?) told me (?:that\s+)?(?=[\w'])"
    r"|^rumou?rs (?:say|are)(?: that)?\s+",
    re.IGNORECASE,
)


_PITIED = re.compile(r"\b(?:[Pp]oor|[Gg]ood old)\s+(?=(?!(?:I|You|Thing)\b)[A-Z][a-zà-ÿ]+\b)")
"""What is felt for somebody is no part of their name: "Poor Mia!"."""

_TREATED = re.compile(
    r"\b(?P<verb>treat(?:ed)?) (?:my|our|your|him|her|them)sel(?:f|ves) to "
    r"(?=an?\b|some\b|the\b|\w+s\b)",
    re.IGNORECASE,
)
"""Who treats herself to a thing buys it."""


def tidied(text: Mapped) -> Mapped:
    """Without asides and closing wishes; "'s" written out where only "is" can stand."""
    plain = (
        text.sub(_PITIED, "")
        .sub(_ASIDE, "")
        .sub(_AFRAID, "")
        .sub(_WISH, "")
        .sub(_TREATED, _bought)
        .sub(_RUMOUR, "I heard that ")
    )
    return plain.sub(_IS_STATE, " is").sub(_IS_DOING, " is")


def _bought(match: re.Match[str]) -> str:
    verb = "bought " if match["verb"].casefold().endswith("ed") else "buy "
    return verb.capitalize() if match["verb"][0].isupper() else verb
