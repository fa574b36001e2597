"""Changes told in the passive: what was cancelled, and to when something was put.

"Your subscription to the Courier has been cancelled" is something that happened to who had it; "my
appointment was moved to Friday" says what the appointment's date is now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import naming, nouns, owners
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.owners import noun_words, owner_of
from kgmem.extraction.openie.roles import thing_of
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.language import times
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

_ENDED = frozenset(
    ["cancel", "cancell", "end", "terminate", "expire", "lapse", "stop", "discontinue"]
)
_BONDS = frozenset(["subscription", "membership", "contract", "trial", "plan"])
_PUT = frozenset(
    ["move", "push", "postpone", "reschedule", "delay", "shift", "extend", "bring", "put", "change"]
)
_SET = frozenset(
    ["change", "set", "raise", "lower", "increase", "reduce", "bump", "update", "switch", "rename"]
)
_VALUES = frozenset(["NUM", "PROPN", "NOUN", "X", "SYM"])
_KEPT = frozenset(["subject_coref", "subject_coref_sure", "reported", "marked"])


def changes(draft: Draft, reading: Reading) -> Draft:
    """The draft told of who had what ended, or as the date that something has now."""
    if draft.verb < 0 or not draft.positive or draft.modality != "actual":
        return draft
    verb = reading.doc[draft.verb]
    lemma = verb.lemma_.lower()
    if lemma in _ENDED:
        return _ended(draft, reading, verb) or draft
    told = _put(draft, reading, verb) if lemma in _PUT | _SET else None
    return told or _became(draft, reading, verb) or draft


_MOVING = frozenset(
    ["change", "rise", "fall", "drop", "climb", "increase", "decrease", "jump", "grow", "switch",
     "shrink", "sink"]
)  # fmt: skip
_WAYS = frozenset(["up", "down"])
_VARYING = frozenset(["thing", "concept", "event", "product"])
"""Types of what has a value: a rent, an address, not a sister."""


def _became(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "our rent went up to 950", "the server's IP changed to 10.0.0.7"."""
    lemma = verb.lemma_.lower()
    moved = lemma == "go" and any(c.lower_ in _WAYS for c in verb.children)
    if not (moved or lemma in _MOVING) or verb.tag_ == "VBG":
        return None
    heads = (c for c in verb.children if c.dep_ == "nsubj" and c.pos_ in {"NOUN", "PROPN"})
    head = next((c for c in heads if naming.guess_type(c) in _VARYING), None)
    value = None if head is None else _new_value(reading, verb) or _amount(verb)
    if head is None or value is None:
        return None
    measured = head.lemma_.lower() in lexicon().measures or thing_of(reading, head) is not None
    return _set(draft, reading, head, value) if measured or owner_of(reading, head) else None


def _amount(verb: Token) -> Argument | None:
    """The sum of "went up to $950 a month", whose "to" the parser takes for a part of it."""
    number = next((c for c in verb.children if c.tag_ == "CD" and c.dep_ == "dobj"), None)
    if number is None or not any(c.lower_ == "to" for c in number.children):
        return None
    kept = [t for t in number.subtree if t.lower_ != "to" and not t.is_punct]
    text = verb.doc[kept[0].i : kept[-1].i + 1].text
    return Argument(Value(text, "number"), text, tuple(t.i for t in kept))


def _ended(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "your membership at the gym has been cancelled", "I cancelled my Acme subscription"."""
    head = next(
        (
            c
            for c in verb.children
            if c.dep_ in {"nsubjpass", "dobj", "nsubj"} and c.lemma_.lower() in _BONDS
        ),
        None,
    )
    owner = owner_of(reading, head) if head is not None else None
    whose = _of_what(reading, head) if head is not None else None
    if head is None or owner is None or whose is None or "generic" in owner.flags:
        return None
    words = f"cancelled the {head.lemma_.lower()} to"
    return replace(
        draft,
        subject=Argument(owner.term, owner.surface, owner.tokens, owner.flags),
        predicate=words,
        spoken=words,
        object=whose,
        kind="event",
        tokens=draft.tokens | set(owner.tokens) | set(whose.tokens) | {head.i},
        qualifiers=tuple(q for q in draft.qualifiers if q[1].tokens != whose.tokens),
        flags=frozenset((draft.flags & _KEPT) | {"subject_kind_own", "link_ROOT", "object_named"}),
    )


def _of_what(reading: Reading, head: Token) -> Argument | None:
    """To what one is subscribed: "to the Courier", "my Acme subscription"."""
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ in {"to", "at", "with", "for", "of", "in"}:
            inner = next((c for c in child.children if c.dep_ == "pobj"), None)
            if inner is not None and inner.i not in reading.timed:
                found = nouns.argument(reading, inner)
                return found if isinstance(found.term, Ref) else None
    names = [c for c in head.children if c.dep_ == "compound" and c.pos_ == "PROPN"]
    if not names:
        return None
    text = " ".join(t.text for t in names)
    return Argument(Ref(text, "product", True), text, tuple(t.i for t in names))


def _put(draft: Draft, reading: Reading, verb: Token) -> Draft | None:
    """As in "the launch has been pushed to 3 June"."""
    passive = any(c.dep_ == "auxpass" for c in verb.children)
    wanted = {"nsubjpass"} if passive else {"dobj"}
    head = next((c for c in verb.children if c.dep_ in wanted and c.pos_ == "NOUN"), None)
    valued = None if head is None or verb.lemma_.lower() not in _SET else _new_value(reading, verb)
    if head is not None and valued is not None:
        return _set(draft, reading, head, valued)
    wording = _new_date(reading, verb) if head is not None else ""
    if head is None or not wording:
        return None
    thing = nouns.argument(reading, head)
    if not isinstance(thing.term, Ref) or "unresolved" in thing.flags:
        return None
    date = Argument(Value(wording, "date"), wording, ())
    flags = {*(draft.flags - {"no_object", "subject_common", "object_is_value"}), "attribute"}
    owner = owner_of(reading, head)
    measured = thing_of(reading, head) if head.lemma_.lower() in lexicon().measures else None
    if measured is not None:
        words = f"{head.lemma_.lower()} is"
        subject = Argument(measured.term, f"{measured.surface}'s", measured.tokens, measured.flags)
        flags = {f for f in flags if not f.startswith("subject_")}
    elif owner is not None and isinstance(owner.term, Ref):
        words = f"{noun_words(head)} is"
        subject = Argument(owner.term, f"{owner.surface}'s", owner.tokens, owner.flags)
        flags = {f for f in flags if not f.startswith("subject_")} | {
            f"subject_{f}" for f in owner.flags - {"addressee"}
        }
    else:
        words, subject = "date is", thing
    return replace(
        draft,
        subject=subject,
        predicate=words,
        spoken="is" if words == "date is" else words,
        object=date,
        kind="state",
        flags=frozenset(flags),
    )


def _set(draft: Draft, reading: Reading, head: Token, value: Argument) -> Draft | None:
    """As in "I changed my surname to Keller", "I set the port of the gateway to 9443"."""
    owner, measured = owner_of(reading, head), thing_of(reading, head)
    whose = owner if owner is not None and isinstance(owner.term, Ref) else measured
    if whose is None or (measured is not None and whose is measured and not _measures(head)):
        return None
    words = f"{noun_words(head)} is"
    loose = {f for f in draft.flags if f.startswith(("subject_", "object_"))}
    kind = value.term.kind if isinstance(value.term, Value) else value.term.type
    flags = (draft.flags - loose - {"no_object"}) | {"attribute", f"object_is_{kind}"}
    if owner is not None:
        flags |= {f"subject_{f}" for f in owners.marks(owner) - {"addressee"}}
    return replace(
        draft,
        subject=Argument(whose.term, f"{whose.surface}'s", whose.tokens, whose.flags),
        predicate=words,
        spoken=words,
        object=value,
        kind="state",
        qualifiers=(),
        flags=frozenset(flags),
    )


def _measures(head: Token) -> bool:
    return head.lemma_.lower() in lexicon().measures | lexicon().offices


def _new_value(reading: Reading, verb: Token) -> Argument | None:
    """What something was changed to: the number or name behind "to"."""
    for child in verb.subtree:
        if child.dep_ != "prep" or child.lower_ != "to":
            continue
        inner = next((c for c in child.children if c.dep_ == "pobj"), None)
        if inner is None or inner.i in reading.timed or inner.pos_ not in _VALUES:
            return None
        found = nouns.argument(reading, inner)
        named = isinstance(found.term, Ref) and found.term.named
        if inner.pos_ == "NUM" or inner.like_num or any(c.pos_ == "NUM" for c in inner.children):
            words = " ".join(t.text for t in inner.subtree if not t.is_punct)
            return Argument(Value(words, "number"), words, found.tokens)
        return found if named else None
    return None


def _new_date(reading: Reading, verb: Token) -> str:
    """The wording of the date that something was put to, which lies ahead; empty for none."""
    for child in verb.subtree:
        if child.dep_ == "prep" and child.lower_ in {"to", "until", "till", "for"}:
            words = [t for t in child.subtree if t.i != child.i]
            if any(t.i in reading.timed for t in words):
                said = reading.doc[words[0].i : words[-1].i + 1].text
                found = times.find(f"will be on {said}", reading.scene.observation.time)
                return found[0].validity.wording if found else ""
    return ""


def memberships(draft: Draft, reading: Reading) -> Iterator[Draft]:
    """As in "I'm a member of the chess club and the choir": one fact for each."""
    head = None if draft.verb < 0 else _member(reading.doc[draft.verb])
    if head is None:
        yield draft
        return
    first = next(
        c for p in head.children if p.lower_ == "of" for c in p.children if c.dep_ == "pobj"
    )
    for token in nouns.coordinated(first):
        found = nouns.argument(reading, token)
        if not isinstance(found.term, Ref) or {"unresolved", "generic"} & found.flags:
            yield draft
            return
        words = f"{draft.predicate.split()[0]} a member of"
        spoken = words if draft.positive else words.replace(" a ", " not a ", 1)
        flags = {f for f in draft.flags if not f.startswith("object_")} - {"lost_words"}
        yield replace(
            draft,
            predicate=words,
            spoken=spoken,
            object=found,
            tokens=draft.tokens | set(found.tokens) | {head.i},
            qualifiers=(),
            flags=frozenset(flags | {f"object_is_{found.term.type}"}),
        )


def _member(verb: Token) -> Token | None:
    if verb.lemma_.lower() not in {"be", "become"}:
        return None
    for child in verb.children:
        if child.dep_ == "attr" and child.lower_ == "member":
            of = (p for p in child.children if p.dep_ == "prep" and p.lower_ == "of")
            if any(c.dep_ == "pobj" for p in of for c in p.children):
                return child
    return None
