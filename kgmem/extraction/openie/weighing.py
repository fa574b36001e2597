"""What the confidence may weigh: the named features of a draft."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.extraction.openie.doubts import doubts
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.leanings import leanings
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.signs import signs
from kgmem.types import Ref


def features(draft: Draft, reading: Reading | None = None) -> frozenset[str]:
    """Everything that the confidence may weigh; what its sentence says needs the `reading`."""
    found = set(draft.flags) | {f"modality_{draft.modality}", f"kind_{draft.kind}"}
    if reading is not None and reading.unit.voice:
        found.add("quoted")
    if not draft.positive:
        found.add("negative")
    if draft.validity is not None:
        found.add("dated")
    found |= set(_of_subject(draft, found)) | set(_of_object(draft, found))
    found = _refined(draft, found)
    if _plain(draft, found):
        found = (found - {"evaluative"}) | {"plain"}
    if reading is None:
        return frozenset(found)
    found |= set(leanings(draft, reading, found))
    return frozenset(found) | signs(draft, reading) | doubts(draft, reading)


_CONCRETE = frozenset(
    ["object_has_name", "object_is_animal", "object_is_product", "object_is_person"]
)
_LIKED = frozenset(
    [
        "likes",
        "loves",
        "enjoys",
        "hates",
        "prefers",
        "liked",
        "loved",
        "enjoyed",
        "hated",
        "started",
        "stopped",
        "quit",
    ]
)
"""Verbs whose deed is their object: "I like hiking"."""
_OWNS = frozenset(["has", "has got", "had", "owns", "owned"])
_LIVING = frozenset(["person", "animal", "group"])
_POINTED = frozenset(["subject_definite", "subject_deictic"])


def _of_subject(draft: Draft, found: set[str]) -> Iterator[str]:
    subject = draft.subject.term
    assert isinstance(subject, Ref)
    if {"subject_we", "present"} <= found and not _CONCRETE & found:
        yield "we_present"  # "we all have our paths" is said of everybody
    if {"subject_common", "present"} <= found and not _POINTED & found:
        yield "generic_subject"
    if subject.type not in _LIVING and not subject.named:
        yield "subject_thing"


def _of_object(draft: Draft, found: set[str]) -> Iterator[str]:
    if _vague(draft):
        yield "object_vague"
    if draft.object is not None and isinstance(draft.object.term, Ref) and draft.object.term.named:
        yield "object_named"
    if any(_telling(argument) for _, argument in draft.qualifiers):
        yield "qualified"
    if "object_is_value" in found and _reacts(draft, found):
        yield "reaction"
    if _apologises(draft):
        yield "sorry"
    if {"opinion", "object_addressee"} <= found:
        yield "compliment"


def _refined(draft: Draft, found: set[str]) -> set[str]:
    """Flags that say less together: a number after "is", a verb that needs no object."""
    if "object_number" in found and draft.predicate.split()[-1] in _NUMBERED:
        found = found - {"object_number"}
    if "no_object" in found and {"complete_verb", "turning"} & found:
        liked = "chain" in found and draft.predicate.split()[0] in _LIKED
        found = (found - {"no_object"}) | (set() if liked else {"intransitive"})
    if "object_definite_bare" in found and _placed(draft):
        found = found - {"object_definite_bare"}
    if "subject_we" in found and _CONCRETE & found and draft.predicate in _OWNS:
        found = found - {"subject_we"}  # what "we" own each of us owns
    if "courtesy" in found:
        found = found - {"chat_verb"}  # "thanks for the book": it is told what for
    if "completed" in found and ("dated" in found or draft.qualifiers):
        found = found - {"no_object", "intransitive"}  # it says what was asked for
    felt = draft.qualifiers or isinstance(draft.object and draft.object.term, Ref)
    if "emotion" in found and felt:
        found = (found - {"emotion", "evaluative"}) | {"emotion_about"}
    return found


_NUMBERED = frozenset(
    ["is", "was", "turned", "turns", "are", "were", "at", "be", "until", "around"]
)
_OPEN = frozenset(
    ["unresolved", "cut", "coref_it", "definite_bare", "deictic", "generic", "relative"]
)


def _telling(argument: Argument) -> bool:
    """Whether a further participant adds something that can be understood."""
    return argument.surface != "others" and not _OPEN & argument.flags


def _reacts(draft: Draft, found: set[str]) -> bool:
    """As in "I am glad that you had fun": what the other just said, felt about."""
    felt = bool({"emotion", "evaluative"} & found)
    return felt and any("addressee" in argument.flags for _, argument in draft.qualifiers)


def _apologises(draft: Draft) -> bool:
    return draft.object is not None and draft.object.surface.lower().split()[-1:] == ["sorry"]


def _placed(draft: Draft) -> bool:
    """Whether a further participant says which one: "the keys to a house in Lisbon"."""
    return any(
        isinstance(argument.term, Ref) and not {"definite_bare", "coref_it"} & argument.flags
        for _, argument in draft.qualifiers
    )


def _vague(draft: Draft) -> bool:
    """Whether the object is a word like "day" or "lot"; of an attribute a time is no such word."""
    if draft.object is None or draft.object.term is None or "attribute" in draft.flags:
        return False
    term = draft.object.term
    words = (term.name if isinstance(term, Ref) else term.text).lower().split()
    known = lexicon()
    return bool(words) and (words[-1] in known.times or words[-1].rstrip("s") in known.vague)


_TOLD = frozenset(
    [
        "present",
        "subject_kind_own",
        "kind_state",
        "kind_habit",
        "modality_actual",
        "link_ROOT",
        "light_verb",
        "adjective",
        "attribute",
        "qualified",
        "dated",
        "subject_has_name",
        "subject_possessed",
        "subject_coref_sure",
        "subject_coref_only",
        "object_is_value",
        "object_common",
        "object_is_thing",
    ]
)
_DONE = frozenset(
    [
        "present",
        "subject_kind_own",
        "kind_state",
        "kind_habit",
        "modality_actual",
        "negative",
        "link_ROOT",
        "qualified",
        "dated",
        "spliced",
        "interjection",
        "vocative",
        "complete_verb",
        "subject_has_name",
        "subject_possessed",
        "subject_coref_sure",
        "object_common",
        "object_plural",
        "object_named",
        "object_is_thing",
        "object_is_product",
        "object_is_work",
        "object_is_organization",
        "object_is_place",
        "object_is_concept",
    ]
)
"""The flags of "I play the cello", "she collects stamps": nothing in them is in doubt."""
_TOLD_OR_FELT = _TOLD | {"emotion", "evaluative"}
_RESOLVED = frozenset(["subject_coref_sure", "subject_coref_only"])
_EXCLAIMED = frozenset(["so", "super", "just", "too"])


def _plain(draft: Draft, found: set[str]) -> bool:
    """Whether it is a bare "I am vegetarian", "she is very shy", "I play the cello".

    A mood counts where it is told plainly ("I am happy") and not exclaimed ("so happy").
    """
    if not {"present", "subject_kind_own"} <= found or draft.object is None:
        return False
    if {"adjective", "evaluative"} <= found and _RESOLVED & found:
        return False  # "she is stunning" judges, and rests on who "she" is
    if "adjective" not in found and (draft.predicate != "is" or " " in draft.object.surface):
        return found <= _DONE  # "I play the cello"; "I am vegan" is read as a noun
    if "qualified" in found and "emotion" not in found and "evaluative" in found:
        return False  # "I am sure that ..." tells something else
    exclaimed = not _EXCLAIMED.isdisjoint(draft.object.surface.lower().split())
    return found <= (_TOLD if exclaimed else _TOLD_OR_FELT)
