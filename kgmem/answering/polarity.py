"""Yes and no by support, and choices between alternatives."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material
from kgmem.answering.reply import Reply, from_facts, from_words, tidy

_ENOUGH = 0.6
_OWN = 0.5
_ALTERNATIVES = re.compile(r"([^,?]+?)\s*,?\s+or\s+([^,?]+)\??", re.I)
_LEAD = re.compile(r"^.*\b(?:in|to|a|an|the|is|be|of|for|going to|prefer|like)\s+(?=\w)", re.I)


def yes_no(material: Material) -> Reply | None:
    """Yes where facts or words support it, no where a negated fact does, None for neither."""
    for scored in material.facts[:12]:
        covered = material.focus.coverage(
            stems(scored.fact.text)
            | (stems(scored.passage.text) if scored.passage else frozenset())
        )
        if covered >= _ENOUGH and scored.own >= _OWN and scored.fact.modality != "planned":
            held = scored.fact.positive and scored.fact.status != "retracted"
            text = "Yes" if held else "No"
            return from_facts(
                text, [scored], support=scored.score, reason=f"{scored.fact.id} says so"
            )
    for passage in material.passages[:6]:
        if passage.around >= _ENOUGH and passage.own > _OWN and not passage.asks:
            return from_words("Yes", passage, support=passage.score, reason="the words support it")
    return None


def choice(material: Material) -> Reply | None:
    """The alternative that the asked person's facts and words support more."""
    match = _ALTERNATIVES.search(material.question.text)
    if match is None:
        return yes_no(material)
    options = [tidy(_LEAD.sub("", match.group(1))), tidy(match.group(2))]
    best: tuple[float, Reply] | None = None
    for option in options:
        wanted = stems(option)
        if not wanted:
            continue
        for passage in material.passages[:20]:
            if passage.asks or passage.own < _OWN:
                continue
            share = len(wanted & stems(passage.text)) / len(wanted)
            score = share + 0.3 * passage.score
            if share > 0 and (best is None or score > best[0]):
                reply = from_words(
                    option, passage, support=passage.score, reason="the alternative with support"
                )
                best = (score, reply)
    return best[1] if best else None
