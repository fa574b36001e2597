"""Notebook renderings: an answer with its evidence, a small neighbourhood as a picture.

Everything that comes from memory is escaped: it may hold anything that anyone ever said. Colours
follow the page's, so that light and dark notebooks both read well.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from kgmem.display.picture import neighborhood_svg
from kgmem.display.text import day, notes, when

if TYPE_CHECKING:
    from kgmem.results import Answer, Evidence, Fact, Neighborhood

_FONT = "font-family:system-ui,sans-serif;line-height:1.45"
_FAINT = "opacity:.65;font-size:.88em"


def answer_html(answer: Answer) -> str:
    """An answer, how sure it is, and the words it stands on."""
    kind = "opacity:.65;font-style:italic" if answer.abstained else "font-weight:600"
    about = [f"confidence {answer.confidence:.0%}", answer.model, answer.reason]
    parts = [
        f'<div style="font-size:1.15em;{kind}">{escape(answer.text)}</div>',
        f'<div style="{_FAINT}">{escape(" · ".join(x for x in about if x))}</div>',
    ]
    if answer.evidence:
        rows = "".join(f"<li>{_evidence(e)}</li>" for e in answer.evidence)
        parts.append(f'<ul style="margin:.4em 0 0;padding-left:1.3em">{rows}</ul>')
    if answer.facts:
        parts.append(_details(answer.facts))
    return f'<div class="kgmem-answer" style="{_FONT}">{"".join(parts)}</div>'


def neighborhood_html(neighborhood: Neighborhood) -> str:
    """The picture of a neighbourhood with its facts below."""
    if not neighborhood.facts:
        name = escape(neighborhood.center)
        return f'<div class="kgmem-neighborhood" style="{_FONT}">No facts about {name}.</div>'
    details = _details(neighborhood.facts)
    return (
        f'<div class="kgmem-neighborhood" style="{_FONT}">'
        f"{neighborhood_svg(neighborhood)}{details}</div>"
    )


def _evidence(evidence: Evidence) -> str:
    who = escape(evidence.who)
    return (
        f'“{escape(evidence.quote)}” <span style="{_FAINT}">{who}, {day(evidence)} '
        f"[{escape(evidence.episode)}]</span>"
    )


def _details(facts: Sequence[Fact]) -> str:
    title = f"{len(facts)} fact{'s' if len(facts) > 1 else ''}"
    rows = "".join(_row(f) for f in facts)
    return (
        f'<details style="margin-top:.4em"><summary style="{_FAINT};cursor:pointer">{title}'
        f'</summary><table style="font-size:.92em;color:inherit">{rows}</table></details>'
    )


def _row(fact: Fact) -> str:
    style = ";text-decoration:line-through" if fact.status == "retracted" else ""
    extra = ", ".join(x for x in (when(fact), *notes(fact)) if x)
    return (
        f'<tr><td style="{_FAINT}">{escape(fact.id)}</td>'
        f'<td style="text-align:left{style}">{escape(fact.text)}</td>'
        f'<td style="{_FAINT};text-align:left">{escape(extra)}</td></tr>'
    )
