"""Names made of a noun and a number: "ticket OPS-412", "order 7711", "feature flag new-checkout".

The parser takes such a name to pieces. It is tied into one token before the parse, which stands in
for it as any name does (`kgmem.language.standins`), and untied when the phrase is put into words.
"""

from __future__ import annotations

import re

from kgmem.extraction.openie.mapped import Mapped
from kgmem.language.standins import CODED, HYPHEN, TIE

_NUMBERED = (
    "ticket|issue|bug|order|invoice|account|job|task|case|request|pull request|PR|build|release"
    "|version|server|node|host|cluster|pod|container|service|branch|repo|repository|pipeline"
    "|queue|topic|endpoint|sprint|milestone|room|gate|seat|platform|flight|train|bus|tram|line"
    "|route|locker|apartment|flat|unit|suite|building|warehouse|machine|printer|device|sensor"
    "|robot|drone|truck|vehicle|shipment|package|parcel|batch|lot|claim|policy|permit|patient"
    "|sample|experiment|step|epoch|iteration|seed|attempt|run|model|table|zone|section|hall|court|lane|track|bay|dock|pier|terminal"
    "|incubator|freezer|fridge|rack|shelf|tray|well|channel|string|bin|slot|pump|valve|tank|boiler"
    "|meter|inverter|migration|incident|session|tube|vial|replicate|fold|layer|shard|partition"
    "|replica|worker|quote|offer|contract|deal|priority"
)
_LABELLED = (
    "ticket|issue|bug|order|job|task|feature flag|flag|branch|service|server|host|node|cluster|repo"
    "|repository|pipeline|queue|topic|endpoint|bucket|container|pod|package|module|database|index"
    "|worker|cron job|namespace|environment|dataset|dashboard"
)
_NUMBER = r"#?(?:[A-Z]{1,6}-?)?\d+(?:[\w/.-]*\w)?"
_LABEL = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+"
_NAME = re.compile(
    rf"(?<![\w-])(?P<noun>(?i:{_NUMBERED}))\s(?P<id>{_NUMBER})(?![\w'%:-]|\.\d)"
    rf"|(?<![\w-])(?P<kind>(?i:{_LABELLED}))\s(?P<label>{_LABEL})(?![\w'-])"
)
_BARE = re.compile(
    r"(?<![\w-])(?:[A-Z]{2,6}-\d+"
    r"|(?!(?:top|mid|sub|pre|post|under|over|age|size|grade|early|late|pg|vitamin|plus)-)"
    r"[a-z]{2,12}-\d{1,4})(?![\w%-])"
)
_ASKED_FOR = re.compile(
    r"(?:\b(?:I|we|you|they|to|please|can|will|'ll|could|would|should|must|and|let's)\s+)$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s+(?:more\s+)?(?:[a-z]+\s)?(?!is\b|was\b|has\b|does\b|runs\b|fails\b|needs\b)[a-z]{3,}s\b"
)
_TIMES = re.compile(r"\s*(?:a\.?m|p\.?m|o'clock|years?|months?|weeks?|days?|hours?|minutes?)\b")
_ACTING = frozenset(["order", "ticket", "request", "run", "table", "route", "build", "case"])


_STATE_OF = re.compile(
    rf"^(?:the\s+)?(?:current\s+)?(?:status|state)\s+of\s+(?=(?:the\s+)?\S*[{TIE}{HYPHEN}{CODED}]\S+\s+is\s+\w+ed\b)",
    re.IGNORECASE,
)


def tied(text: Mapped) -> Mapped:
    """The text with every such name as one word.

    "The status of order 7711 is closed" is read as "order 7711 is closed": the parser takes the
    participle for something else.
    """
    whole = text.sub(_NAME, _tied).sub(_BARE, lambda match: match.group().replace("-", HYPHEN))
    return whole.sub(_STATE_OF, "")


def _tied(match: re.Match[str]) -> str:
    noun, after = match["noun"], match.string[match.end() :]
    if noun and (_TIMES.match(after) or _counts(match, after)):
        return match.group()
    return match.group().replace(" ", TIE).replace("-", HYPHEN)


def _counts(match: re.Match[str], after: str) -> bool:
    """As in "order 5 pizzas", "I run 10 miles": a verb with a number of things."""
    if match["noun"].lower() not in _ACTING:
        return False
    few = match["id"].isdigit() and len(match["id"]) < 3
    asked = _ASKED_FOR.search(match.string[: match.start()]) is not None
    return _COUNTED.match(after) is not None or (few and asked)
