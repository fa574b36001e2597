"""What the ledger refuses, whatever a policy says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.language.relations import ALIAS
from kgmem.protocols import Case, Neighbor
from kgmem.records import EntityId
from kgmem.types import Edit

if TYPE_CHECKING:
    from kgmem.ledger.draft import Draft

_JUDGED = 0.5  # score from which a reasoned judgement may stand in for a formal contradiction


def refusal(draft: Draft, case: Case, edit: Edit) -> str:
    """Why an edit may not be carried out; empty when it may."""
    if edit.op == "NOOP":
        return ""
    if case.triple.modality in ("hypothetical", "asked"):
        return f"what is {case.triple.modality} is not a fact"
    if case.triple.relation == ALIAS and not (case.triple.positive and case.tier == "asserted"):
        return "a name has to be said clearly"
    target = next((n for n in case.neighbors if n.fact == edit.target), None)
    if edit.op == "ADD":
        history = edit.target is not None and target is None
        return f"{edit.target} is not among the facts looked at" if history else ""
    if target is None:
        return f"{edit.target or 'no fact'} is not among the facts looked at"
    if edit.op == "MERGE":
        return _merge(draft, case, target)
    return _delete(draft, case, edit, target)


def _merge(draft: Draft, case: Case, target: Neighbor) -> str:
    if target.content.positive != case.content.positive:
        return "a denial and a claim are not one fact"
    if not _about_same(draft, case, target):
        return "the fact is about something else"
    if target.status == "retracted":
        return "the fact was taken back"
    return ""


def _delete(draft: Draft, case: Case, edit: Edit, target: Neighbor) -> str:
    if not (_about_same(draft, case, target) or _another_role(case, edit, target)):
        return "the fact is about another subject"
    if target.status == "retracted":
        return "the fact was taken back already"
    if case.episode.trust < target.trust:
        return (
            f"a source of trust {case.episode.trust:g} cannot retire what one of "
            f"{target.trust:g} supports"
        )
    taken_back = case.corrects is not None and edit.ending == "retracted"
    if case.tier == "tentative" and not (taken_back and target.tier == "tentative"):
        return "a tentative triple ends nothing"
    alike = taken_back and target.content.modality == case.triple.modality
    if case.triple.modality != "actual" and not alike:
        return f"what is {case.triple.modality} ends nothing"
    if case.triple.temporary and edit.ending != "retracted":
        return "what holds for a while only ends nothing lasting"
    if not _contradicts(draft, case, edit, target):
        return "nothing in the triple contradicts the fact"
    return ""


def _about_same(draft: Draft, case: Case, target: Neighbor) -> bool:
    """The same subject, or the same pair the other way round ("Bo is married to Ana")."""
    if case.content.subject == target.content.subject:
        return True
    other = target.content.object
    turned = isinstance(other, EntityId) and other.id == case.content.subject
    return turned and (
        target.content.relation == case.content.relation or _says_inverse(draft, case, target)
    )


def _another_role(case: Case, edit: Edit, target: Neighbor) -> bool:
    """Whether what somebody is to another is put right: "Ines is my cousin, not my sister"."""
    return (
        case.corrects is not None
        and edit.ending == "retracted"
        and case.content.relation == "is_a"
        and target.content.object == EntityId(case.content.subject)
    )


def _says_inverse(draft: Draft, case: Case, target: Neighbor) -> bool:
    """Whether the fact's relation is the triple's from the other side ("has the pet", "pet of")."""
    return target.content.relation == draft.catalogue.inverse(case.content.relation)


def _contradicts(draft: Draft, case: Case, edit: Edit, target: Neighbor) -> bool:
    content, other = case.content, target.content
    if case.corrects is not None and edit.ending == "retracted":
        return True
    if draft.catalogue.says(content.relation, other.relation, positive=content.positive):
        if content.positive != other.positive:
            return True
        if case.cardinality == "one" and content.object != other.object:
            return True
    if _says_inverse(draft, case, target):
        if content.positive != other.positive:
            return True
        if case.cardinality == "one" and content.object != EntityId(other.subject):
            return True
    words = (target.object_name, _words(draft, case))
    if draft.catalogue.exclude(other.relation, words[0], content.relation, words[1]):
        return True
    # A logged judgement: the policy gives a reason and is sure. Events stay: they happened.
    return bool(edit.reason) and edit.score >= _JUDGED and other.kind != "event"


def _words(draft: Draft, case: Case) -> str:
    filler = case.content.object
    if filler is None:
        return ""
    return draft.names.of(filler.id).name if isinstance(filler, EntityId) else filler.text
