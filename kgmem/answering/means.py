"""How somebody gets somewhere: "cycles", "number 12 bus", "by train"."""

from __future__ import annotations

import re

from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Passage, Scored, is_stated
from kgmem.answering.reply import Reply, from_facts, from_words

_PLACE = (
    r"(?:the|an?|my|his|her|their|our|your|this|that|[\w-]+['’]s)\b|(?-i:[A-Z])|"
    r"[\w-]+(?:\W*$| (?:every|each|on|in|when|now|these)\b)"
)
"""What follows "to" where it is a place: "come to love chess" goes nowhere."""
_ASKS = re.compile(
    r"^how (?:do|does|did|will) (?P<who>.{1,60}?) (?:get|go|come|travel|commute)"
    r"(?: (?:back|over|up|down|out|all the way|usually))*"
    r"(?:\W*$| (?:home|there|here|around|into|from|between|abroad|every|each|on|when|now)\b"
    rf"| to (?:{_PLACE}))|"
    r"^(?:what|which) (?:means|mode) of transport", re.I
)  # fmt: skip
_WAY = r"(?:commute|way|journey|trip|ride|route|drive|walk)\b"
_ANOTHER = re.compile(
    r"^\W*(?:(?:and|so|then|but) )?"
    rf"(?:(?:he|she|they)\b|(?:my|our|his|her|their) (?!(?:[\w-]+ )?{_WAY}))",
    re.I,
)
_MOVING = re.compile(
    r"\b(?:get|gets|got|go|goes|went|come|comes|came|travels?|travelled|commut\w*|means|mode|"
    r"transport\w*)\b", re.I
)  # fmt: skip
_MOVES = re.compile(
    r"\b(?:drives?|drove|cycles?|cycled|bikes?|biked|walks?|walked|rides?|rode|takes?|took|"
    r"catch(?:es)?|caught|runs?|flies|fly|flew|sails?|sailed|rows?|rowed|carpools?|skates?|"
    r"hitchhikes?)\b", re.I
)  # fmt: skip
_TAKES = re.compile(r"\b(?:takes?|took|catch(?:es)?|caught|rides?|rode)\b", re.I)
_VEHICLE = (
    r"(?:bus|coach|train|tram|metro|subway|underground|tube|car|taxi|cab|bike|bicycle|scooter|"
    r"ferry|boat|plane|motorbike|motorcycle|van|foot|trolley|streetcar|moped|skateboard|shuttle)"
)
_BY = re.compile(
    rf"\b(?:by|on|in|via|with)\s+(?:my |the |a |an |our )?(?:[\w-]+ ){{0,2}}?{_VEHICLE}\b", re.I
)
_RIDES = re.compile(rf"\b{_VEHICLE}\b", re.I)
_HEADING = re.compile(r"\bcommut\w*|\bget there\b|\bway (?:to|in)\b", re.I)
_WORK = stems("work job office")
_LOOKED_AT, _OWN = 12, 0.8


def means_of_travel(material: Material) -> Reply | None:
    """How the asked one gets where the question says; None for any other question."""
    question = material.question
    match = _ASKS.search(question.short)
    if match is None or not material.people.asked or "'s" in (match["who"] or "").replace("’", "'"):
        return None
    goal = stems(_MOVING.sub(" ", question.content)) or _WORK
    for scored in material.facts:
        text = _moves(scored, goal) if _theirs(scored) else ""
        if text:
            reason = f"stated by {scored.fact.id}"
            return from_facts(text, [scored], support=1.0, reason=reason)
    for passage in [p for p in material.passages if p.own >= _OWN and not p.asks][:_LOOKED_AT]:
        heads = goal & stems(passage.text) or (goal & _WORK and _HEADING.search(passage.text))
        match = _BY.search(passage.text) if heads and not _anothers(passage, material) else None
        if match:
            reason = "means in the words"
            return from_words(match.group(), passage, support=passage.score, reason=reason)
    return None


def _theirs(scored: Scored) -> bool:
    return is_stated(scored.fact) and scored.own >= 1.0


def _anothers(passage: Passage, material: Material) -> bool:
    """Whether a sentence tells how another person goes: "My mother came by bus"."""
    if _ANOTHER.search(passage.text):
        return True
    told = [s for s in material.facts if s.passage is passage and is_stated(s.fact)]
    persons = [s for s in told if material.types.get(s.fact.subject_id) == "person"]
    return bool(persons) and all(s.own < 1.0 for s in persons)


def _moves(scored: Scored, goal: frozenset[str]) -> str:
    """The means that a fact of moving to the goal gives: its vehicle, else its verb."""
    fact = scored.fact
    verb = _MOVES.search(fact.predicate)
    quote = " ".join(e.quote for e in fact.evidence[:1])
    if verb is None or not goal & stems(f"{fact.text} {quote}"):
        return ""
    given = [t for r, t in fact.qualifiers.items() if r in ("by", "on", "in", "via")]
    vehicle = next((t for t in given if _RIDES.search(t)), "")
    if vehicle:
        return vehicle
    if _TAKES.search(fact.predicate):
        return fact.object if _RIDES.search(fact.object) else ""
    return verb.group()
