"""What the speaker has only heard: "I heard that Tom moved", "apparently Ana quit her job".

Nobody vouches for it, so that the speaker heard it is the fact, with what was heard as its value;
what was heard itself is kept as a maybe. Of themselves speakers know better: "apparently I am
allergic to nuts" is no hearsay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import nouns, syntax, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.reports import DOUBTFUL, LIKELY
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref

if TYPE_CHECKING:
    from spacy.tokens import Token

HEARSAY = "hearsay"
"""Marks what is only rumoured; `confidence` never lets it be asserted."""
_ADVERBS = frozenset(["apparently", "supposedly", "allegedly", "reportedly", "rumouredly"])
_HEARING = frozenset(["hear"])
_TELLING = frozenset(["tell", "inform"])
_SAYING = frozenset(["say", "tell", "claim", "reckon"])
_SOMEBODY = frozenset(["someone", "somebody"])
_ALL = frozenset(["they", "people", "everyone", "everybody", "some"])
"""Whose saying is a rumour in the present: "they say that", not "they said that"."""
_SPEAKERS = frozenset(["i", "we", "me", "us", "my", "our"])


def is_hearsay(clause: Clause) -> bool:
    """Whether a clause tells of somebody else what the speaker only heard."""
    if clause.subject is None or clause.subject.lower_ in _SPEAKERS:
        return False
    if any(c.tag_ == "PRP$" and c.lower_ in _SPEAKERS for c in clause.subject.children):
        return False
    return _adverb(clause) is not None or _source(clause) is not None


def _adverb(clause: Clause) -> Token | None:
    """The "apparently" of a clause that stands alone."""
    if clause.link not in {"ROOT", "conj", "parataxis"}:
        return None
    found = (c for v in clause.verbs for c in v.children if c.dep_ in {"advmod", "intj"})
    return next((c for c in found if c.lower_ in _ADVERBS), None)


def _source(clause: Clause) -> Token | None:
    """The verb of "I heard that", "I was told", "they say" above a clause."""
    verb = clause.governor
    if clause.link != "ccomp" or verb is None or verb.dep_ not in {"ROOT", "conj", "parataxis"}:
        return None
    if any(c.dep_ == "neg" for c in verb.children) or verb.i > clause.main.i:
        return None
    subject = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    lemma = verb.lemma_.lower()
    if subject is None:
        return None
    own = subject.lower_ in {"i", "we"}
    if own and subject.dep_ == "nsubjpass":
        return verb if lemma in _TELLING else None
    if own:
        return verb if lemma in _HEARING and not _asked(verb) else None
    rumoured = subject.lower_ in _SOMEBODY or (subject.lower_ in _ALL and verb.tag_ == "VBP")
    return verb if rumoured and lemma in _SAYING and not _named(subject) else None


def _asked(verb: Token) -> bool:
    """As in "did you hear", "I'd love to hear": nothing was heard."""
    helpers = {c.lower_ for c in syntax.helpers(verb)}
    return bool(helpers & {"to", "did", "will", "would", "'d", "can", "could", "might"})


def _named(subject: Token) -> bool:
    """Whether it is said who: "people at work" are."""
    return any(c.dep_ in {"prep", "relcl", "acl"} for c in subject.children)


def heard(reading: Reading, clause: Clause, found: Sequence[Draft]) -> Iterator[Draft]:
    """That the speaker heard what a clause of hearsay says, before what it says.

    Args:
        reading: the unit.
        clause: with its hearsay.
        found: the facts that the clause states, if it is hearsay.
    """
    if not found or not is_hearsay(clause):
        return
    adverb = _adverb(clause)
    plain = replace(reading, times=(), timed=frozenset())
    aside = frozenset({adverb.i}) if adverb is not None else frozenset()
    value = wording.clause_value(plain, clause.top, without=aside | _beside(clause))
    if value is None or DOUBTFUL & value.flags or len(value.surface.split()) < 3:
        return
    speaker = reading.scene.speaker
    source = _source(clause)
    covered = {i for draft in found for i in draft.tokens}
    if source is not None:
        covered |= {source.i, *(c.i for c in source.children if c.dep_ in {"nsubj", "nsubjpass"})}
    yield Draft(
        Argument(speaker, speaker.name, ()),
        "heard that",
        value,
        frozenset({*value.tokens, *covered}),
        verb=clause.main.i,
        spoken="heard that",
        qualifiers=value.more,
        kind="event",
        flags=frozenset({"subject_kind_own", "link_ROOT", "heard"} | reading.unit.repaired),
        certain=LIKELY,
    )


def _beside(clause: Clause) -> frozenset[int]:
    """The tokens of what stands behind the clause: another statement, the marks at its end."""
    after = [c for c in clause.top.children if c.i > clause.top.i]
    others = (c for c in after if c.dep_ in {"conj", "parataxis", "cc", "punct"})
    return frozenset(t.i for c in others for t in c.subtree)


def doubted(draft: Draft, clause: Clause, reading: Reading) -> Draft:
    """The draft as a maybe, where its clause is hearsay and it is not about the speaker."""
    if draft.subject.term == reading.scene.speaker or not isinstance(draft.subject.term, Ref):
        return draft
    if not (is_hearsay(clause) or _of_another(draft, clause, reading)):
        return draft
    return replace(draft, flags=draft.flags | {HEARSAY}, certain=0.0)


def _of_another(draft: Draft, clause: Clause, reading: Reading) -> bool:
    """As in "my mum told me that Tom moved": she vouches for it, and is told as who said it.

    What somebody says of themselves they know: "Ana told me that she moved".
    """
    verb = clause.governor
    if "reported" not in draft.flags or verb is None or verb.lemma_.lower() not in _SAYING:
        return False
    source = next((c for c in verb.children if c.dep_ == "nsubj"), None)
    if source is None or source.lower_ in _SPEAKERS:
        return False
    return nouns.argument(reading, source).term != draft.subject.term
