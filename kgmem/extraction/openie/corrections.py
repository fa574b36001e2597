"""What a speaker takes back: "not Rome, I meant Lisbon", "actually it's Lisbon, not Rome"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgmem.types import Ref, Term, Triple, Value

_X = (
    r"(?P<new>(?:(?:in|at|to|on|with|from|for|as)\s+)?(?:(?:an?|the"
    r"|my)\s+)?[^\s,.;!?][^,.;!?]{0,40}?)"
)
_Y = (
    r"(?P<old>(?:(?:in|at|to|on|with|from|for|as)\s+)?(?:(?:an?|the"
    r"|my)\s+)?[^\s,.;!?][^,.;!?]{0,40}?)"
)
_TITLED = r"(?:(?:mr|mrs|ms|dr|prof|st)\.\s)?"
_SORRY = (
    r"(?:(?:oh|wait|oops|no|sorry|my bad|well|hmm|correction|actually|scratch that"
    r"|i misspoke)[,:.!]*\s+)*"
)
_MEANT = (
    r"(?:i (?:actually |really )?(?:meant|mean)(?: to (?:say|write))?(?: that)?"
    r"|i should have said|make that|that should (?:be|have been)|it should (?:be|have been))"
)
_END = r"\s*[.!]*\s*$"
_ELLIPTIC = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_SORRY}not {_Y},?\s+(?:but\s+)?(?:{_MEANT}|it's|it is|it was|but)\s+{_X}{_END}",
        rf"{_SORRY}{_MEANT}[:,]?\s+{_X}(?:,?\s+(?:and )?not {_Y})?{_END}",
        rf"(?:{_SORRY})?(?:actually|no|sorry|wait|correction)[,:]?\s+(?:it's|it is|it was"
        rf"|that's|that is)?\s*{_X},?\s+not {_Y}{_END}",
        rf"(?:it's|it is|it was)\s+(?:actually\s+)?{_X},?\s+not {_Y}{_END}",
        rf"i said {_Y},? (?:but )?i (?:actually )?meant {_X}{_END}",
    )
)
_FULL = re.compile(
    rf"(?P<rest>.+?\s(?:in|at|to|is|was|called|named|on|with|from|as|for|a|an|the"
    rf"|my)\s.+?),\s+(?:and\s+)?not "
    r"(?P<old>(?:(?:in|at|to|on|with|from|for|as)\s+)?(?:(?:an?|the|my)\s+)?"
    rf"{_TITLED}[^\s,.;!?][^,.;!?]{{0,40}}?)(?P<end>[.!]*)\s*$",
    re.IGNORECASE,
)
_NOT_OLD = re.compile(
    r"(?:just|only|that|this|it|them|you|every|well"
    r"|so|really|because|too|yet|even|to|always|sure|if|when|a fan|my thing"
    r"|at all|very|being|what|like)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:in|at|to|on|with|from|for|as)\s+)?(?:(?:an?|the)\s+)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Correction:
    """What was meant and what is taken back (None when it was not repeated)."""

    new: str
    old: str | None
    span: tuple[int, int]


def elliptic(text: str, start: int) -> Correction | None:
    """A correction without a statement of its own, at `start` of the observation's text."""
    for pattern in _ELLIPTIC:
        match = pattern.match(text.strip())
        if match is None:
            continue
        new, old = _bare(match["new"]), match.groupdict().get("old")
        if _NOT_OLD.match(match["new"]) or (old and _NOT_OLD.match(old)) or len(new.split()) > 5:
            continue
        offset = start + len(text) - len(text.lstrip())
        return Correction(new, _bare(old) if old else None, (offset, offset + len(text.strip())))
    return None


def contrast(text: str) -> tuple[int, str] | None:
    """Where a statement's ", not Rome" begins and what it takes back; None without one."""
    match = _FULL.match(text)
    if match is None or _NOT_OLD.match(match["old"]) or len(match["old"].split()) > 4:
        return None
    return match.end("rest"), _bare(match["old"])


def _bare(text: str) -> str:
    return _LEADING.sub("", text.strip(" \"'"))


def term_like(name: str, model: Term | None) -> Term:
    """A term of the kind of another one."""
    if isinstance(model, Value):
        return Value(name, model.kind)
    kind = model.type if model is not None else "thing"
    return Ref(name, kind, name[:1].isupper())


def corrected(correction: Correction, earlier: Sequence[Triple], extractor: str) -> Triple | None:
    """The earlier fact said anew with what was meant; None when no fact fits.

    Args:
        correction: what was meant.
        earlier: the speaker's facts, latest last.
        extractor: name to put on the triple.
    """
    for triple in reversed(earlier):
        if triple.object is None or not triple.positive or triple.predicate in {"said", "asked"}:
            continue
        had = triple.object.name if isinstance(triple.object, Ref) else triple.object.text
        same = correction.old is not None and correction.old.lower() in {
            had.lower(),
            _bare(had).lower(),
        }
        named = (
            isinstance(triple.object, Ref) and triple.object.named and correction.new[:1].isupper()
        )
        if same or (correction.old is None and (named or isinstance(triple.object, Value))):
            return replace(
                triple,
                object=term_like(correction.new, triple.object),
                corrects=triple.object,
                span=correction.span,
                text=triple.text.replace(had, correction.new),
                confidence=max(triple.confidence, 0.75),
                extractor=extractor,
            )
    return None
