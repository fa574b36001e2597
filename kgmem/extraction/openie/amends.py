"""Signs that what follows puts something right: "Correction: ...", "No, I mistyped. ...".

The sign says nothing of its own. What comes behind it takes back what the speaker said before of
the same subject with the same words (`amended`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.extraction.openie.mapped import Mapped
from kgmem.language.verbs import key
from kgmem.types import Term, Triple, Validity

_LEAD = (
    r"(?:(?:oh|oops|wait|no|nope|sorry|hmm|hm|ah|argh|ugh|actually|well|hold on|my apologies"
    r"|apologies|hang on|but|and|please)\b[,.!…:\s]*)*"
)
_THAT = r"(?:that|this|it|what i (?:said|wrote|told you))"
_SIGN = (
    rf"(?:{_THAT}(?:'s| is| was) (?:wrong|not right|not true|incorrect|false|an error"
    r"|a (?:mistake|typo|slip)|my mistake)"
    r"|i (?:just |must have |may have |had )?(?:mistyped|misspoke|misspoken|misheard|misread"
    r"|misremembered|miscounted|mixed (?:that|it|this|them|things|those|the two|these) up"
    r"|mixed up (?:that|it|the \w+)|messed (?:that|it|this) up)"
    rf"|i (?:just )?(?:got|had) {_THAT} wrong"
    r"|i(?:'m| am| was) (?:mistaken|wrong)(?: (?:about|on) [^,.:;!?]{1,40})?"
    r"|i made a (?:mistake|typo|slip)(?: (?:there|earlier|before))?"
    r"|(?:a |my |small |big )?(?:typo|slip of the tongue)"
    r"|my (?:mistake|bad|error|fault)"
    rf"|(?:scratch|strike|forget|ignore|disregard) (?:that|this|it|what i said|the last \w+)"
    r"|i (?:need|have|want|should|must) (?:to )?correct (?:that|myself|this|something)"
    r"|let me correct (?:that|myself|this)|i (?:have to )?take (?:that|it) back"
    r"|(?:small )?correction|erratum|(?:\w+ ){0,2}(?:correction|corrected)(?=\s*:)"
    r"|to correct (?:that|myself|this))"
)
_AMENDS = re.compile(rf"{_LEAD}{_SIGN}\s*(?:[,:;.!…]+|\s[-–—]+\s|—|$)\s*", re.IGNORECASE)
_NOT = re.compile(
    r"(?:(?:oh|oops|wait|no|sorry|hmm|actually|well)\b[,.!:\s]*)+not\s+"
    r"(?:(?:in|at|to|on|with|from|for|as)\s+)?(?:(?:an?|the)\s+)?(?P<old>[^,.;:!?]{1,40}?)\s*[,;:.!]\s+"
    r"(?=(?:i|we|it|he|she|they|my|our|his|her|their|the)\b|[A-Z])",
    re.IGNORECASE,
)
_NOT_OLD = re.compile(
    r"(?:really|yet|just|only|that|so|too|sure|at all|now|much|bad|always|exactly|anymore|quite"
    r"|a problem|a chance|me|you|us|again|today|yet)\b",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"(?:(?:oh|oops|wait|no|sorry|hmm)\b[,.!:\s]*)*"
    r"(?:i mean(?:t)?|make that|rather|correction|i should have said)[,:]?\s+"
    r"(?=(?:on|at|in|by|until|from|next|this|last)\s)",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r",?\s+(?:and|nor)\s+(?:i|we|he|she|it|they)\s+never\s+(?:was|were|did|have|has|had|will)"
    r"(?:\s+been)?\s*[.!]*$",
    re.IGNORECASE,
)


def sign(text: Mapped) -> tuple[Mapped, bool]:
    """A sentence without a sign of correction at its start, and whether there was one."""
    signed = False
    while match := _AMENDS.match(text.text) or _MEANT.match(text.text):
        text, signed = text.cut(match.end()), True
    return text, signed


def instead(text: Mapped) -> tuple[Mapped, str]:
    """The statement of "Sorry, not Rome, I live in Oslo", and what it takes back, if anything."""
    match = _NOT.match(text.text)
    if match is None or _NOT_OLD.match(match["old"]) or len(match["old"].split()) > 4:
        return text, ""
    return text.cut(match.end()), match["old"].strip(" \"'")


def never(text: Mapped) -> tuple[Mapped, bool]:
    """The denial of "I'm not a vet, and I never was", and that it was so at no time."""
    match = _NEVER.search(text.text)
    return (text, False) if match is None else (text.cut(0, match.start()), True)


_LABEL = re.compile(r":\s+(?=[\w'])")
_STATEMENT = re.compile(
    r"(?:(?:now|today|so|and|but|from now on,?|as of \w+,?)\s+)?"
    r"(?:(?:the|my|our|your|his|her|its|their|this|that|a|an|all|both|no)\s+[\w'’-]+|[\w'’.#/-]+)"
    r"(?:\s+[\w'’.#/-]+){0,6}?\s+(?:am|is|are|was|were|has|have|had|does|did|can|will|no longer"
    r"|now|\w+ed|\w{2,}[^su]s|got|went|made|took|left|lost|won|sold|bought|moved|live|work|own)\b"
    r"|(?:i|we|you|they|he|she|it)(?:\s|')",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"(?:\b(?:say|says|said|told|tell|tells|asks?|asked|thinks?|thought|wrote|writes?|texted|reads?"
    r"|replied|answered|adds?|added|be|is|are|was|were|like|that|to|for|of|as follows|following)"
    r"(?: (?:me|us|him|her|them|you))?|[\"”\d/])$",
    re.IGNORECASE,
)
LONGEST_LABEL = 6
"""Words before a colon that may be a label or a clause of its own."""


def labelled(text: Mapped) -> Iterator[Mapped]:
    """A label and the statement behind its colon, each on its own: "Calendar: the call is at 5"."""
    for match in _LABEL.finditer(text.text):
        left, right = text.text[: match.start()], text.text[match.end() :]
        if len(left.split()) > LONGEST_LABEL or _SAYS.search(left) or '"' in text.text:
            break
        if _STATEMENT.match(right):
            yield text.cut(0, match.start())
            yield text.cut(match.end())
            return
    yield text


SURE = 0.75
"""What puts right a fact said alike is understood and meant, however doubtful it looks alone."""


def amended(triple: Triple, earlier: Sequence[Triple]) -> Triple:
    """The triple with what it takes back of the speaker's earlier facts, if there is such a one."""
    if triple.corrects is not None or triple.object is None or triple.implied_by:
        return triple
    words = key(triple.predicate)
    for other in reversed(earlier):
        if not _told_alike(triple, other, words) or other.object is None:
            continue
        if triple.positive == _same(triple, other):
            continue  # said again, or the denial of something else
        sure = max(triple.confidence, SURE)
        return replace(triple, corrects=other.object, confidence=sure)
    return triple


def denied(triple: Triple) -> Triple:
    """A denial that takes back what it denies."""
    return replace(triple, corrects=triple.object, confidence=max(triple.confidence, SURE))


def _told_alike(triple: Triple, other: Triple, words: str) -> bool:
    return (
        other.positive
        and other.subject.name.casefold() == triple.subject.name.casefold()
        and key(other.predicate) == words
        and other.predicate not in {"said", "has"}
    )


def _same(triple: Triple, other: Triple) -> bool:
    """Whether two facts say the same of one subject."""
    if _words(triple.object) != _words(other.object):
        return False
    if not triple.positive:
        return True
    here = {(q.role, _words(q.term)) for q in triple.qualifiers}
    there = {(q.role, _words(q.term)) for q in other.qualifiers}
    counted = {role for role, _ in here & there} | {"how_many", "how_much", "when"}
    differing = {role for role, _ in here ^ there} & counted
    return not differing and _dates(triple.validity) == _dates(other.validity)


def _dates(validity: Validity | None) -> object:
    return None if validity is None else validity.start


def _words(term: Term | None) -> str:
    if term is None:
        return ""
    return str(getattr(term, "name", getattr(term, "text", ""))).casefold()


def redated(earlier: Sequence[Triple], validity: Validity, span: tuple[int, int]) -> Triple | None:
    """The latest dated fact with another date: "on 2 September. I mean, on 2 October"."""
    for triple in reversed(earlier):
        if triple.validity is None or triple.validity.start is None or triple.object is None:
            continue
        if triple.predicate in {"said", "asked"} or not triple.positive:
            continue
        text = triple.text.replace(triple.validity.wording or "", validity.wording or "")
        return replace(triple, validity=validity, corrects=triple.object, span=span, text=text)
    return None
