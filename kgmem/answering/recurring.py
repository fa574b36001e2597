"""When something usually is so: opening hours, weekdays, "every morning at nine"."""

from __future__ import annotations

import re

from kgmem.answering.matching import nearest
from kgmem.answering.material import Material, Passage
from kgmem.answering.numerals import ONE_TO_TWELVE
from kgmem.answering.reply import Reply, from_words
from kgmem.answering.times import asks_usual
from kgmem.language.times import find

_LOOKED_AT = 6
_ENOUGH, _NEAR_BEST = 0.5, 0.75
"""The least share of a question in a sentence that answers it, and of the best sentence's share."""

_DOES = re.compile(r"\b(?:do|does|don['’]t|doesn['’]t)\b", re.I)
_CLOCK = (
    r"(?:\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\b\.?)?(?:\s(?:UTC|GMT|CET|CEST|[ECMP][SD]T)\b)?"
    r"|\d{1,2}(?:\s?[ap]\.?m\b\.?|\s?o['’]clock)?(?![\w:/]|\s(?-i:[A-Z])|\s[a-z]+s\b)"
    rf"|(?:half past |quarter (?:past|to) )?(?:{'|'.join(ONE_TO_TWELVE)})(?:\s?o['’]clock)?"
    r"(?:-thirty)?\b(?!\s+[a-z]+s\b)|noon\b|midnight\b)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_PART = rf"(?:the )?(?:(?:{_DAY} |week(?:day|end) )?(?:mornings?|afternoons?|evenings?|nights?))"
_DAYS = rf"(?:{_PART}|{_DAY}|week ?days?|week ?ends?|the weekend|(?:public |bank )?holidays)"
_UNIT = (
    rf"(?:(?:from |between )?{_CLOCK}(?:\s?(?:-|–|to|till|until|and)\s?){_CLOCK}"
    rf"|(?:at|from|until|till|by|before|after|around|about) (?:about )?{_CLOCK}"
    rf"|(?:(?:on|at|from|over|during|except) )?{_DAYS}"
    rf"(?:(?:, and |, | and | or | to | through |-|–){_DAYS})*"
    rf"|(?:on )?the (?:first|second|third|fourth|last) {_DAY}(?: (?:of|in) (?:each|every|the) \w+)?"
    r"|(?:every|each) (?!time|one)(?:(?:single|other|second|third|first|last|few) )?[a-z]+"
    r"(?: (?:mornings?|evenings?))?"
    r"|(?:once|twice|\w+ times) (?:a|per|every|each) [a-z]+"
    r"|daily\b(?!_)|weekly\b|monthly\b|yearly\b|in (?:the )?(?:mornings?|afternoons?|evenings?)"
    r"|in (?:spring|summer|autumn|winter)\b)"
)
_USUAL = re.compile(rf"\b{_UNIT}(?:,?(?: and| but not| except)? {_UNIT}){{0,4}}", re.I)
_ONCE = re.compile(rf"(?<!every )(?<!each )\b{_DAY.removesuffix('s?')}\b(?! to| through|-|–)", re.I)
"""One day, which is that of a date; "Monday to Friday" and "on Mondays" are not."""
_OFTEN = re.compile(
    rf"\b(?:{_DAY.removesuffix('?')}|{_DAY}(?: to | through |-|–){_DAY}|week ?days|week ?ends"
    r"|holidays|every|each|daily|weekly|monthly|yearly|mornings|afternoons|evenings|nights|once"
    r"|twice|times|in \w+)\b", re.I
)  # fmt: skip
"""What makes a time one that comes again."""


def usually(material: Material) -> Reply | None:
    """The time that comes again which the words that match best give; None without one.

    A clock time alone is one where the question asks what is done ("When does it open?"), and
    belongs to its day where it asks what is ("When is the meeting?").
    """
    question = material.question
    if not asks_usual(question):
        return None
    kept = [p for p in material.passages if not p.asks and not p.raw][:_LOOKED_AT]
    best = max((p.coverage for p in kept), default=0.0)
    for passage in kept:
        if passage.coverage < max(_ENOUGH, _NEAR_BEST * best):
            continue
        found = _times(passage, does=_DOES.search(question.short) is not None)
        if found:
            start, end = nearest(passage.text, found, material.focus.weights)
            text = passage.text[start:end].rstrip(" ,")
            reason = "usual time in the words"
            return from_words(text, passage, support=passage.score, reason=reason)
    return None


def _times(passage: Passage, *, does: bool) -> list[tuple[int, int]]:
    """Where a sentence gives times that come again; `does`: a time of day alone is one."""
    found = []
    said = find(passage.text, passage.time)
    for match in _USUAL.finditer(passage.text):
        text = match.group()
        often = _OFTEN.search(text) or any(m.kind == "frequency" and m.text in text for m in said)
        dated = _ONCE.search(text) or any(m.text not in text for m in said)
        if often or (does and not dated):
            found.append(match.span())
    return found
