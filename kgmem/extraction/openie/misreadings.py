"""How a verb and its unit show that a fact was misread: what `doubts` asks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgmem.extraction.openie import hollows, inflection, shortfalls, syntax, tallies
from kgmem.extraction.openie.drafts import Draft, sentence
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Reading
from kgmem.language.standins import is_tied
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_IF = re.compile(r"\b(?:if|unless|as soon as|as long as|by the time|in case)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"\b(?:know|ask(?:ed|ing|s)?|wonder(?:ed|ing|s)?|see|check(?:ed|ing)?|as|even) if\b",
    re.IGNORECASE,
)
_SURE_MOODS = frozenset(["actual", "planned"])
_MINDS = frozenset(
    [
        "know",
        "think",
        "believe",
        "want",
        "love",
        "like",
        "hate",
        "hope",
        "remember",
        "enjoy",
        "ask",
        "wish",
        "prefer",
        "miss",
    ]
)
_CARRYING = frozenset(
    [
        "take",
        "drag",
        "drive",
        "send",
        "lead",
        "carry",
        "put",
        "drop",
        "push",
        "pull",
        "get",
        "bring",
        "keep",
    ]
)
_URGING = frozenset(["ask", "tell", "convince", "persuade", "beg", "order", "urge", "force"])
_PERCEIVING = frozenset(["see", "hear", "notice", "find"])
_LATER = re.compile(
    r"\b(?:days?|weeks?|months?|years?) (?:after|later|from now)\b|\band then\b|\bafter that\b",
    re.IGNORECASE,
)
_AS_IF = re.compile(
    r"\b(?:as if|as though"
    r"|(?<!i )(?<!we )(?<!you )(?<!they )like (?:i|he|she|we|they|you|it)(?=\s|'))",
    re.IGNORECASE,
)
BODY = frozenset(
    ["knee", "back", "foot", "leg", "brain", "heart", "stomach", "head", "arm", "hand", "eye",
     "hip", "shoulder", "body", "nose", "liver", "lung", "soul", "ego", "face", "jaw"]
)  # fmt: skip
"""Parts of somebody that are said to do things."""
_WILLED = frozenset(
    ["resign", "quit", "write", "complain", "retire", "protest", "sing", "dance", "cry", "scream",
     "laugh", "sign", "file", "negotiate", "forgive", "thank", "applaud", "explode", "fly"]
)  # fmt: skip
_SKIPPED = frozenset(["NOUN", "ADJ", "NUM", "PROPN", "ADV"])
_RATE = re.compile(r"\b(?:an?|per|each|every) (?:day|night|week|month|year|hour)\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:one|it|that|this|so)\b", re.IGNORECASE)
_CALLING = frozenset(["call", "name", "title", "dub", "read", "sing", "write"])
LIFELESS = frozenset(["thing", "place", "event", "work", "product", "concept"])
"""Types of what does not think or work."""


def misreadings(draft: Draft, reading: Reading, verb: Token) -> Iterator[str]:
    """The doubtful forms that the verb of a draft and the rest of its unit show."""
    yield from _of_verb(draft, verb)
    yield from _figures(draft, verb)
    yield from _of_unit(draft, reading, verb)
    yield from shortfalls.shortfalls(draft, verb)
    yield from hollows.hollows(draft, verb)


def _of_verb(draft: Draft, verb: Token) -> Iterator[str]:
    lemma = verb.lemma_.lower()
    after = verb.nbor(1).lower_ if verb.i + 1 < len(verb.doc) else ""
    if lemma == "get" and after == "to" and not {"to"} & set(draft.predicate.split()):
        yield "got_to"
    subject = draft.subject.term
    assert isinstance(subject, Ref)
    if lemma in _MINDS and not subject.named and subject.type in LIFELESS:
        yield "lifeless_mind"
    told = isinstance(draft.object.term if draft.object else None, Ref) and not draft.qualifiers
    plain = draft.predicate.split()[-1] == verb.lower_
    person = told and draft.object is not None and _is_person(draft.object.term)
    some = draft.object is not None and draft.object.surface.lower().startswith(("a ", "an "))
    if lemma in _CARRYING and person and plain and not (some and lemma == "get"):
        yield "whither"
    if lemma in _URGING and any(
        role == "to" and (" " not in a.surface.strip() or _ONE.search(a.surface))
        for role, a in draft.qualifiers
    ):
        yield "urged"
    if lemma in _PERCEIVING and draft.predicate.endswith((" on", " in", " from", " at")):
        yield "unseen"  # "saw on her page that ..."
    if verb.lower_ in inflection.ALIKE and verb.dep_ == "conj" and verb.head.tag_ == "VB":
        yield "unmarked"  # "I hope to build a house and put a roof on it"
    before = verb.nbor(-1) if verb.i else verb
    joined = before.pos_ in {"NOUN", "PROPN"} and before.dep_ == "conj"
    borrowed = {"subject_kind_inherited", "subject_kind_controlled"} & draft.flags
    if borrowed and verb.tag_ in tallies.FINITE and joined:
        yield "garden_path"  # "moved to Cork and Ana wants": she does
    if verb.lower_ == "mind" and "object_addressee" in draft.flags:
        yield "aside"  # ", mind you,"
    if _disagrees(verb):
        yield "disagreement"
    if _compares(draft, verb):
        yield "comparison"
    if _circumstance(verb):
        yield "circumstance"


_WHENEVER = frozenset(["when", "whenever", "until", "till", "once"])


def _circumstance(verb: Token) -> bool:
    """As in "I wear it whenever I need courage": a case that may come, not how things are."""
    clause = verb.head if verb.dep_ in {"xcomp", "acomp", "attr"} else verb
    if clause.dep_ != "advcl" or not any(c.lower_ in _WHENEVER for c in clause.children):
        return False
    told = syntax.helpers(clause)
    return inflection.is_present(told[0] if told else clause)


def _figures(draft: Draft, verb: Token) -> Iterator[str]:
    """As in "my back has resigned", "I can see you there with a stack of books"."""
    lemma, subject = verb.lemma_.lower(), draft.subject.term
    found = draft.object.term if draft.object is not None else None
    assert isinstance(subject, Ref)
    part, _, copula = draft.predicate.rpartition(" ")
    thing = lemma == "be" and isinstance(found, Ref) and found.type in LIFELESS
    named = copula in {"is", "are", "was", "were"} and _part_of_body(part)
    if (named and thing) or (_part_of_body(subject.name) and (lemma in _WILLED or thing)):
        yield "figure"
    if (
        lemma == "meet"
        and "subject_we" in draft.flags
        and "met" not in draft.predicate.split()[-1:]
    ) and not any(role == "with" for role, _ in draft.qualifiers):
        yield "whom"  # "we met at the fair"
    if draft.predicate == "can see" and _is_person(found):
        yield "imagined"


def _part_of_body(words: str) -> bool:
    last = words.lower().split()[-1:]
    return (
        bool(last)
        and {last[0], last[0].removesuffix("s"), "foot" if last[0] == "feet" else ""} & (BODY)
        != set()
    )


def _is_person(term: object) -> bool:
    return isinstance(term, Ref) and term.type == "person"


def _disagrees(verb: Token) -> bool:
    """As in "Ana pick up the phone": a call to somebody, or a subject that is none."""
    if verb.tag_ not in {"VB", "VBP"} or verb.lower_ in inflection.ALIKE | inflection.PAST_FORMS:
        return False
    if any(c.dep_ in {"aux", "auxpass"} for c in verb.children) or verb.lemma_ in {"be", "have"}:
        return False
    subject = next((c for c in verb.children if c.dep_ == "nsubj"), None)
    if subject is None or subject.tag_ not in {"NN", "NNP"} or subject.i > verb.i:
        return False
    governed = verb.dep_ in {"ccomp", "xcomp"} and verb.head.i < verb.i
    if governed or verb.head.lemma_ in {
        "make",
        "let",
        "help",
        "see",
        "hear",
    }:
        return False
    joined = any(c.dep_ in {"conj", "cc", "appos"} for c in subject.children)
    return not joined and subject.lemma_.lower() not in lexicon().roles


def _compares(draft: Draft, verb: Token) -> bool:
    """Whether the second half of "heavier than", "as old as", "too shy to" is not told."""
    value = draft.object.surface.lower() if draft.object is not None else ""
    words = value.split()
    if any(t.lower_ == "than" and t.i not in draft.tokens for t in verb.subtree):
        return "than" not in sentence(draft)
    return len(words) == 2 and words[0] == "too" and not draft.qualifiers


def _of_unit(draft: Draft, reading: Reading, verb: Token) -> Iterator[str]:
    text = reading.unit.text
    told = sentence(draft)
    if draft.object is not None and isinstance(draft.object.term, Ref) and draft.object.tokens:
        last = reading.doc[max(draft.object.tokens)]
        if min(draft.object.tokens) > verb.i and _goes_on(last):
            yield "garden_path"
        rate = _RATE.match(text, last.idx + len(last) + 1)
        if rate is not None and rate.group() not in told:
            yield "rate"
    if verb.lemma_ == "remember" and draft.validity is not None:
        yield "memory"  # the time is that of what is remembered
    if _straddles(draft, reading, verb):
        yield "quotation"
    if draft.modality in _SURE_MOODS:
        before = text[: verb.idx]
        sole = _WHETHER.sub(" ", before)
        if _IF.search(sole) and not re.search(r"[;:]", sole):
            yield "condition"
        if _AS_IF.search(before):
            yield "as_if"
    if draft.predicate in {"is with", "is in", "is at", "is on"} and _LATER.search(
        text[: verb.idx]
    ):
        yield "later"
    if _skips(reading, verb, told):
        yield "skipped"


def _skips(reading: Reading, verb: Token, told: str) -> bool:
    """Whether a word between the verb and its preposition is lost: "came second at the fair"."""
    at = verb.i + 1
    if at + 1 >= len(verb.doc):
        return False
    word, after = verb.doc[at], verb.doc[at + 1]
    between = word.pos_ in _SKIPPED and after.dep_ == "prep" and after.head in {verb, word}
    if not between or at in reading.timed or word.lower_.endswith("ly") or is_tied(word.text):
        return False
    return word.lower_ not in _FILLERS and word.lower_ not in told.lower().split()


_FILLERS = frozenset(
    ["just", "only", "also", "still", "always", "even", "too", "now", "right", "again", "already",
     "back", "straight", "all", "about", "ago", "once", "together", "often", "yet"]
)  # fmt: skip


def _goes_on(last: Token) -> bool:
    """As in "moved to Cork and Ana wants": a finite verb right behind what passed for an object."""
    at = last.i + 1
    while at < len(last.doc) and last.doc[at].pos_ == "ADV":
        at += 1
    return at < len(last.doc) and last.doc[at].tag_ in tallies.FINITE


def _straddles(draft: Draft, reading: Reading, verb: Token) -> bool:
    """Whether it mixes words of a quoted sentence with words around it."""
    known = lexicon()
    if reading.unit.voice or verb.lemma_.lower() in known.speech | _CALLING:
        return False
    for match in _QUOTED.finditer(reading.unit.text):
        if len(match.group(1).split()) < 4:
            continue
        inside = {i for i in draft.tokens if match.start() < reading.doc[i].idx < match.end()}
        if inside and inside != set(draft.tokens):
            return True
    return False
