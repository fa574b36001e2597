"""Roles and attributes of things: "the owner of the shop is Ana", "Bo is the mayor of Lund".

Both say what the thing has one of: the shop's owner, the town's mayor. Told of the thing, a later
holder or value takes the place of the earlier one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import nouns, statuses
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.owners import noun_words
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_LINKS = frozenset(["be", "become"])
_INTO = frozenset(
    ["elect", "appoint", "name", "make", "choose", "vote", "crown", "take", "serve", "replace",
     "succeed"]
)  # fmt: skip
"""Verbs that put somebody into an office: "was elected mayor", "took over as head"."""
_LEADING = frozenset(["lead", "head", "chair", "captain"])
_OUT = frozenset(["resign", "step", "retire", "quit"])
_SETUPS = frozenset(
    ["lead", "host", "run", "depend", "use", "own", "support", "listen", "deploy", "store", "write"]
) | {
    "maintain",
    "manage",
    "assign",
    "connect",
    "require",
    "base",
    "head",
    "sponsor",
    "rely",
    "call",
}
"""What is said of how things are set up, where they run and whose they are."""
_OF_THINGS = frozenset(["subject_common", "subject_definite_bare", "passive_object"])
_SOME = frozenset(["a", "an", "another"])
_BESIDE = frozenset(["co", "vice", "deputy", "former", "ex", "past", "old"])
_OF = frozenset(["of", "for", "at", "in"])


def roles(draft: Draft, reading: Reading) -> Draft:
    """The draft told of the thing whose role or attribute it gives; itself where it gives none."""
    if draft.verb < 0 or draft.modality in {"hypothetical", "asked"}:
        return draft
    verb = reading.doc[draft.verb]
    if {"ability", "no_object"} <= draft.flags:
        return _able(draft, verb)
    draft = _built(draft, verb)
    found = _valued(draft, reading, verb) or _led(draft, verb) or _held(draft, reading, verb)
    return found or statuses.stated(draft, reading, verb) or statuses.dated(draft) or draft


def _built(draft: Draft, verb: Token) -> Draft:
    """As in "the website is hosted on Hetzner", "the team is led by Bo": how a thing is set up.

    Said of the thing that is meant, with a name: that its name is a plain noun is no doubt.
    """
    found = draft.object
    if verb.lemma_.lower() not in _SETUPS or found is None or not isinstance(found.term, Ref):
        return draft
    passive = verb.tag_ == "VBN" and any(c.dep_ == "auxpass" for c in verb.children)
    if not (passive or verb.tag_ in {"VBZ", "VBP"} or not draft.positive):
        return draft
    subject = draft.subject.term
    living = isinstance(subject, Ref) and subject.type in {"person", "animal"}
    named = found.term.named or any(
        w[:1].isupper() or w[:1].isdigit() for w in found.surface.split()
    )
    if living or not named or "subject_definite" not in draft.flags:
        return draft
    kind = "state" if verb.tag_ != "VBD" and draft.kind == "event" else draft.kind
    return replace(draft, kind=kind, flags=draft.flags - _OF_THINGS)


def _able(draft: Draft, verb: Token) -> Draft:
    """As in "I can't swim": what one can do, or cannot."""
    if verb.lemma_.lower() not in lexicon().abilities or "subject_addressee" in draft.flags:
        return draft
    skill = Argument(Value(verb.lemma_.lower()), verb.lemma_.lower(), (verb.i,))
    flags = draft.flags - {"ability", "no_object"}
    spoken = "can" if draft.positive else "can not"
    return replace(draft, predicate="can", spoken=spoken, object=skill, kind="state", flags=flags)


def _valued(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "the deadline for the grant is 20 May", "the owner of the shop is Ana"."""
    head = next((c for c in verb.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
    if head is None or head.pos_ != "NOUN" or head.tag_ == "NNS":
        return None
    known = lexicon()
    noun = head.lemma_.lower()
    if noun not in known.offices | known.measures:
        return None
    thing = thing_of(reading, head)
    found = draft.object or _participle(verb, noun)
    if thing is None or found is None or not _is_copula(verb, draft):
        return None
    if noun in known.offices and not (isinstance(found.term, Ref) and _holds(found.term)):
        return None
    if draft.predicate.split()[-1] == "in":  # "the status is in review"
        found = replace(found, term=Value(f"in {found.surface}"), surface=f"in {found.surface}")
    words = noun if thing.tokens and thing.tokens[-1] < head.i else noun_words(head)
    return statuses.told(draft, thing, words, _tense(draft, verb), found)


def _holds(term: Ref) -> bool:
    """Whether somebody with a name, or a team, can hold an office."""
    return term.named or term.name.lower().endswith(" team")


def _led(draft: Draft, verb: Token) -> Draft | None:
    """As in "Sana leads the web team": the team is led by one at a time."""
    found = draft.object
    if verb.lemma_.lower() not in _LEADING or found is None or not isinstance(found.term, Ref):
        return None
    plain = draft.predicate in {verb.lower_, f"is {verb.lower_}", f"has been {verb.lower_}"}
    fixed = found.term.named or {"definite", "possessed", "definite_known"} & found.flags
    if not plain or not fixed or not isinstance(draft.subject.term, Ref):
        return None
    if not draft.subject.term.named or verb.tag_ == "VBD" or draft.subject.term == found.term:
        return None
    leader = replace(draft.subject, surface=draft.subject.term.name)
    flags = {f"object_{f}" for f in draft.subject.flags} | {
        f for f in draft.flags if not statuses.of_subject(f) and not f.startswith("object_")
    }
    return replace(
        draft,
        subject=found,
        predicate="is led by",
        spoken="is led by" if draft.positive else "is not led by",
        object=leader,
        kind="state",
        flags=frozenset(flags | {"attribute", "object_is_person", "object_named"}),
    )


def _held(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "Bo is the mayor of Lund", "Bo took over as head of the museum"."""
    lemma = verb.lemma_.lower()
    if lemma not in _LINKS | _INTO | _OUT or not isinstance(draft.subject.term, Ref):
        return None
    head = _office(verb)
    if head is None or not draft.subject.term.named or _shared(head):
        return None
    thing = _thing(reading, head, _OF)
    if thing is None or thing.term == draft.subject.term:
        return None
    holder = replace(draft.subject, surface=draft.subject.term.name, flags=frozenset())
    over = lemma in _OUT
    told = statuses.told(
        draft, thing, noun_words(head).removeprefix("new "), _tense(draft, verb), holder
    )
    subject = {f for f in draft.flags if f.startswith("subject_coref")}
    told = replace(told, flags=told.flags | {f.replace("subject", "object", 1) for f in subject})
    if not over:
        return told
    return replace(told, positive=False, predicate=f"{noun_words(head)} is", spoken=_denied(head))


def _denied(head: Token) -> str:
    return f"{noun_words(head)} is no longer"


def _office(verb: Token) -> Token | None:
    """The noun of the office that a verb speaks of."""
    for child in verb.children:
        if child.dep_ in {"attr", "oprd"} and _is_office(child):
            return child
        if child.dep_ == "prep" and child.lower_ == "as" and child.head.lemma_ not in _LINKS:
            found = next((c for c in child.children if c.dep_ == "pobj"), None)
            if found is not None and _is_office(found):
                return found
    return None


def _is_office(token: Token) -> bool:
    return token.lemma_.lower() in lexicon().offices and token.tag_ in {"NN", "NNP"}


def _shared(head: Token) -> bool:
    """Whether there may be several: "a captain of ...", "one of the owners"."""
    several = any(c.dep_ == "det" and c.lower_ in _SOME for c in head.children)
    return several or any(c.lower_ in _BESIDE for c in head.children)


def _thing(reading: Reading, head: Token, prepositions: frozenset[str]) -> Argument | None:
    """What the role is of; None where nothing can be made out."""
    for child in head.children:
        if child.dep_ != "prep" or child.lower_ not in prepositions:
            continue
        inner = next((c for c in child.children if c.dep_ == "pobj"), None)
        if inner is None or inner.i in reading.timed or inner.pos_ not in {"NOUN", "PROPN", "PRON"}:
            return None
        found = nouns.argument(reading, inner)
        doubtful = {"unresolved", "generic", "vague", "coref_it", "plural"} & found.flags
        if found.surface.lower().startswith(("a ", "an ", "another ")):
            return None  # "the owner of a bakery": nobody knows which
        return found if isinstance(found.term, Ref) and not doubtful else None
    return None


def thing_of(reading: Reading, head: Token) -> Argument | None:
    """What a measure is of: the grant of "the deadline for the grant", "the grant deadline"."""
    return _thing(reading, head, frozenset({"of", "for"})) or _within(reading, head)


def _within(reading: Reading, head: Token) -> Argument | None:
    """The thing in "the grant deadline": the words before the measure."""
    if not any(c.dep_ == "det" and c.lower_ == "the" for c in head.children):
        return None
    if any(c.dep_ in {"amod", "prep", "poss"} for c in head.children):
        return None
    parts = [c for c in head.children if c.dep_ == "compound" and c.i not in reading.timed]
    if not parts:
        return None
    text = " ".join(t.text for t in sorted(parts, key=lambda t: t.i))
    named = all(t.pos_ == "PROPN" for t in parts)
    tokens = tuple(t.i for t in parts)
    return Argument(Ref(text, "thing", named), f"the {text}", tokens, frozenset({"definite"}))


def _participle(verb: Token, noun: str) -> Argument | None:
    """As in "the status of the order is shipped"."""
    if noun != "status" or verb.tag_ != "VBN":
        return None
    return Argument(Value(verb.lower_, "adjective"), verb.lower_, (verb.i,))


def _is_copula(verb: Token, draft: Draft) -> bool:
    if verb.lemma_.lower() in _LINKS:
        return True
    return (
        draft.object is None
        and verb.tag_ == "VBN"
        and not any(c.dep_ == "aux" and c.lower_ != "has" for c in verb.children)
    )


def _tense(draft: Draft, verb: Token) -> str:
    first = draft.predicate.split()[0]
    if first in {"was", "were"} and verb.lemma_.lower() in _LINKS:
        return "was"
    return "will be" if first == "will" else "is"
