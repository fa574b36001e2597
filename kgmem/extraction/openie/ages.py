"""Ages as chat tells them: "Theo's ten, eleven next month", "she's eight going on thirty"."""

from __future__ import annotations

import re

from kgmem.extraction.openie.mapped import Mapped

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
NUMBER = (
    rf"(?:\d{{1,2}}|(?:{_TENS})(?:-\w+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|\w+teen)"
)
_JOKE = re.compile(rf"(?<=\w)\s+going on {NUMBER}\b")
_SOON = re.compile(
    rf"^(?P<who>(?:[A-Z][\w'-]+|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) [\w'-]+|[Hh]e|[Ss]he))"
    rf" is (?P<now>{NUMBER}),\s+(?P<soon>{NUMBER} (?:next|in|this|on) [\w ]+?)(?=,|\.|!|$)"
)


def sorted_out(words: Mapped) -> tuple[Mapped, ...]:
    """A sentence whose ages are told one by one; itself where it tells none.

    "Theo is ten, eleven next month, and he paints" becomes "Theo is ten, and he paints" and "Theo
    will be eleven next month"; who is eight going on thirty is eight.
    """
    if " going on " in words.text and re.search(rf"\b{NUMBER} going on ", words.text):
        words = words.sub(_JOKE, "")
    match = _SOON.match(words.text)
    if match is None:
        return (words,)
    soon = words.cut(*match.span("soon")).prefixed(f"{match['who']} will be ")
    return (words.cut(0, match.end("now")).then(words.cut(match.end("soon"))), soon)
