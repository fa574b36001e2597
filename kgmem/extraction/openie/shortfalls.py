"""Facts that their clause does not carry: an ellipsis, a lost complement, a "you" that is anybody.

Each is a grammatical form (what is said of the future under "when", what a verb of giving lacks);
`misreadings` passes their names on to `doubts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_AUXILIARIES = frozenset(
    ["do", "does", "did", "can", "could", "will", "would", "should", "have", "has", "had", "is",
     "are", "was", "were", "don't", "doesn't", "didn't", "can't", "won't", "isn't", "wasn't", "to"]
)  # fmt: skip
_GIVING = frozenset(["teach", "show", "give", "lend", "owe", "remind", "warn", "promise", "offer"])
_GOING = frozenset(["go", "come", "drive", "fly", "travel", "walk", "run"])
_WORDLESS = frozenset(
    ["though", "too", "either", "anyway", "again", "now", "then", "so", "yes", "no"]
)
_WH = frozenset(["how", "what", "who", "where", "which", "whom", "that"])
_WHATEVER = re.compile(r"\b(?:what|where|when|the thing)\b", re.IGNORECASE)
_OBJECT_CASE = frozenset(["me", "him", "us", "them"])
_MUCH = frozenset(["so", "such", "that", "this", "more", "less", "better", "worse"])
_COMPARED = re.compile(r"\bthan\b", re.IGNORECASE)


def shortfalls(draft: Draft, verb: Token) -> Iterator[str]:
    """The names of the shortfalls of a draft.

    Args:
        draft: the fact.
        verb: its main verb.
    """
    checks = {
        "elliptic": _elliptic(draft),
        "handed_nothing": _handed_nothing(draft, verb),
        "company_only": _company_only(draft, verb),
        "anybody": _anybody(draft),
        "record": _record(draft, verb),
        "bare_copula": _bare_copula(draft, verb),
        "caseless": _caseless(verb),
        "half_compared": "opinion" in draft.flags
        and draft.object is not None
        and bool(_COMPARED.search(draft.object.surface)),
        "whose": any(_OWNERLESS.search(a.surface) for a in _parts(draft)),
        "stranded": _stranded(draft, verb),
        "either": _either(draft, verb),
        "afterthought": _afterthought(draft, verb),
        "several_you": any(
            "addressee" in a.flags and _YOU_TWO.search(a.surface) for a in _parts(draft)
        ),
        "exclaimed": _exclaimed(draft),
        "each_other": any(
            _EACH_OTHER.search(a.surface) and "we" in a.flags | draft.subject.flags
            for a in _parts(draft)
        ),
        "open_gerund": any(_OPEN_GERUND.search(a.surface) for a in _parts(draft)),
        "felt_at_that": _felt_at_that(draft),
        "place_date": draft.predicate == "date is" and _is_place(draft),
    }
    yield from (name for name, shown in checks.items() if shown)


_OWNERLESS = re.compile(r"\b(?:his|her|their|its|theirs|whose)'s\b|^whose\b")
_YOU_TWO = re.compile(r"^[A-Z][\w'-]* (?:two|three|guys|lot|both)\b")
_PREPOSITIONS = frozenset(["on", "with", "in", "for", "at", "about", "from", "to"])


def _parts(draft: Draft) -> list[Argument]:
    found = [draft.object] if draft.object is not None else []
    return [*found, *(a for _, a in draft.qualifiers)]


def _stranded(draft: Draft, verb: Token) -> bool:
    """As in "the thing my dad did his accounts on": on which thing is lost."""
    direct = any(c.dep_ == "dobj" and c.tag_ not in {"WDT", "WP"} for c in verb.children)
    open_end = any(
        c.dep_ == "prep" and not list(c.children) and c.i > verb.i for c in verb.children
    )
    last = draft.predicate.split()[-1:]
    return verb.dep_ == "relcl" and direct and open_end and last[0] in _PREPOSITIONS


def _either(draft: Draft, verb: Token) -> bool:
    """As in "I've got to find a room or a flat": neither is said alone."""
    found = draft.object
    if found is None or not found.tokens or not draft.positive:
        return False
    if draft.kind != "event" and draft.modality == "actual":
        return False  # "plays chess or cards", "is keen on tea or coffee": both
    for at in found.tokens:
        token = verb.doc[at]
        joined = [token, *([token.head] if token.dep_ == "conj" else [])]
        if any(c.dep_ == "cc" and c.lower_ == "or" for t in joined for c in t.children):
            return all(
                c.i not in found.tokens for t in joined for c in t.children if c.dep_ == "cc"
            )
    return False


def _afterthought(draft: Draft, verb: Token) -> bool:
    """As in "I'm doing the opposite, farewell dinners": two phrases read as one."""
    tokens = sorted(draft.object.tokens) if draft.object is not None else []
    for one, two in pairwise(tokens):
        first, second = verb.doc[one], verb.doc[two]
        gap = two == one + 2 and verb.doc[one + 1].text == ","
        if gap and one > 0 and first.nbor(-1).dep_ == "det" and second.pos_ == "NOUN":
            return first.pos_ in {"ADJ", "NOUN"} and first.dep_ != "conj" and second.dep_ != "conj"
    return False


def _is_place(draft: Draft) -> bool:
    return isinstance(draft.subject.term, Ref) and draft.subject.term.type == "place"


def _elliptic(draft: Draft) -> bool:
    """As in "I'm glad you did", "she wants to though": what is left out stood before."""
    found = draft.object
    if found is None:
        return False
    if _breaks_off(found) or (len(found.surface.split()) == 1 and found.surface in _WORDLESS):
        return True
    mood = isinstance(found.term, Value) and found.term.kind == "adjective"
    return mood and any(_breaks_off(a) for role, a in draft.qualifiers if role in {"that", "to"})


def _breaks_off(argument: Argument) -> bool:
    """Whether a clause ends with its auxiliary; not in "how neglected they are"."""
    words = argument.surface.lower().rstrip(".").split()
    clause = isinstance(argument.term, Value) and argument.term.kind == "clause"
    return clause and len(words) > 1 and words[-1] in _AUXILIARIES and _WH.isdisjoint(words)


_OPEN_GERUND = re.compile(r"(?:^|\s)(?:staying|keeping|being|getting|feeling|becoming|remaining)$")
"""As in "awesome for staying focused", whose "focused" is lost."""
_EACH_OTHER = re.compile(r"\b(?:each other|one another|be together|are together)\b", re.IGNORECASE)
"""As in "we had each other's backs", "glad we'll be together", told of one of us."""
_HELPED = re.compile(
    r"(?:could|can|was able to|were able to) (?:help|be there|be of help)$"
    r"|(?:like|likes|liked|enjoy|enjoyed|love|loved|found|did|made|got) (?:it|that|this|them)$"
)
"""As in "glad I could help", "happy you like it": with or by what, stands before."""
_HEARING = re.compile(r"^(?:hear|see|know|read|learn)(?: about)? (?:that|this|it|so|them|these)$")


def _exclaimed(draft: Draft) -> bool:
    """As in "how lucky I am": told as if one were "how lucky"; not "I love how it looks"."""
    found = draft.object
    if found is None or not isinstance(found.term, Value) or found.term.kind != "adjective":
        return False
    return found.surface.startswith("how ")


def _felt_at_that(draft: Draft) -> bool:
    """As in "I'm so happy to hear that": what the other just said, felt about."""
    told = [(role, a.surface.lower()) for role, a in draft.qualifiers]
    if len(told) != 1:
        return False
    role, words = told[0]
    form = _HEARING if role == "to" else _HELPED if role == "that" else None
    return form is not None and bool(form.search(words))


def _handed_nothing(draft: Draft, verb: Token) -> bool:
    """As in "she gave me till June": to whom, but not what."""
    if verb.lemma_.lower() not in _GIVING or draft.predicate.split()[-1] != verb.lower_:
        return False
    found = draft.object.term if draft.object is not None else None
    if not isinstance(found, Ref) or found.type not in {"person", "animal", "group"}:
        return False
    return all(role in {"when", "while", "before", "after", "at"} for role, _ in draft.qualifiers)


def _company_only(draft: Draft, verb: Token) -> bool:
    """As in "we went with his mates": with whom, but not where to."""
    if verb.lemma_.lower() not in _GOING or draft.predicate.split()[-2:] != [verb.lower_, "with"]:
        return False
    found = draft.object.term if draft.object is not None else None
    living = isinstance(found, Ref) and found.type in {"person", "animal", "group"}
    places = {"to", "in", "at", "from", "on", "for", "into", "by"}
    return living and not any(role in places for role, _ in draft.qualifiers)


def _anybody(draft: Draft) -> bool:
    """As in "a game where you're a cook", "it's strange to see what you keep": anyone."""
    found = draft.object
    if found is None:
        return False
    clause = isinstance(found.term, Value) and found.term.kind == "clause"
    if "opinion" in draft.flags and clause and "addressee" in found.flags:
        return bool(_WHATEVER.search(found.surface))
    some = found.surface.lower().startswith(("a ", "an "))
    return some and any(r == "where" and "addressee" in a.flags for r, a in draft.qualifiers)


def _record(draft: Draft, verb: Token) -> bool:
    """As in "I've never laughed so much": it happened, and more than ever."""
    if draft.positive:
        return False
    never = any(c.dep_ == "neg" and c.lower_ == "never" for c in verb.children)
    perfect = verb.tag_ == "VBN"
    return never and perfect and any(t.lower_ in _MUCH for t in verb.subtree if t.i > verb.i)


def _bare_copula(draft: Draft, verb: Token) -> bool:
    """As in "my legs were when ...", whose "like jelly" is lost; or "was for about an hour"."""
    if verb.lemma_ != "be" or draft.predicate.split()[-1] not in {"is", "are", "was", "were"}:
        return False
    return draft.object is None and not any(
        role not in {"when", "while", "because", "since", "before", "after"}
        for role, _ in draft.qualifiers
    )


def _caseless(verb: Token) -> bool:
    """As in "Me on the wall, don't zoom in": no subject, but who is seen."""
    subjects = [c for c in verb.children if c.dep_ == "nsubj"]
    if len(subjects) != 1 or verb.dep_ not in {"ROOT", "conj"}:
        return False
    alone = not any(c.dep_ == "conj" for c in subjects[0].children)
    return subjects[0].lower_ in _OBJECT_CASE and alone
