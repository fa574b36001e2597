"""What the confidence may weigh: the named features of a draft."""

from __future__ import annotations

from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.types import Ref


def features(draft: Draft, quoted: bool = False) -> frozenset[str]:
    """Everything that the confidence may weigh."""
    assert isinstance(draft.subject.term, Ref)
    found = (
        set(draft.flags)
        | ({"quoted"} if quoted else set())
        | {f"modality_{draft.modality}", f"kind_{draft.kind}"}
    )
    if not draft.positive:
        found.add("negative")
    concrete = {"object_has_name", "object_is_animal", "object_is_product", "object_is_person"}
    if "subject_we" in found and "present" in found and not concrete & found:
        found.add("we_present")  # "we all have our paths" is said of everybody
    if draft.object is not None and draft.object.term is not None:
        words = (
            getattr(draft.object.term, "name", getattr(draft.object.term, "text", ""))
            .lower()
            .split()
        )
        if words and (words[-1] in lexicon().times or words[-1].rstrip("s") in lexicon().vague):
            found.add("object_vague")
    if draft.object is not None and isinstance(draft.object.term, Ref) and draft.object.term.named:
        found.add("object_named")
    if draft.qualifiers:
        found.add("qualified")
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
    return frozenset(found)
