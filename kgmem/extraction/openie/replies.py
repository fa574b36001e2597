"""A plain yes or no, read as the statement that was asked for.

"No" to "Do you smoke?" is "I do not smoke".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgmem.extraction.openie import sentences, turnabout
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import Observation

_NO = r"no|nope|nah"
_YES = r"yes|yeah|yep|yup"
_REPLY = re.compile(
    rf"\s*(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b(?=\s*(?:[,.!;:…—–-]|$|but\b|not\b|i\b|we\b))",
    re.IGNORECASE,
)
_HAVING = (
    "have|own|live|work|play|speak|smoke|drink|eat|drive|use|study|keep|run|swim|teach|sing|cook"
    "|know|like|love|rent|knit|paint|dance|ski|surf|sail|ride|wear|take|go|attend|collect|volunteer"
)
_DONE = "buy|sell|move|get|adopt|quit|pass|finish|win|lose|marry|sign|order|book|cancel|call|send"
_BEING = (
    "an?|the|married|single|engaged|divorced|allergic|vegan|vegetarian|from|living|working"
    "|studying|based|pregnant|retired|related|in|on|at"
)
_WHO = r"(?P<who>you|(?:your|the)(?: [a-z-]+){1,2}?|[A-Z][\w'’-]+)"
_QUESTION = re.compile(
    rf"(?:(?:and|but|so|oh|hey|wait),?\s+)?(?:"
    rf"(?P<do>do|does)\s+{_WHO}\s+(?P<still>still\s+)?(?P<rest>(?:{_HAVING})\b.*)"
    rf"|(?P<did>did)\s+{_WHO.replace('<who>', '<who2>')}\s+(?P<rest2>(?:{_DONE})\b.*)"
    rf"|(?P<be>are|is)\s+{_WHO.replace('<who>', '<who3>')}\s+(?P<still2>still\s+)?"
    rf"(?P<rest3>(?:{_BEING})\b.*)"
    rf"|(?P<have>have|has)\s+{_WHO.replace('<who>', '<who4>')}\s+(?P<ever>ever\s+)"
    r"(?P<rest4>\w.*))\s*\?+\s*$",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    r"\b(?:me|my|mine|i|we|us|our|it|this|that|these|those|them|one)\b|\bor\b", re.I
)
_ANY = re.compile(r"\bany\s+", re.IGNORECASE)


def replied(
    observation: Observation, thread: Sequence[Observation], names: Sequence[str]
) -> list[Unit]:
    """What a yes or no at the start of a turn says of the question before it; mostly nothing.

    Args:
        observation: what is read.
        thread: the turns before it, latest last.
        names: who may be addressed.
    """
    reply = _REPLY.match(observation.text)
    asked = turnabout.asked(observation, thread) if reply is not None else []
    if reply is None or sum(text.endswith("?") for text in asked) != 1:
        return []
    statement = stated(turnabout.uncalled(asked[-1], names), yes=reply["yes"] is not None)
    if not statement:
        return []
    group = "yes" if reply["yes"] else "no"
    spot = reply.start(group)
    half = len(statement) // 2
    words = Mapped(statement, (spot,) * half + (reply.end(group) - 1,) * (len(statement) - half))
    return sentences.fresh(words, names, observation.time)


_OF_OTHER = re.compile(
    r"(?:(?:and|but|so|oh|hey|wait),?\s+)?(?:do|does|did|is|are|was|were|has|have|had|can|will|would)"
    r"(?:n['’]t)?\s+(?!you\b|i\b|we\b|it\b|there\b|that\b|this\b|anyone\b|anybody\b|everything\b)\w",
    re.IGNORECASE,
)


def of_other(observation: Observation, thread: Sequence[Observation]) -> bool:
    """Whether a yes or no tells of somebody else: "Did your sister pass?" - "Yes, passed".

    What follows without a subject is then said of them, not of who replies.
    """
    if _REPLY.match(observation.text) is None:
        return False
    last = turnabout.asked(observation, thread)[-1:]
    return any(q.endswith("?") and _OF_OTHER.match(q) for q in last)


_KIND = re.compile(
    r"(?:\w+[,!.]?\s+){0,2}(?:what|which)\s+(?:kind|sort|breed|type|brand|model|make|colou?r)"
    r"(?:\s+(?:is|was)\s+(?:it|he|she))?\s*\?+\s*$",
    re.IGNORECASE,
)
_THING = re.compile(r"\b(?:an?|my|our)\s+(?:(?:new|little|big|old)\s+)?(?P<noun>[a-z]{3,})\b")
_ANSWER = re.compile(
    r"^\s*(?:(?:it|he|she)'s\s+)?(?P<what>an?\s+[\w -]{3,40}?)\s*[.!]*\s*$", re.IGNORECASE
)


def sorts(
    observation: Observation, thread: Sequence[Observation], names: Sequence[str]
) -> list[Unit]:
    """What a thing is, where the other asked of what kind it is: "A whippet."."""
    question = turnabout.asked(observation, thread)
    if len(thread) < 2 or not question or _KIND.match(question[-1]) is None:
        return []
    told = thread[-2]
    if told.speaker != observation.speaker:
        return []
    first = next(iter(sentences.split_sentences(observation.text)), None)
    things = list(_THING.finditer(told.text))
    if first is None or not things:
        return []
    found = _ANSWER.match(first.text)
    if found is None:
        return []
    statement = f"My {things[-1]['noun']} is {found['what']}."
    start, end = first.origin[found.start("what")], first.origin[found.end("what") - 1]
    half = len(statement) // 2
    words = Mapped(statement, (start,) * half + (end,) * (len(statement) - half))
    return sentences.fresh(words, names, observation.time)


def stated(question: str, *, yes: bool) -> str:
    """The statement that a question asks for, affirmed or denied; empty where it is none of those.

    "Do you still have a dog?" and no: "I no longer have a dog."
    """
    match = _QUESTION.match(question)
    if match is None:
        return ""
    who = next(match[g] for g in ("who", "who2", "who3", "who4") if match[g])
    rest = next(match[g] for g in ("rest", "rest2", "rest3", "rest4") if match[g])
    if _THEIRS.search(rest) or "," in rest:
        return ""
    still = bool(match["still"] or match["still2"])
    own = who.lower() == "you"
    subject = "I" if own else turnabout.mine(who)
    verb = _verb(match, own=own, yes=yes, still=still)
    rest = turnabout.mine(rest)
    rest = _ANY.sub("", rest) if yes else rest
    return f"{subject[:1].upper()}{subject[1:]} {verb} {rest}.".replace("  ", " ")


def _verb(match: re.Match[str], *, own: bool, yes: bool, still: bool) -> str:
    if match["be"]:
        told = "am" if own else "is"
        return told if yes else f"{told} no longer" if still else f"{told} not"
    if match["have"]:
        told = "have" if own else "has"
        return told if yes else f"{told} never"
    if match["did"]:
        return "did" if yes else "did not"
    told = "do" if own else "does"
    if yes:
        return "" if own else told
    return "no longer" if still and own else f"{told} not"
