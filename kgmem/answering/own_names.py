"""What somebody is called beside the name they are asked by: "What is the user's name?"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.answering.frames import KINDS
from kgmem.answering.material import Material, is_stated
from kgmem.answering.reply import Reply, from_facts
from kgmem.codec import number
from kgmem.language.names import normalise
from kgmem.records import Alias, Episode

if TYPE_CHECKING:
    from kgmem.protocols import Reader

_NAME = re.compile(
    r"^what(?:['’]s| is| was) (?:my|(?P<who>.+)['’]s?) "
    r"(?:(?P<part>full|first|given|last|family|real|own) )?name\W*$", re.I
)  # fmt: skip
_WHO = re.compile(r"^who (?:am i|is (?P<who>.+?))\W*$", re.I)
_ROLES = frozenset(("user", "assistant", "human", "me", "i"))
"""What stands for a name where none was given."""
_FIRST, _LAST = frozenset(("first", "given")), frozenset(("last", "family"))


def own_name(material: Material, reader: Reader | None) -> Reply | None:
    """The proper name that the asked one gave, or was given; None for any other question.

    Args:
        material: everything found.
        reader: for the names; without one nothing is known of them.
    """
    asked, question = material.people.asked, material.question
    match = _NAME.match(question.short) or _WHO.match(question.short)
    if match is None or reader is None or not material.people.ids:
        return None
    who = normalise(re.sub(r"^the ", "", match["who"] or "", flags=re.I))
    if who and (who not in asked or (match.re is _WHO and who not in _ROLES)):
        return None  # the name of what is theirs; or who a named one is, which facts tell
    rows = reader.find("alias", "entity", material.people.ids)
    given = [r for r in rows if isinstance(r, Alias) and r.named and r.episode and r.span]
    new = [r for r in given if normalise(r.name) not in _ROLES | {who}]
    if not new:
        return _introduced(material)
    best = max(new, key=lambda r: (len(r.name.split()), _place(r)))
    text = _part(best.name, (match.groupdict().get("part") or "").casefold())
    return _said(text, best, reader) if text else None


def _introduced(material: Material) -> Reply | None:
    """The name by which they introduced themselves: "I'm Dana", the last one said."""
    told = [
        s
        for s in material.facts
        if is_stated(s.fact)
        and s.fact.relation in KINDS
        and s.fact.subject_id in material.people.ids
        and s.fact.object[:1].isupper()
        and material.type_of(s.fact) == "person"
    ]
    if not told:
        return None
    last = max(told, key=lambda s: s.fact.said)
    return from_facts(last.fact.object, [last], support=1.0, reason=f"stated by {last.fact.id}")


def _place(alias: Alias) -> int:
    """Sorts names by the episode that gave them: the last one holds."""
    return number(alias.episode) if alias.episode else 0


def _part(name: str, part: str) -> str:
    found = name.split()
    if part in _LAST:
        return found[-1] if len(found) > 1 else ""
    return found[0] if part in _FIRST else name


def _said(text: str, alias: Alias, reader: Reader) -> Reply | None:
    from kgmem.snapshot.views import evidence_of

    row = reader.get([alias.episode or ""]).get(alias.episode or "")
    if not isinstance(row, Episode) or alias.span is None:
        return None
    return Reply(text, (evidence_of(row, alias.span),), (), 1.0, "a name of theirs")
