"""Answers from attributes: "status is", "owner is", "location is", read off the fact that has one.

Memories of agents are full of things with keys and values. A question that names the thing and the
key ("What is the status of INC-9?", "Who owns the gateway?", "Which port does it use?") has its
answer in one fact; all of the thing's words and all of the key's must stand in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.answering.frames import one_at_a_time
from kgmem.answering.matching import stem_of, stems
from kgmem.answering.material import Material, Scored, is_stated
from kgmem.answering.people import People
from kgmem.answering.reply import Reply, distinct, from_facts
from kgmem.answering.states import in_state, in_states
from kgmem.answering.times import denies
from kgmem.answering.wishes import WISHED
from kgmem.language.names import normalise
from kgmem.language.tokens import words
from kgmem.results import Fact

_ATTRIBUTE = re.compile(r"(?P<noun>\S.*?) (?:is|was|are|were)$")
_EARLIER = re.compile(
    r"\bbefore(?:\W*$| (?:the|it|that|they|this|he|she|we)\b| [A-Z]\w+\W*$)"
    r"|\b(?:before that|previously|earlier|used to|originally|at first|formerly)\b",
    re.I,
)
_ROLE = re.compile(r"(?:er|or|ee|r)$")
_WHERE = frozenset(["location"])
_TIMES = re.compile(
    r"\b(?:at|before|after|by|until|from|every|on|in)\s+(?:\d{1,2}(?::\d\d)?(?:\s?[ap]m)?(?:\s[A-Z]{3})?"
    r"|noon|midnight|lunch|the (?:morning|afternoon|evening)|night|\w+days?)(?![\w:])",
)
_OUGHT = re.compile(
    r"\b(?:should|must|supposed to|have to|has to|needs? to|(?-i:may)|allowed)\b", re.I
)
_MAY = re.compile(r"\b(?:may|allowed)\b")
_UNITS = ("milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years")
_LIVING = frozenset(["person", "animal", "group"])
_BESIDE = stems(
    "use have current now new still latest today set run currently need expect must"
    " ticket issue bug host server service database job task order case incident file branch table"
    " pull request device sensor machine system occur happen raise come find fail stand"
)
"""What may stand beside a thing and its attribute without asking for something else."""
_ENOUGH = 0.6
"""Of the weight of a question's words, how much must be in an instruction that answers it."""
_HOSTED = "is hosted on"
_RUNS = stems("run host deploy live server machine")
_SET_TO = re.compile(
    r"(?:make|set|raise|lower|change|move|put|keep|bump|increase|decrease|reduce|switch|turn)\s"
    r"(?P<thing>.+?)\s(?:up |down )?(?:to |at )?(?P<value>[A-Z]{0,3}\d[\w.:%]*"
    r"(?: (?:percent|degrees|euros?|dollars?|seconds?|minutes?|hours?|days?|[kMG]i?[Bb]|ms))?)\b",
    re.I,
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_KEPT = frozenset(["state", "status"])
_PLAIN = frozenset(["setting", "value"])
"""Nouns of what a thing is set to: "What is the reserve?" asks for them without a noun."""
_COSTING = stems("much many cost price be is now euro dollar money")
_MEASURED = {
    "kwh": "energy electricity", "wh": "energy", "kw": "power", "w": "power", "v": "voltage",
    "eur": "cost price", "usd": "cost price", "gbp": "cost price", "chf": "cost price",
    "mb": "size", "gb": "size memory", "ms": "duration latency time", "kg": "weight",
    "km": "distance", "mm": "length", "celsius": "temperature", "mg": "concentration mass",
}  # fmt: skip
"""Units that keys end in, and what is measured in them."""
_SAME: dict[str, frozenset[str]] = {
    "assignee": frozenset(
        ["had", "has", "assign", "assigned", "responsible", "handles", "task", "takes"]
    ),
    "owner": frozenset(["own", "owns", "belong", "responsible"]),
    "setting": frozenset(["set", "temperature", "level", "value"]),
    "schedule": frozenset(["run", "runs", "start", "starts", "scheduled"]),
    "departure": frozenset(["depart", "departs", "leave", "leaves"]),
    "arrival": frozenset(["arrive", "arrives", "land", "lands"]),
    "company": frozenset(["work", "works", "employer"]),
    "location": frozenset(["where", "located", "kept", "stored"]),
}


def attribute(material: Material, before: Material) -> Reply | None:
    """The value of the attribute that a question asks for; None where it asks for none.

    Args:
        material: what holds.
        before: the same with what no longer holds, for "Where was it before?".
    """
    question = material.question
    if question.kind == "yes_no":
        return in_state(material)
    listed = in_states(material, before)
    if listed is not None:
        return listed
    earlier = bool(_EARLIER.search(question.short))
    short = re.sub(r"\s+before\b.*", "", question.short) if earlier else question.short
    over = [s for s in before.facts if s.fact.status == "ended"] if earlier else []
    facts = [*over, *(s for s in material.facts if not earlier or question.window is not None)]
    wanted = stems(short) | _joined(short)
    things = [
        s
        for s in facts
        if material.types.get(s.fact.subject_id, "thing") not in _LIVING
        or s.fact.relation.startswith("record_")
    ]
    if _OUGHT.search(short) and not earlier and (told := _instruction(material, wanted)):
        return told
    found = sorted(_matching(things, short, wanted), key=lambda item: -item[0])
    found = found or [(1, s) for s in things if _alone(s.fact, short, wanted)]
    if not found:
        return _instruction(material, wanted) if not earlier else None
    best = [s for score, s in found if score == found[0][0]]
    latest = max(best, key=lambda s: (s.fact.said, s.score))
    fact = latest.fact
    changed = _changed_to(latest, material) if not earlier else None
    if changed is not None:
        return changed
    if one_at_a_time(fact.relation, material.book) or earlier:
        return from_facts(_value(fact), [latest], support=1.0, reason=f"{fact.id} says so")
    alike = [s for s in best if s.fact.relation == fact.relation]
    text = ", ".join(distinct(_value(s.fact) for s in alike))
    reason = f"stated by {', '.join(s.fact.id for s in alike)}"
    return from_facts(text, alike, support=1.0, reason=reason)


def _changed_to(latest: Scored, material: Material) -> Reply | None:
    """What was asked of an agent after a value was told: "raise OPS-9 to P1" after "P2"."""
    thing, shape = stems(latest.fact.subject), _shape(latest.fact.object)
    found = None
    for scored in material.facts:
        fact = scored.fact
        later = fact.predicate in WISHED and fact.said > latest.fact.said
        match = _SET_TO.match(fact.object) if later and is_stated(fact) else None
        if match is None or not thing or not thing <= stems(match["thing"]):
            continue
        if shape and _shape(match["value"]) == shape:
            found = (match["value"], scored)
    if found is None:
        return None
    return from_facts(found[0], [found[1]], support=1.0, reason=f"{found[1].fact.id} asks for it")


def _shape(value: str) -> str:
    """A value's form, by which another one may take its place: "P2" and "P1", "20%" and "35"."""
    first = re.sub(r"[^\w.:]", "", value.split()[0]) if value.split() else ""
    return re.sub(r"\d+", "0", first) if any(c.isdigit() for c in first) else ""


def _alone(fact: Fact, asked: str, wanted: frozenset[str]) -> bool:
    """Whether it is all that a question asks for, which says not of what: "What is the seed?"."""
    match = _ATTRIBUTE.match(fact.predicate)
    if match is None or fact.kind != "state" or not is_stated(fact, ended=True):
        return False
    if asked.split(" ", 1)[0].casefold() not in ("what", "which") or not fact.object:
        return False
    noun = stems(match["noun"])
    return bool(noun) and fact.relation.startswith("record_") and noun == wanted - _BESIDE


def _joined(text: str) -> frozenset[str]:
    """Codes that are written with a blank in the question and without one in a record."""
    return stems(" ".join(a + b for a, b in re.findall(r"\b([A-Z]{1,3}) (\d{2,5})\b", text)))


def _matching(
    facts: Sequence[Scored], asked: str, wanted: frozenset[str]
) -> Iterator[tuple[int, Scored]]:
    plain = frozenset(words(asked.casefold()))
    for scored in facts:
        fact = scored.fact
        match = _ATTRIBUTE.match(fact.predicate)
        if not is_stated(fact, ended=True) or not fact.object or fact.kind != "state":
            continue
        thing = stems(fact.subject)
        if thing and not thing <= wanted:
            thing = stems(_CAMEL.sub(" ", fact.subject))
        if thing and not thing <= wanted:
            thing = _plain_words(fact.subject)
        if not thing or not thing <= wanted:
            continue
        if fact.predicate == _HOSTED and _where_it_runs(asked, wanted - thing):
            yield 100 * len(thing), scored
        if match is None:
            continue
        noun = match["noun"].casefold()
        if _asks_for(noun, asked, plain, wanted - thing):
            rest = len(wanted - thing - stems(noun))
            yield 100 * len(thing) + 10 * len(stems(noun)) - rest, scored


def _plain_words(name: str) -> frozenset[str]:
    """The common nouns of a thing's name: "grinder" of "Mahlgut grinder M3"."""
    parts = name.split()
    common = [w for w in parts if w.isalpha() and w.islower()]
    return stems(" ".join(common)) if len(common) < len(parts) else frozenset()


def _where_it_runs(asked: str, rest: frozenset[str]) -> bool:
    """As in "Where does crm_raw run?", "Which host is crm_raw on?"."""
    first = asked.split(" ", 1)[0].casefold()
    return first in {"where", "which", "what"} and bool(rest) and rest <= _RUNS | _BESIDE


def _asks_for(noun: str, asked: str, plain: frozenset[str], rest: frozenset[str]) -> bool:
    """Whether the question asks for an attribute, by its noun or a verb that goes with it."""
    first = asked.split(" ", 1)[0].casefold()
    if noun in _WHERE and first == "where":
        return True
    if noun == "schedule" and first not in ("when", "what"):
        return False
    if noun in _PLAIN and rest <= _BESIDE and first in ("what", "which"):
        return True
    measured = stems(_MEASURED.get(noun.split()[-1], ""))
    if measured & rest and first in ("how", "what", "which"):
        return len(rest - measured - stems(noun) - _BESIDE - _COSTING) < 2
    if noun in ("price", "value") and asked.casefold().startswith("how much"):
        return rest - stems(noun) <= _COSTING
    key = stems(noun)
    if key and key <= rest:
        return rest - key <= _BESIDE
    if noun in _KEPT and rest & {stem_of(k) for k in _KEPT}:
        return True
    same = _SAME.get(noun)
    if same is not None and same & plain and first in ("who", "whose", "where", "when", "what"):
        return noun != "location" or first == "where"
    if noun.startswith("duration") and asked.casefold().startswith("how long"):
        return True
    if first != "who" or " " in noun:
        return False
    return any(stem_of(_ROLE.sub(end, noun)) in rest for end in ("", "e"))


def _value(fact: Fact) -> str:
    """The value with its unit, where the key has it: "35 minutes" of "duration minutes"."""
    last = fact.predicate.removesuffix(" is").split()[-1]
    if last in _UNITS and re.fullmatch(r"[\d.]+", fact.object):
        return f"{fact.object} {last}"
    return fact.object


def _instruction(material: Material, wanted: frozenset[str]) -> Reply | None:
    """As in "What must be done before a deploy?": what somebody wants of an agent."""
    question = material.question
    if not _OUGHT.search(question.short) or question.kind not in {"what", "when", "list", "which"}:
        return None
    weights = material.focus.weights or dict.fromkeys(wanted, 1.0)
    allowed = _MAY.search(question.short) is not None and not denies(question)
    best: Scored | None = None
    for scored in material.facts:
        fact = scored.fact
        plain = is_stated(replace(fact, positive=True))  # what is not to be done is wanted too
        if fact.predicate not in {"wants", "asked for"} or not plain:
            continue
        if not _concerns(scored, material.people) or (allowed and not fact.positive):
            continue
        told = stems(f"{fact.text} {' '.join(fact.qualifiers.values())}")
        share = sum(w for s, w in weights.items() if s in told) / (sum(weights.values()) or 1.0)
        if share >= _ENOUGH and (best is None or scored.score > best.score):
            best = scored
    if best is None:
        return None
    text = best.fact.object if best.fact.positive else f"never {best.fact.object}"
    if question.kind == "when":
        times = _TIMES.search(text)
        if times is None:
            return None
        text = times.group()
    return from_facts(text, [best], support=1.0, reason=f"{best.fact.id} says so")


def _concerns(scored: Scored, people: People) -> bool:
    """Whether a wish is of the asked one, or for them to fulfil."""
    words = f" {normalise(scored.fact.text)} "
    return not people.asked or scored.own >= 1.0 or any(f" {n} " in words for n in people.asked)
