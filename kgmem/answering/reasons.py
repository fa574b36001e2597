"""Why something was so: what follows "because", "since it ..." or comes before "so"."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage
from kgmem.answering.reply import Reply, from_words, tidy
from kgmem.language.times import find

_ONE = r"(?:the|an?|its?|there|we|they|he|she|you|i|my|our|his|her|their|this|that|these|those)"
_VERB = (
    r"(?:(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might"
    r"|needs?|wants?|went|came|got|took|broke|fell|ran|lost|left|kept|made)(?:n['’]t)?|can['’]?t"
    r"|cannot|won['’]t|\w+ed)\b|\b(?:it|there|he|she|that)['’]s\b|\b\w+['’](?:re|m|ve|d|ll)"
)
_CLAUSE = rf"(?=\s(?:{_ONE}\b[^,.;]*?\s{_VERB}|(?:it|there|he|she|that)['’]s\b|\w+['’](?:re|m)\b))"
_REMARK = (
    r"(?!\s(?:we|you|they|i|he|she|it)(?:\s(?:have|had|has|was|is|just))?\s(?:discuss|agree|sa[iy]"
    r"|mention|expect|plan|know|see|note|hope|fear|turn|happen|stand|promis|ask|request|told|wrote))"
)
_SINCE = rf"(?:since{_CLAUSE}|as{_REMARK}{_CLAUSE})"
"""A reason, no time or remark: "since the box was thin"; not "since Monday", "as planned"."""
_WHY = re.compile(
    rf"(?P<what>.+?),?\s(?:because(?: of)?|due to|{_SINCE})\s?(?P<why>.+)"
    rf"|(?:because|{_SINCE})\s(?P<first>[^,]+),\s(?P<then>.+)"
    r"|(?P<cause>.+?),\s(?:so|therefore|that's why|which is why)\s(?P<effect>.+)", re.I | re.S
)  # fmt: skip
_COVERED, _NAMED = 0.6, 0.4


LONGEST_REASON = 12
_CUT = re.compile(r"(?:,|;|\sand\s|\sbut\s)")


def reason(material: Material) -> Reply | None:
    """As in "Why was it late?": what follows "because", where the rest says what is asked."""
    if material.question.kind != "why":
        return None
    best: tuple[float, str, Passage] | None = None
    for passage in material.passages:
        match = _WHY.match(passage.text) if not passage.asks else None
        if match is None:
            continue
        what = match["what"] or match["then"] or match["effect"]
        why = match["why"] or match["first"] or match["cause"]
        if _is_time(why, passage):
            continue
        share = material.focus.coverage(stems(what))
        named = [n for n in material.question.names if n.casefold() in what.casefold()]
        enough = _NAMED if len(named) > 1 else _COVERED
        if share >= enough and (best is None or share > best[0]):
            best = (share, why, passage)
    if best is None:
        return None
    return from_words(_short(best[1]), best[2], support=1.0, reason="the reason said")


def _is_time(text: str, passage: Passage) -> bool:
    """Whether words say nothing but when: "last Monday"."""
    bare = tidy(text).rstrip(" .!")
    return any(m.text.casefold() == bare.casefold() for m in find(bare, passage.time))


def _short(text: str) -> str:
    """A reason of no more than a line: its first clause where it has several."""
    bare = tidy(text)
    while len(bare.split()) > LONGEST_REASON:
        cuts = [m.start() for m in _CUT.finditer(bare) if m.start() > 0]
        if not cuts:
            break
        bare = tidy(bare[: cuts[-1]])
    return bare
