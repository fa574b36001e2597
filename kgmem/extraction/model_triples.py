"""From the fields that a model filled in to triples: names, types, times, spans, confidence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, get_args

from kgmem.extraction.model_quote import locate, nearest
from kgmem.extraction.model_reply import Item
from kgmem.language import times
from kgmem.types import (
    FactKind,
    Modality,
    Observation,
    Qualifier,
    Ref,
    Term,
    Triple,
    Validity,
    Value,
    ValueKind,
)

TYPES = (
    "person",
    "animal",
    "place",
    "organization",
    "event",
    "work",
    "product",
    "group",
    "concept",
    "thing",
)
DEFAULT_CONFIDENCE = 0.8
"""For a fact whose model did not say how sure it is."""

NOT_QUOTED = 0.7
"""Factor on the confidence of a fact whose quotation is not in the turn, but whose words are."""

NOT_SAID = 0.35
"""Factor where not even most of the words are: likely invented, or copied from the example."""

UNRESOLVED = 0.3
"""Confidence at most of a fact about a bare "she" or "it"."""

LONGEST_NAME = 120
"""Characters of a name; a longer object is a clause, not an entity."""

Choice = TypeVar("Choice", bound=str)

_FIRST = {"i", "me", "my", "myself", "mine", "speaker", "the speaker", "user", "the user"}
_SECOND = {"you", "your", "yourself", "addressee", "the addressee"}
_THIRD = {"he", "him", "she", "her", "it", "they", "them", "this", "that", "these", "those", "we"}
_NOT = re.compile(r"\b(?:(?:does|do|did)\s+not|(?:do|does|did)n['’]t|not|never|no longer)\b\s*")
_NEGATIVE = {"negative", "false", "no", "denied", "negated"}
_SMALL = {"of", "the", "and", "de", "la", "von", "van", "der", "del", "du", "da", "al", "in", "for"}


@dataclass(frozen=True, slots=True)
class Setting:
    """What a turn's facts are read against.

    Attributes:
        observation: the turn.
        body: the text that spans count in.
        addressee: who "you" is, None when unknown.
        names: proper names that are known: the participants.
        types: types of entities beside the shipped ones.
        extractor: id for the triples.
    """

    observation: Observation
    body: str
    addressee: str | None
    names: Collection[str]
    types: Collection[str]
    extractor: str


def triples(items: Sequence[Item], setting: Setting) -> list[Triple]:
    """The facts of one turn that can be used; one without subject or predicate cannot."""
    found = [triple(item, setting) for item in items]
    return list(dict.fromkeys(t for t in found if t is not None))


def triple(item: Item, setting: Setting) -> Triple | None:
    """One fact as a triple; None when it has no subject or no predicate."""
    subject = _entity(_text(item.get("subject")), item.get("subject_type"), setting)
    predicate, denied = _predicate(_text(item.get("predicate")))
    if subject is None or not predicate:
        return None
    target = _term(item.get("object"), item.get("object_type"), item.get("value_kind"), setting)
    qualifiers = _qualifiers(item.get("qualifiers"), setting)
    modality = _choice(item.get("modality"), get_args(Modality), "actual")
    when, mention, habit = _when(_text(item.get("time")), modality, setting)
    positive = not denied and _text(item.get("polarity")).casefold() not in _NEGATIVE
    kind = _choice(item.get("kind"), get_args(FactKind), "state")
    sentence = _text(item.get("sentence")) or _sentence(
        subject, predicate, target, qualifiers, positive
    )
    span, factor = _span(_text(item.get("quote")), sentence, setting.body)
    confidence = _confidence(item.get("confidence")) * factor
    if subject.name.casefold() in _THIRD:
        confidence = min(confidence, UNRESOLVED)
    return Triple(
        subject=subject,
        predicate=predicate,
        object=target,
        span=span,
        text=sentence,
        qualifiers=(*qualifiers, *mention),
        validity=when,
        kind="habit" if habit else kind,
        positive=positive,
        modality=modality,
        confidence=confidence,
        corrects=_term(item.get("corrects"), None, None, setting),
        temporary=item.get("temporary") is True,
        extractor=setting.extractor,
    )


def _text(value: Any) -> str:
    """A field as one line of text; what is no text, number or name is empty."""
    if isinstance(value, Mapping):
        value = value.get("name", value.get("value", value.get("text")))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    line = " ".join(str(value).split())
    return "" if line.casefold() in {"null", "none", "n/a", "unknown"} else line


def _choice(value: Any, choices: tuple[Choice, ...], default: Choice) -> Choice:
    name = _text(value).casefold()
    return next((choice for choice in choices if choice == name), default)


def _confidence(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return DEFAULT_CONFIDENCE
    return min(max(float(value), 0.0), 1.0) if value == value else DEFAULT_CONFIDENCE


def _predicate(text: str) -> tuple[str, bool]:
    """The predicate without its negation, and whether it had one."""
    plain = _NOT.sub("", text.replace("_", " ")).strip()
    return (plain, plain != text.replace("_", " ").strip()) if plain else ("", False)


def _entity(name: str, kind: Any, setting: Setting) -> Ref | None:
    """An entity by its name; first and second person become speaker and addressee."""
    if not name or not any(char.isalnum() for char in name):
        return None
    observation = setting.observation
    if name.casefold() in _FIRST and observation.speaker:
        return Ref(observation.speaker, "person", named=True)
    if name.casefold() in _SECOND and setting.addressee:
        return Ref(setting.addressee, "person", named=True)
    wanted = _text(kind).casefold()
    known = [*TYPES, *setting.types]
    found = next((x for x in known if x.casefold() == wanted), "thing")
    if name in setting.names and found == "thing":
        found = "person"
    return Ref(name[:LONGEST_NAME], found, named=name in setting.names or _is_name(name))


def _is_name(name: str) -> bool:
    """Whether it looks like a proper name: capitals on its main words, or a script without them."""
    words = [word for word in re.findall(r"[^\W\d_]+", name) if word.casefold() not in _SMALL]
    if "'s " in name or "’s " in name or not words:
        return False
    return all(word[0].isupper() or word.upper() == word.lower() for word in words)


def _term(value: Any, kind: Any, value_kind: Any, setting: Setting) -> Term | None:
    """An entity or a literal."""
    text = _text(value)
    if not text:
        return None
    literal = _choice(value_kind, get_args(ValueKind), "text")
    if isinstance(value, int | float) or re.fullmatch(r"[-+]?\d[\d.,]*%?", text):
        return Value(text, "number" if literal == "text" else literal)
    if _text(kind).casefold() in get_args(ValueKind):
        return Value(text, _choice(kind, get_args(ValueKind), "text"))
    if _text(value_kind):
        return Value(text, literal)
    if len(text) > LONGEST_NAME:
        return Value(text, "clause")
    return _entity(text, kind, setting) or Value(text)


def _qualifiers(value: Any, setting: Setting) -> tuple[Qualifier, ...]:
    """`[{"role", "value", "type"}]`, or `{"role": "value"}`."""
    if isinstance(value, Mapping):
        value = [{"role": role, "value": filler} for role, filler in value.items()]
    found = []
    for entry in value if isinstance(value, list) else ():
        if not isinstance(entry, Mapping):
            continue
        filler = entry.get("value", entry.get("object", entry.get("name")))
        term = _term(filler, entry.get("type"), entry.get("value_kind"), setting)
        role = _text(entry.get("role")).casefold()
        if term is not None and role:
            found.append(Qualifier(role, term))
    return tuple(found)


def _when(
    words: str, modality: Modality, setting: Setting
) -> tuple[Validity | None, tuple[Qualifier, ...], bool]:
    """Validity, a qualifier for a time that cannot be resolved, and whether it is a frequency."""
    if not words:
        return None, (), False
    anchor = setting.observation.time
    planned = modality == "planned"
    mentions = times.find(words, anchor, prefer="future" if planned else None)
    for mention in mentions:
        if mention.kind != "frequency":
            return mention.validity, (), False
    if mentions:
        return None, (Qualifier("how_often", Value(words)),), True
    return None, (Qualifier("when", Value(words, "clause")),), False


def _span(quote: str, sentence: str, body: str) -> tuple[tuple[int, int], float]:
    """Where the fact is said, and the factor on its confidence."""
    place = locate(quote, body)
    if place is not None:
        return place, 1.0
    place, share = nearest(quote or sentence, body)
    return place, NOT_QUOTED if share >= 0.5 else NOT_SAID


def _sentence(
    subject: Ref,
    predicate: str,
    target: Term | None,
    qualifiers: Sequence[Qualifier],
    positive: bool,
) -> str:
    """A sentence for a fact that came without one."""
    parts = [subject.name, predicate if positive else f"not {predicate}", _words(target)]
    parts += [f"{qualifier.role} {_words(qualifier.term)}" for qualifier in qualifiers]
    return " ".join(part for part in parts if part)


def _words(term: Term | None) -> str:
    if term is None:
        return ""
    return term.name if isinstance(term, Ref) else term.text
