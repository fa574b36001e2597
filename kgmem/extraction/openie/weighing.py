"""What the confidence may weigh: the named features of a draft."""

from __future__ import annotations

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.extraction.openie.signs import signs
from kgmem.types import Ref


def features(draft: Draft, reading: Reading | None = None) -> frozenset[str]:
    """Everything that the confidence may weigh; what its sentence says needs the `reading`."""
    assert isinstance(draft.subject.term, Ref)
    found = (
        set(draft.flags)
        | ({"quoted"} if reading is not None and reading.unit.voice else set())
        | {f"modality_{draft.modality}", f"kind_{draft.kind}"}
    )
    if not draft.positive:
        found.add("negative")
    concrete = {"object_has_name", "object_is_animal", "object_is_product", "object_is_person"}
    if "subject_we" in found and "present" in found and not concrete & found:
        found.add("we_present")  # "we all have our paths" is said of everybody
    if _vague(draft):
        found.add("object_vague")
    if draft.object is not None and isinstance(draft.object.term, Ref) and draft.object.term.named:
        found.add("object_named")
    if any(_telling(argument) for _, argument in draft.qualifiers):
        found.add("qualified")
    if "object_number" in found and draft.predicate.split()[-1] in _NUMBERED:
        found.discard("object_number")
    if "object_is_value" in found and _reacts(draft, found):
        found.add("reaction")
    if _apologises(draft):
        found.add("sorry")
    if "opinion" in found and "object_addressee" in found:
        found.add("compliment")
    if "no_object" in found and {"complete_verb", "turning"} & found:
        found = (found - {"no_object"}) | {"intransitive"}
    if "object_definite_bare" in found and _placed(draft):
        found.discard("object_definite_bare")
    if draft.validity is not None:
        found.add("dated")
    if "emotion" in found and (
        draft.qualifiers or isinstance(draft.object and draft.object.term, Ref)
    ):
        found = (found - {"emotion", "evaluative"}) | {"emotion_about"}
    if {"subject_common", "present"} <= found and not {
        "subject_definite",
        "subject_deictic",
    } & found:
        found.add("generic_subject")
    subject = draft.subject.term
    if subject.type not in {"person", "animal", "group"} and not subject.named:
        found.add("subject_thing")
    if _plain(draft, found):
        found = (found - {"evaluative"}) | {"plain"}
    return frozenset(found) | (signs(draft, reading) if reading is not None else frozenset())


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
_TOLD_OR_FELT = _TOLD | {"emotion", "evaluative"}
_EXCLAIMED = frozenset(["so", "super", "just", "too"])


def _plain(draft: Draft, found: set[str]) -> bool:
    """Whether it is a bare "I am vegetarian", "she is very shy": nothing but a copula and a value.

    A mood counts where it is told plainly ("I am happy") and not exclaimed ("so happy").
    """
    if not {"present", "subject_kind_own", "adjective"} <= found or draft.object is None:
        return False
    if "qualified" in found and "emotion" not in found and "evaluative" in found:
        return False  # "I am sure that ..." tells something else
    exclaimed = not _EXCLAIMED.isdisjoint(draft.object.surface.lower().split())
    return found <= (_TOLD if exclaimed else _TOLD_OR_FELT)
