"""Yes and no by support, and choices between alternatives."""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.reply import Reply, from_facts, from_words, tidy
from kgmem.answering.roles import SPEECH
from kgmem.answering.shapes import is_agent
from kgmem.answering.sides import only_reports
from kgmem.answering.states import asked_state, states_of
from kgmem.answering.times import HEARSAY, UNREAL, falls_short, gives_up, rules_out

_ENOUGH = 0.6
_OWN = 0.5
_LESS = 0.5
"""How much hearsay supports a yes or a no."""
_WISHES = re.compile(r"\b(?:want|wish|hope|like|dream|would|need)", re.I)
_DENIAL = re.compile(
    r"\b(?:never|no longer|can['’]t|cannot|(?:do|does|did|am|is|are|was|were|have|has|had) not|"
    r"(?:do|does|did|is|are|was|were|have|has|had)n['’]t)"
    r"(?: (?:really|even|actually|ever|any ?more))? (\w+)", re.I
)  # fmt: skip
_ALTERNATIVES = re.compile(r"([^,?]+?)(?:\s*,)?\s+or\s+([^,?]+)\??", re.I)
_LEAD = re.compile(r"^.*\b(?:in|to|a|an|the|is|be|of|for|going to|prefer|like)\s+(?=\w)", re.I)


def yes_no(material: Material) -> Reply | None:
    """Yes where facts or words support it, no where a negated fact does, None for neither."""
    for scored in material.facts[:12]:
        if _only_said(scored) or not _wanted(scored, material) or _shown(scored, material):
            continue
        if _elsewhere(scored, material):
            continue
        around = scored.passage if _stands_for(scored, material) else None
        told = (scored.fact.text, around.text if around else "")
        if any(falls_short(text, material.question) for text in told):
            continue
        covered = material.focus.coverage(
            stems(scored.fact.text), stems(around.text if around else "")
        )
        if covered >= _ENOUGH and is_agent(scored, material):
            held = scored.fact.positive and not gives_up(scored.fact, material.question)
            text = "Yes" if held else "No"
            reply = from_facts(
                text, [scored], support=scored.score, reason=f"{scored.fact.id} says so"
            )
            return _weakened(reply, scored.passage, material)
    return _by_words(material)


def _by_words(material: Material) -> Reply | None:
    """Yes or no by the best sentences, pictures aside."""
    state = asked_state(material.question)
    for passage in material.passages[:6]:
        if passage.pictured and not material.focus.pictures:
            continue
        theirs = passage.own > _OWN and _only_theirs(passage, material)
        if rules_out(passage.text, material.question):
            if _leaves_out(passage, material):
                reason = "the words leave it out"
                return from_words("No", passage, support=passage.score, reason=reason)
            continue
        if theirs and passage.coverage >= _ENOUGH and _denied(passage, material):
            reply = from_words("No", passage, support=passage.score, reason="the words deny it")
            return _weakened(reply, passage, material)
        if (
            UNREAL.search(passage.text)
            or passage.asks
            or falls_short(passage.text, material.question)
        ):
            continue  # what would be, might be or is not supports no yes
        if state and state not in states_of(passage.text):
            continue  # a light that is off is not on
        if theirs and _around(passage, material) >= _ENOUGH:
            reply = from_words("Yes", passage, support=passage.score, reason="the words support it")
            return _weakened(reply, passage, material)
    return None


def _around(passage: Passage, material: Material) -> float:
    """How much of a question the turn of a sentence says, without what its picture shows."""
    turn = [p for p in material.passages if p.episode == passage.episode]
    if material.focus.pictures or not any(p.pictured for p in turn):
        return passage.around
    said = material.focus.coverage(*(stems(p.text) for p in turn if not p.pictured))
    return min(passage.around, said)


def _weakened(reply: Reply, passage: Passage | None, material: Material) -> Reply:
    """A reply that stands on what somebody heard or thinks supports less."""
    told = HEARSAY.search(passage.text) if passage is not None else None
    if told is None or stems(told.group()) & stems(material.question.short):
        return reply
    return replace(
        reply, support=_LESS * min(1.0, reply.support), reason=f"{reply.reason}, by hearsay"
    )  # fmt: skip


def _shown(scored: Scored, material: Material) -> bool:
    """Whether a fact tells only of what a picture shows, which need be neither theirs nor done."""
    return scored.fact.predicate.startswith("shared a photo") and not material.focus.pictures


def _only_said(scored: Scored) -> bool:
    """Whether a fact quotes words about what is not, or not really, so."""
    words = f"{scored.fact.object} {scored.passage.text if scored.passage else ''}"
    said = scored.fact.predicate.removesuffix(" that") in SPEECH
    return said and UNREAL.search(words) is not None


def _wanted(scored: Scored, material: Material) -> bool:
    """Whether a fact is real; what is wished for answers only what is wished for."""
    modality = scored.fact.modality
    wishes = _WISHES.search(material.question.short) is not None
    return modality == "actual" or (modality == "wished" and wishes)


def _denied(passage: Passage, material: Material) -> bool:
    """Whether a sentence says plainly that what is asked is not so: "I never smoke"."""
    if passage.asks or len(UNREAL.findall(passage.text)) > 1:
        return False
    match = _DENIAL.search(passage.text)
    return match is not None and bool(stems(match.group(1)) & set(material.focus.weights))


def _elsewhere(scored: Scored, material: Material) -> bool:
    """Whether a fact reports of another, or its words leave out what is asked."""
    words = scored.passage.text if scored.passage else ""
    return only_reports(scored.fact, material) or rules_out(words, material.question)


def _leaves_out(passage: Passage, material: Material) -> bool:
    """Whether a sentence that rules out what is asked tells of nothing else that is not so."""
    theirs = not material.people.asked or (passage.own > _OWN and _only_theirs(passage, material))
    unreal = UNREAL.findall(passage.text)
    plain = not passage.asks and all(word.casefold() == "not" for word in unreal)
    return theirs and plain and len(unreal) <= 1 and passage.coverage >= _ENOUGH


def _stands_for(scored: Scored, material: Material) -> bool:
    """Whether the words around a fact may say more of it: not what is told as not really so."""
    words = UNREAL.findall(scored.passage.text) if scored.passage is not None else ()
    unreal = any(word.casefold() != "not" for word in words)
    return not (scored.fact.positive and unreal) and _only_theirs(scored.passage, material)


def _only_theirs(passage: Passage | None, material: Material) -> bool:
    """Whether a sentence tells of nobody but the asked one: its words may then stand for a fact."""
    told = [s for s in material.facts if s.passage is passage and s.fact.tier == "asserted"]
    return all(is_agent(s, material) and not only_reports(s.fact, material) for s in told)


def choice(material: Material) -> Reply | None:
    """The alternative that the asked person's facts and words support more."""
    match = _ALTERNATIVES.search(material.question.short)
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
