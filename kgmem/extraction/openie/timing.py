"""Time expressions to the verbs they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from kgmem.extraction.openie import engagements
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.scene import Argument
from kgmem.extraction.openie.sentences import Unit
from kgmem.extraction.openie.tenses import coming, fitting, unmarked_past
from kgmem.types import Bound, TimeMention, Validity, Value

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Times = tuple[tuple[TimeMention, frozenset[int]], ...]


def locate(unit: Unit, doc: Doc, mentions: Sequence[TimeMention]) -> Times:
    """The mentions that lie in a unit, each with the tokens that it covers."""
    if not mentions or not unit.words.origin:
        return ()
    first, last = min(unit.words.origin), max(unit.words.origin)
    found = []
    for mention in mentions:
        if mention.end <= first or mention.start > last:
            continue
        tokens = frozenset(
            t.i
            for t in doc
            if not t.is_space and mention.start <= unit.words.origin[t.idx] < mention.end
        )
        if tokens:
            found.append((mention, tokens))
    return tuple(found)


def of_verb(times: Times, clauses: Sequence[Clause], doc: Doc) -> dict[int, list[TimeMention]]:
    """For each clause's main verb the time expressions that hang on it."""
    owners = {verb.i: clause.main.i for clause in clauses for verb in clause.verbs}
    found: dict[int, list[TimeMention]] = {}
    for mention, tokens in times:
        head = next(
            (
                doc[i]
                for i in sorted(tokens)
                if doc[i].head.i not in tokens or doc[i].head == doc[i]
            ),
            None,
        )
        if head is None or _names_a_habit(head):
            continue
        at = head
        while at.i not in owners and at.head != at and not _elsewhere(at):
            at = at.head
        if _elsewhere(at):
            continue
        owner = owners.get(at.i)
        if owner is None and len(clauses) == 1:
            owner = clauses[0].main.i
        if owner is not None:
            found.setdefault(owner, []).append(mention)
    return found


def _elsewhere(token: Token) -> bool:
    """Whether what hangs on a token is about something else than its verb.

    As in "more than in all of last year", "a pub with a session on Thursdays", "on shift Sunday
    and dead on Monday", "with a course and the jam on Fridays".
    """
    if token.lower_ == "than":
        return True
    above = token.head
    if token.dep_ == "conj" and token.pos_ == "ADJ" and above.pos_ != "ADJ":
        return True
    the = any(c.lower_ == "the" for c in token.children)
    if token.dep_ == "conj" and token.pos_ == "NOUN" and the and above.pos_ == "VERB":
        return True
    if token.dep_ == "conj" and token.pos_ == "NOUN" and the and above.dep_ in {"pobj", "dobj"}:
        return any(c.lower_ in {"a", "an"} for c in above.children)
    some = any(c.lower_ in {"a", "an"} for c in token.children)
    return token.dep_ == "pobj" and above.lower_ == "with" and some and above.head.pos_ == "NOUN"


def _names_a_habit(head: Token) -> bool:
    """As in "handed over the Thursday practices": which ones, not when."""
    return head.dep_ in {"compound", "nmod"} and head.head.tag_ == "NNS"


def with_time(draft: Draft, times: dict[int, list[TimeMention]], anchor: datetime) -> Draft:
    """The draft with what its verb's time expressions say."""
    found = times.get(draft.verb, [])
    ahead_of = [m for m in found if engagements.arranged(m, draft) and _near(m, anchor)]
    if ahead_of:
        draft = _at_its_time(draft, [coming(m, anchor) for m in ahead_of])
        found = [m for m in found if m not in ahead_of]
    alone = engagements.clocked(found[0], draft) if len(found) == 1 else None
    read = [alone] if alone is not None else [fitting(m, draft, anchor) for m in found]
    mentions = [m for m in read if m is not None]
    dated = [m for m in mentions if m.kind != "frequency"]
    kind = "habit" if len(dated) < len(mentions) and draft.modality == "actual" else draft.kind
    validity = _merge([m.validity for m in dated])
    wordings = [m.text for m in mentions if m.kind == "frequency"]
    if wordings:
        validity = replace(
            validity or Validity(),
            wording=", ".join(
                [*([validity.wording] if validity and validity.wording else []), *wordings]
            ),
        )
    if (
        draft.object is None
        and validity is not None
        and validity.wording
        and draft.predicate in {"is", "was", "are", "were", "is on", "will be"}
    ):
        date = Argument(Value(validity.wording, "date"), validity.wording, ())
        draft = replace(draft, object=date, flags=draft.flags - {"no_object"})
    if draft.modality == "actual" and _over(draft) and (validity is None or validity.end is None):
        over = Bound(None, anchor, "unknown")
        validity = replace(validity, end=over) if validity is not None else Validity(end=over)
    modality = draft.modality
    start = validity.start if validity is not None else None
    ahead = start is not None and start.earliest is not None and start.earliest > anchor
    present = draft.predicate.split()[:1] in (["is"], ["are"]) or draft.predicate.startswith(
        "has got"
    )
    present = present or engagements.fixed(draft)
    dates = (
        draft.object is not None
        and isinstance(draft.object.term, Value)
        and draft.object.term.kind == "date"
    )
    if modality == "actual" and ahead and not dates and (present or draft.kind != "event"):
        modality = "planned"
    if modality == "planned" and draft.predicate == "got":
        draft = replace(draft, predicate="has got", spoken="has got")
    dated_draft = replace(draft, validity=validity, kind=kind, modality=modality)
    return dated_draft if wordings else unmarked_past(dated_draft, anchor)


_LONG_AHEAD = timedelta(days=300)


def _near(mention: TimeMention, anchor: datetime) -> bool:
    """Whether a bare month or date is rather to come than just over."""
    start = coming(mention, anchor).validity.start
    return (
        start is not None and start.earliest is not None and (start.earliest - anchor < _LONG_AHEAD)
    )


def _at_its_time(draft: Draft, mentions: Sequence[TimeMention]) -> Draft:
    """The draft with the day of what was arranged as a part of what was arranged."""
    added = []
    for mention in mentions:
        words = mention.validity.wording or mention.text
        lead = mention.text.split(" ", 1)[0].lower()
        role = lead if lead in {"in", "on", "for"} else "on" if words[:1].isdigit() else "in"
        words = words.removeprefix(f"{role} ")
        added.append((role, Argument(Value(words, "date"), words, ())))
    return replace(draft, qualifiers=(*draft.qualifiers, *added), flags=draft.flags | {"timed"})


_PAST_STATES = frozenset(
    {"lived", "worked", "owned", "had", "was", "were", "belonged", "attended", "studied", "taught"}
)


def _over(draft: Draft) -> bool:
    """Whether the words put a state in the past: "used to live in", "worked at"."""
    if draft.predicate.startswith("used to "):
        return True
    return draft.kind == "state" and draft.predicate.split()[0] in _PAST_STATES


def merged(times: Times) -> Validity | None:
    """What all time expressions of a unit say together; None without a dated one."""
    return _merge([mention.validity for mention, _ in times if mention.kind != "frequency"])


def _merge(validities: Sequence[Validity]) -> Validity | None:
    """One interval of several expressions: the finest start, any end, all wordings."""
    if not validities:
        return None
    start = _finest([v.start for v in validities if v.start is not None])
    end = _finest([v.end for v in validities if v.end is not None])
    return Validity(
        start, end, ", ".join(dict.fromkeys(v.wording for v in validities if v.wording))
    )


def _finest(bounds: Sequence[Bound]) -> Bound | None:
    def width(bound: Bound) -> float:
        if bound.earliest is None or bound.latest is None:
            return float("inf")
        return (bound.latest - bound.earliest).total_seconds()

    return min(bounds, key=width) if bounds else None
