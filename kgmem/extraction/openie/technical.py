"""Technical names: hosts, paths, versions, flags, addresses, ids, code, each one word.

The parser cuts "db-host-3" at its hyphens and "Europe/Lisbon" at its slash. Each such name is put
into letters (`kgmem.language.standins.coded`) before anything else looks at the text, without a
change of length, and read back where words become terms. What counts is the form of a name; words
are never listed, so that "well-known" and "and/or" stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from kgmem.extraction.openie.jargon import words
from kgmem.language import pipeline
from kgmem.language.standins import CODED, TIE, coded, untied
from kgmem.types import Ref, Term, Triple, Value

if TYPE_CHECKING:
    from kgmem.extraction.openie.sentences import Unit

_Term = TypeVar("_Term", bound="Term | None")

_ZONES = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific|US"
_ENDINGS = (
    "py|kt|swift|scala|vue|svelte|dart|lua|tex|bib|eml|ics|bak|tmp|dockerfile|js|ts|jsx|tsx|json|jsonl|yaml|yml|toml|md|rst|txt|csv|tsv|sql|sh|log|conf|cfg|ini|xml|html"
    "|css|rs|go|java|rb|c|h|cpp|hpp|cs|php|ipynb|parquet|pdf|png|jpe?g|svg|gif|zip|gz|tar|lock|env"
    "|db|sqlite|proto|tf|exe|so|whl|pem|key|crt|docx?|xlsx?|pptx?|mp[34]|wav|onnx|pt|bin|safetensors"
)
_DOMAINS = "com|org|net|io|dev|app|ai|edu|gov|example|internal|local|localhost|corp|co\\.uk|test"
_PART = r"[A-Za-z0-9_@%+~$*.-]"
_RATE = (
    r"(?:[mkµu]?g|[mcdµu]?l|ct|[mµ]?mol|[kMG]?Wh?|[kMGT]i?[Bb](?:it)?|req|km|m|euros?)"
    r"/(?:[mcdµu]?l|L|k?Wh?|h|s|sec|min|m2|m3|kg|ha|day|week|month|year|night)"
)
_FORMS = (
    r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>\"'`)\]}]*[^\s<>\"'`)\]},.;:!?]",  # addresses
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",  # mail
    rf"(?:{_ZONES})/[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_]+)?",
    rf"(?:~|\.{{1,2}})?/{_PART}*[A-Za-z0-9_]{_PART}*(?:/{_PART}+)*/?(?<![.,])",  # /mnt/backup
    rf"{_PART}+(?:/{_PART}+)+(?:::\w+)*(?<![.,])",  # src/app.py; see `_is_path`
    r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?",  # network addresses
    rf"[\w-]+(?:\.[\w-]+)*\.(?:{_DOMAINS})(?::\d+)?(?![\w-])",
    r"(?:--[A-Za-z][\w-]*|-[A-Za-z]{1,2})(?:=[^\s,;]+)?(?![\w'-])",  # flags
    r"[A-Za-z_][\w.-]*=(?!=)[^\s,;=]+(?<![.!?])",  # key=value
    r"[@#][A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+",  # channels
    r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\(\)",  # calls
    r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+",
    rf"[\w-]+(?:\.[\w-]+)*\.(?:{_ENDINGS})(?![\w-])",  # files
    r"[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*(?:[_.][A-Za-z0-9]+)*_[A-Za-z0-9_.]*[A-Za-z0-9]",
    r"v\d+(?:\.\d+)*(?:-[a-z]+\.?\d*)?(?![\w-])",  # v2.4
    r"\d+(?:\.\d+){2,}(?:-[a-z]+\.?\d*)?(?![\w.-]*\w)",  # 2.4.1; see `_is_date`
    r"(?=[A-Za-z]\S*\d)[A-Za-z][A-Za-z0-9]*(?:\.\d+)?(?:[-_][A-Za-z0-9]+(?:\.\d+)*)+(?::\d+)?"
    r"(?:@\d+(?:\.\d+)*)?(?![\w'-])",  # db-host-3, OPS-77, gpt-4o-mini
    r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])",  # commits
    r"[#!]\d+(?![\w-])",
    rf"{_RATE}(?![\w/-])",
    r"[A-Z]{2,4}\d{4,}[A-Z]{0,3}(?![\w-])",  # NX4482913
    r"[A-Za-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w'-])",  # checkout-api; see `_is_label`
    r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+(?![\w-])",  # dotted names; see `_is_dotted`
)
_FORM = re.compile(rf"(?<![\w/.@#$%+{CODED}-])(?:{'|'.join(f'(?:{f})' for f in _FORMS)})")
_VERSIONED = re.compile(
    r"(?<![\w-])(?P<name>[A-Z][A-Za-z+#]*[A-Za-z+#])\s(?P<number>\d{1,3}(?:\.\d+)?)"
    r"(?=[.,;:!?)]*(?:$|\n)|[.,;:!?)]+\s|\s(?:on|in|at|for|is|was|has|and|or|to|with|because|from"
    r"|instead|now|by|as|but|does|did|will|should|must|runs?)\b)"
)
_RELEASE = re.compile(
    r"(?<![\w.@/-])(?P<name>[A-Za-z][\w-]*)\s(?:v\d+(?:\.\d+)*|\d+(?:\.\d+){2,})(?:-[a-z]+\.?\d*)?"
    r"(?![\w.-]*\w)"
)
_KINDS = (
    "host|server|node|cluster|database|db|table|column|schema|view|role|user|env var|variable"
    "|environment variable|file|script|module|package|library|class|function|method|command|flag"
    "|option|setting|branch|tag|commit|image|volume|container|pod|service|deployment|job|task"
    "|pipeline|dag|queue|topic|channel|bucket|key|secret|model|dataset|checkpoint|run|experiment"
    "|sensor|device|ticket|issue|bug|pull request|pr|incident|case|order|invoice|flight|release"
    "|build|repo|repository|project|namespace|region|zone|endpoint|port|path|directory"
    "|folder|url|workflow|worker|agent|bot|test|metric|alert|dashboard|index|migration|account"
    "|flowcell|sample|plate|batch|lot|strain|plasmid|primer|gene|run|session|offer|quote|deal"
    "|contract|coupon|voucher|gift card|policy|claim|customer|error|error code|reference|version"
    "|feature flag|cron job|config|component|app|application|website|site|domain"
)
_KIND = re.compile(rf"(?<![\w-])(?P<kind>(?i:{_KINDS}))\s(?=\S*[{CODED}])(?P<name>[^\s,;!?)\"]+)")
_NOT_BEFORE = re.compile(
    r"(?:\b(?:I|we|you|they|to|please|can|will|'ll|could|would|should|must|let's|not|don't))\s$",
    re.IGNORECASE,
)
_OWNED = re.compile(r"\b(?:of|the|a|our|for|to|on|with|\w+ed)\s$")
_UNNAMED = words("names", "unnamed")
_PREFIXES = words("names", "prefixes")
_RELEASES = frozenset(["version", "release", "build", "tag"])
_ABBREVIATED = words("names", "abbreviated")
"""What technical names are often made of, for those that may be English words otherwise."""
_SIZED = re.compile(
    r"(?:top|mid|sub|pre|post|under|over|age|size|grade|early|late|pg"
    r"|vitamin|plus|covid)-\d+s?(?:-|$)"
)


def tied(text: str, machine: bool = False) -> str:
    """The text with every technical name as one word, of the same length.

    Args:
        text: as observed.
        machine: it comes from a tool, so that "light.kitchen" is no slip of the keyboard.
    """
    if not _MAYBE.search(text):
        return text
    whole = text
    if any(character.isdigit() for character in text):
        whole = _RELEASE.sub(_released, whole)
        whole = _SPACED.sub(lambda match: coded(match.group()), whole)
        whole = _VERSIONED.sub(_versioned, whole)
    if "`" in whole:
        whole = _CODE.sub(lambda match: coded(match.group()), whole)
    whole = _WORD.sub(lambda match: _word(match.group(), machine), whole)
    return _KIND.sub(_with_kind, whole) if whole != text else text


BEFORE = 40
"""Characters before a name that are looked at."""
LONGEST = 200
"""Characters of a word beyond which it is no name but data."""
_CODE = re.compile(r"`[^`\n]{1,80}`")
_SPACED = re.compile(
    r"(?<![\w+])\+\d{1,3}[ -]?\(?\d[\d ()-]{5,}\d"  # telephone numbers
    r"|(?<![\w-])[A-Z]{2} \d{3,4}(?![\w-])"  # flights
)
_WORD = re.compile(r"\S+")
_CODED = re.compile(rf"\w*[{CODED}][\w{CODED}]*")
_MAYBE = re.compile(r"[\d_`/@=#]|\w[.-]\w|(?:^|\s)--?\w|\(\)|::")
_ODD = re.compile(r"[_/@=#]|\w[.:-]\w|\d[A-Za-z]|[A-Za-z]\d|^[\"'(]*--?[A-Za-z]|\w\(\)|\d{4}")


def _word(word: str, machine: bool) -> str:
    """A word with the name in it, if it has one, tied."""
    if len(word) > LONGEST or word.isalpha() or _ODD.search(word) is None:
        return word
    return _FORM.sub(lambda match: _coded(match, machine), word)


def _coded(match: re.Match[str], machine: bool) -> str:
    name = match.group()
    return coded(name) if _is_name(name, match, machine) else name


def _is_name(name: str, match: re.Match[str], machine: bool) -> bool:
    if name[0] in "`@#~/+" or "://" in name or "_" in name or "(" in name or "=" in name:
        return True
    if name[0] == "-":
        return match.start() == 0 or match.string[match.start() - 1] in " \n("
    if "@" in name or "::" in name:
        return True
    if "/" in name:
        return _is_path(name) or re.fullmatch(_RATE, name) is not None
    if name[0].isdigit():
        return not _is_date(name)
    if any(c.isdigit() for c in name):
        return not _SIZED.match(name.lower())
    if "." in name:
        return _is_dotted(name, machine)
    low = name.lower()
    return _is_label(low) and (machine or not _ABBREVIATED.isdisjoint(low.split("-")))


def _is_date(name: str) -> bool:
    """Whether it ends in a date with its full stops: "3.12.2024"."""
    return re.search(r"(?:^|\s)\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$", name) is not None


def _is_path(name: str) -> bool:
    """Whether it is no "and/or", "he/she", "24/7", "3/4": of several parts, or with an ending."""
    if re.fullmatch(rf"(?:{_ZONES})/.+", name):
        return True
    if not re.search(r"[A-Za-z]{2}", name):
        return False
    parts = name.split("/")
    words = all(p.isalpha() and pipeline.is_word(p.lower()) for p in parts)
    if len(parts) > 2:
        return not words
    return (
        bool(re.search(r"[A-Za-z]\.[a-z]|_|[a-z]-[a-z]|[A-Za-z]-?\d|\d[a-z]", name)) and not words
    )


def _is_dotted(name: str, machine: bool) -> bool:
    """Whether it is no sentence end without its space: "home.then", "thanks.See"."""
    if re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", name):
        return False  # "e.g", "U.S"
    last = name.rpartition(".")[2]
    if re.fullmatch(rf"(?:{_ENDINGS}|{_DOMAINS})", last):
        return True
    if machine or name.count(".") > 1:
        return not re.search(r"\.[A-Z][a-z]", name)
    return last.islower() and not all(pipeline.is_word(p.lower()) for p in name.split("."))


@lru_cache(maxsize=4096)
def _is_label(name: str) -> bool:
    """Whether a hyphenated word names a thing: "checkout-api", not "well-known" or "co-worker"."""
    parts = name.split("-")
    if parts[0] in _PREFIXES or any(len(p) < 2 for p in parts) or len(set(parts)) < len(parts):
        return False
    return any(not pipeline.is_word(p) and p not in _JOINING for p in parts)


_JOINING = frozenset(["in", "of", "the", "and", "to", "a", "on", "up", "off", "out", "or", "for"])


def _before(match: re.Match[str]) -> str:
    """What stands just before a match, as much of it as tells how the match is meant."""
    return match.string[max(0, match.start() - BEFORE) : match.start()]


def _versioned(match: re.Match[str]) -> str:
    """As in "Postgres 15", "Python 3.11": a name with its version, no count and no date."""
    name, start = match["name"].lower(), match.start()
    first = start == 0 or _before(match).rstrip()[-1:] in {"", ".", "!", "?", "\n"}
    if name in _UNNAMED or len(name) < 3 or (first and pipeline.is_word(name)):
        return match.group()
    return coded(match.group())


def _released(match: re.Match[str]) -> str:
    """The thing that a release is of goes with it: "billing 2.4.1", not "deploy 2.4.1"."""
    name = match["name"].lower()
    if name not in _RELEASES and (
        name in _UNNAMED or len(name) < 3 or pipeline.is_verb(name, inflected=True)
    ):
        owned = _OWNED.search(_before(match))
        if not (owned and name.endswith("ing")):
            return match.group()
    return match.group() if _is_date(match.group()) else coded(match.group())


def _with_kind(match: re.Match[str]) -> str:
    """As in "the host db-3": the noun says what the name is of. "I order 5" is left alone."""
    if _NOT_BEFORE.search(_before(match)):
        return match.group()
    return match["kind"].replace(" ", coded(" ")) + TIE + match["name"]


def places(units: Iterable[Unit]) -> frozenset[int]:
    """Where technical names stand in the observation: "daily_sales" is no time."""
    return frozenset(
        unit.words.origin[i]
        for unit in units
        if not unit.text.isascii()
        for match in _CODED.finditer(unit.text)
        for i in range(*match.span())
    )


def plainly(triple: Triple) -> Triple:
    """The triple with all its names as they are written."""
    if isinstance(triple.object, (Ref, Value)):
        triple = replace(triple, object=_unstopped(triple.object))
    if triple.text.isascii() and triple.subject.name.isascii():
        return triple
    qualifiers = tuple(replace(q, term=_plain(q.term)) for q in triple.qualifiers)
    return replace(
        triple,
        subject=replace(triple.subject, name=untied(triple.subject.name)),
        predicate=untied(triple.predicate),
        object=_plain(triple.object),
        text=untied(triple.text),
        qualifiers=qualifiers,
        corrects=_plain(triple.corrects),
    )


_STOPPED = re.compile(r"(?:^|\s)(?=\S*\d)(?=\S*[A-Z])[A-Z0-9-]+\.$")


def _unstopped(term: Ref | Value) -> Ref | Value:
    """A code without the full stop of its sentence: "seat 22B."."""
    said = term.name if isinstance(term, Ref) else term.text
    if not said.endswith(".") or _STOPPED.search(said) is None:
        return term
    if isinstance(term, Ref):
        return replace(term, name=said[:-1])
    return replace(term, text=said[:-1])


def _plain(term: _Term) -> _Term:
    if isinstance(term, Ref):
        return replace(term, name=untied(term.name))
    return replace(term, text=untied(term.text)) if isinstance(term, Value) else term
