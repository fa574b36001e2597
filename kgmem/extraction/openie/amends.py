"""Signs that what follows puts something right: "Correction: ...", "No, I mistyped. ...".

The sign says nothing of its own. What comes behind it takes back what the speaker said before of
the same subject with the same words (`amended`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.slips import ERRED, MEANT
from kgmem.language.verbs import key
from kgmem.types import Term, Triple, Validity, Value

_LEAD = (
    r"(?:(?:oh|oops|wait|no|nope|sorry|hm+|ah|argh|ugh|actually|well|hold on|my apologies"
    r"|apologies|hang on|but|and|please|by the way|btw|thinking about it|come to think of it"
    r"|on second thoughts?|now that i think about it|so)\b[,.!…:\s]*)*"
)
_THAT = r"(?:that|this|it|what i (?:said|wrote|told you))"
_SIGN = (
    rf"(?:{_THAT}(?:'s| is| was) (?:wrong|not right|not true|incorrect|false|an error"
    r"|a (?:mistake|typo|slip)|my mistake)"
    rf"|i (?:just |must have |may have |had )?(?:{ERRED}|misspoken|misheard|misread"
    r"|misremembered|miscounted|mixed (?:that|it|this|them|things|those|the two|these) up"
    r"|mixed up (?:that|it|the \w+)|messed (?:that|it|this) up)"
    rf"|i (?:just |really )?(?:got|had|have) (?:{_THAT}|[^,.:;!?]{{1,40}}) wrong"
    r"|no,? wait|wait,? no|hold on,? no"
    r"|wrong \w+(?=\s*[,:])|i checked(?: with [^,.:;!?]{1,30})?(?=\s*:)"
    r"|i(?:'m| am| was) (?:mistaken|wrong)(?: (?:about|on) (?P<about>[^,.:;!?]{1,40}))?"
    r"|i made a (?:mistake|typo|slip)(?: (?:there|earlier|before))?"
    r"|(?:a |my |small |big )?(?:typo|slip of the tongue)"
    r"|my (?:mistake|bad|error|fault)"
    rf"|(?:scratch|strike|forget|ignore|disregard) (?:that|this|it|what i said|the last \w+)"
    r"|i (?:need|have|want|should|must) (?:to )?correct (?:that|myself|this|something)"
    r"|let me correct (?:that|myself|this)|i (?:have to )?take (?:that|it) back"
    r"|(?:small )?correction|erratum|(?:\w+ ){0,2}(?:correction|corrected)(?=\s*:)"
    r"|to correct (?:that|myself|this)"
    r"|(?:slight |small |big )?change of plans?"
    r"|(?:the |our |my )?plans? (?:has |have |just )*changed)"
)
_AMENDS = re.compile(rf"{_LEAD}{_SIGN}\s*(?:[,:;.!…]+|\s[-–—]+\s|—|$)\s*", re.IGNORECASE)
_NOT = re.compile(
    r"(?:(?:oh|oops|wait|no|sorry|hm+|actually|well)\b[,.!:\s]*)+not\s+"
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
    rf"(?:(?:oh|oops|wait|no|sorry|hm+)\b[,.!:\s]*)*{MEANT}[,:]?\s+"
    r"(?=(?:on|at|in|by|until|from|next|this|last)\s)",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(r"^(?:he|she)(?=\s|'s\b)", re.IGNORECASE)
_NEVER = re.compile(
    r",?\s+(?:and|nor)\s+(?:i|we|he|she|it|they)\s+never\s+(?:was|were|did|have|has|had|will)"
    r"(?:\s+been)?\s*[.!]*$",
    re.IGNORECASE,
)


def sign(text: Mapped) -> tuple[Mapped, bool]:
    """A sentence without a sign of correction at its start, and whether there was one."""
    signed = False
    while match := _AMENDS.match(text.text) or _MEANT.match(text.text):
        about = match.groupdict().get("about") or ""
        text, signed = text.cut(match.end()), True
        if about[:1].isupper() or about.startswith(("my ", "our ")):
            text = text.sub(_OF_WHOM, about, count=1)
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


_NEW = re.compile(
    r"^(?:(?:my|our)\s+)?new\s+(?P<noun>[a-z][a-z ]{2,24}):\s+(?=[^\s:]+\W*$)", re.IGNORECASE
)


_TURNS_OUT = re.compile(r"^(?:so,?\s+)?(?:it\s+)?turns out,?\s+(?:that\s+)?(?=\w)", re.IGNORECASE)


def renewed(text: Mapped) -> Mapped:
    """As in "New door code: 4417", said as "My new door code is 4417"; without "turns out"."""
    return text.sub(_TURNS_OUT, "").sub(_NEW, lambda match: f"My new {match['noun']} is ")


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
    if triple.corrects is not None or triple.implied_by:
        return triple
    words = key(triple.predicate)
    for other in reversed(earlier):
        if not _told_alike(triple, other, words) or (other.object is None) != (
            triple.object is None
        ):
            continue
        if triple.positive == _same(triple, other):
            continue  # said again, or the denial of something else
        sure = max(triple.confidence, SURE)
        return replace(triple, corrects=other.object or ANYTHING, confidence=sure)
    return triple


ANYTHING = Value("")
"""What is taken back where what was said before has no object or is out of sight."""


def amended_far(triple: Triple, earlier: Sequence[Triple]) -> Triple:
    """The triple as the right one of what was said long ago of the same."""
    words = key(triple.predicate)
    if any(_told_alike(triple, other, words) and _same(triple, other) for other in earlier):
        return triple
    if triple.corrects is not None or triple.object is None or triple.implied_by:
        return triple
    if not triple.positive or triple.modality != "actual" or triple.predicate in {"said", "has"}:
        return triple
    return replace(triple, corrects=ANYTHING)


def by_another(triple: Triple, earlier: Sequence[Triple], wrong: str) -> Iterator[Triple]:
    """With "it was Bo who called me, not Al": that Al did so is taken back, and Bo did."""
    if triple.corrects is None and triple.positive:
        name, told = wrong.casefold(), key(triple.predicate)
        for other in reversed(earlier):
            alike = other.positive and key(other.predicate) == told
            if not alike or other.subject.name.casefold() != name:
                continue
            if other.subject == triple.subject or _words(other.object) != _words(triple.object):
                continue
            sure = max(triple.confidence, SURE)
            yield replace(
                denied(other),
                positive=False,
                corrects=other.object or ANYTHING,
                span=triple.span,
                text=f"It was not {other.subject.name} who {_deed(other)}",
            )
            yield replace(triple, confidence=sure)
            return
    yield triple


def resaid(triple: Triple, earlier: Sequence[Triple], wrong: str) -> Triple:
    """Words that stand as they were said, with the same words about what was wrong taken back."""
    for other in reversed(earlier):
        if other.predicate == "said" and triple.predicate == "said" and other.object is not None:
            once = f"{_words(other.object)} {_wording(other)}"
            if _words(other.object) == _words(triple.object) or wrong.casefold() in once:
                return replace(triple, corrects=other.object)
    return triple


def _wording(triple: Triple) -> str:
    return "" if triple.validity is None else triple.validity.wording.casefold()


def _deed(triple: Triple) -> str:
    return triple.text.removeprefix(triple.subject.name).strip()


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
