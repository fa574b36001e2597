"""What somebody is called beside the name they are asked by: "What is the user's name?"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgmem.answering.material import Material
from kgmem.answering.reply import Reply
from kgmem.language.names import normalise
from kgmem.records import Alias, Episode
from kgmem.results import Evidence

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
        return None
    best = max(new, key=lambda r: (len(r.name.split()), _place(r)))
    text = _part(best.name, (match.groupdict().get("part") or "").casefold())
    return _said(text, best, reader) if text else None


def _place(alias: Alias) -> tuple[int, str]:
    """Sorts names by the episode that gave them: the last one holds."""
    return len(alias.episode or ""), alias.episode or ""


def _part(name: str, part: str) -> str:
    found = name.split()
    if part in _LAST:
        return found[-1] if len(found) > 1 else ""
    return found[0] if part in _FIRST else name


def _said(text: str, alias: Alias, reader: Reader) -> Reply | None:
    row = reader.get([alias.episode or ""]).get(alias.episode or "")
    if not isinstance(row, Episode) or alias.span is None:
        return None
    start, end = alias.span
    words = Evidence(row.id, start, end, row.body[start:end], row.speaker, row.time, row.source)
    return Reply(text, (words,), (), 1.0, "a name of theirs")
