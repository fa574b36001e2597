"""Beginnings and ends of what the catalogue has no row for: "stopped jogging"; and amounts."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from kgmem.language.catalogue import Catalogue
from kgmem.language.verbs import bare, base, third_person, word_list
from kgmem.types import Qualifier, Ref, Term, Triple, Validity, Value

_ENDS = re.compile(r"(?:stop|quit|cease|give up|knock off) (\w+ing)\b ?(.*)")
_STARTS = re.compile(r"(?:start|begin|resume|take up|get back to|go back to) (\w+ing)\b ?(.*)")
_ACTIVITY = re.compile(r"\w{2,}ing\b")
_FAVOUR = re.compile(r"favou?r of (?P<what>.+)", re.IGNORECASE)


def phase(triple: Triple, catalogue: Catalogue) -> Triple | None:
    """What began or ended with an event whose predicate says so: "quit smoking": no longer smokes.

    Returns:
        The implied triple, a denial for an end; None where the predicate speaks of neither.
    """
    if not triple.positive or triple.modality != "actual" or triple.implied_by:
        return None
    words, target = _based(triple.predicate), triple.object
    if is_activity(target):
        words, target = f"{words} {_said(target)}", None
    ended, begun = _ENDS.fullmatch(words), _STARTS.fullmatch(words)
    found = ended or begun
    if found is None:
        return None
    verb, rest = base(found[1]), found[2]
    if rest and target is None and rest.split()[0] not in word_list("particles"):
        target, rest = Ref(rest), ""
    kind = "" if target is None else target.type if isinstance(target, Ref) else target.kind
    relation = catalogue.relation_of(
        f"{verb} {rest}".strip(), kind, _said(target), triple.subject.name
    )
    label = f"{third_person(verb)} {rest}".strip()
    predicate = f"no longer {label}" if ended else label
    since = triple.validity
    return replace(
        triple,
        relation=relation,
        predicate=predicate,
        object=target,
        text=f"{triple.subject.name} {predicate} {_said(target)}".strip(),
        qualifiers=(),
        kind="habit",
        positive=begun is not None,
        validity=None if since is None else Validity(start=since.start, wording=since.wording),
        corrects=None,
        implied_by=triple.relation,
    )


def is_activity(target: Term | None) -> bool:
    """Whether an object is something one does: "smoking", "jogging"."""
    if isinstance(target, Ref) and target.named:
        return False
    return target is not None and _ACTIVITY.match(_said(target)) is not None


def _said(target: Term | None) -> str:
    if target is None:
        return ""
    return target.name if isinstance(target, Ref) else target.text


@lru_cache(maxsize=4096)
def _based(predicate: str) -> str:
    """The telling words with the first in its base form: "stop taking" of "has stopped taking"."""
    first, _, rest = bare(predicate).partition(" ")
    return f"{base(first)} {rest}".strip()


def measured(triple: Triple) -> Triple:
    """The triple with an amount as a value: "900 euros" is one, "euros" is no vertex."""
    target = triple.object
    if target is None or isinstance(target, Value) or target.named:
        return triple
    amount = next((q for q in triple.qualifiers if q.role == "how_many"), None)
    unit = target.name.casefold().split()[-1] if target.name.strip() else ""
    if amount is None or unit not in word_list("units"):
        return triple
    others = tuple(q for q in triple.qualifiers if q is not amount)
    return replace(
        triple, object=Value(f"{_said(amount.term)} {target.name}", "number"), qualifiers=others
    )


def in_favour(triple: Triple) -> Triple:
    """What something is given up for under a role of its own: "in favour of boxing"."""
    found = [(q, m) for q in triple.qualifiers if (m := _FAVOUR.fullmatch(_said(q.term)))]
    if not found:
        return triple
    left, match = found[0]
    named = match["what"][:1].isupper()
    new = Qualifier("in_favour_of", Ref(match["what"], "thing", named))
    return replace(triple, qualifiers=tuple(new if q is left else q for q in triple.qualifiers))
