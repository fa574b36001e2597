"""Several things as the answer: objects over all matching facts, counts, what two share."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kgmem.answering.dates import moment_of, ordered
from kgmem.answering.matching import stems
from kgmem.answering.material import Material, Scored
from kgmem.answering.numerals import ONE_TO_TWELVE
from kgmem.answering.reply import Reply, different, distinct, from_facts, from_words, tidy
from kgmem.answering.roles import PLACE_ROLES, SPEECH, novelty, possesses
from kgmem.answering.shapes import UNRESOLVED, is_agent, only_mentions, possessed, trimmed
from kgmem.language.names import compatible, normalise

_NO_KINDS: Mapping[str, Mapping[str, str]] = {}
_MOST = 8
_NEAR_BEST = 0.72
_OWN = 0.6
_LONGEST = 7
_FEW = 4
_KINDS = ("person", "animal", "work")
_OUTRIGHT = 1.0
_CONVINCING = 0.95
_RELATIONS = 2
_OPEN = re.compile(
    r"\b(?:what|where|who|which)\b.*\b(?:has|have)\b(?! to\b)|"
    r"\b(?:what|where|who)\b do(?:es)?\b.*\b(?:like|love|enjoy|do to|do for|play|offer|collect)\b",
    re.I,
)
_PLACE_IN = re.compile(r"\b(?:in|at|on|near) ((?:the |an? )?[\w-]+(?: [\w-]+)?)$", re.I)
_HAD = re.compile(
    r"\b(?:ha[sd]|have|having|own(?:s|ed)?|got|gets?|adopt(?:s|ed)?|b(?:uys?|ought)|kept|keeps?"
    r"|rais(?:es?|ed|ing)|(?:was|were|is|are) (?:given|born)|inherited|collects?|collected)\b", re.I
)  # fmt: skip
"""What tells that somebody has a thing, or came to have it."""
_NUMBERS = ("zero", *ONE_TO_TWELVE)
_NUMBER = re.compile(
    r"\b((?:\d[\d,.]*\d|\d|" + "|".join(_NUMBERS[1:]) + r"|a couple|several|a few)"
    r"(?:[ -](?:dozen|hundred|thousand|million))*)\b", re.I
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a list, with the fact that gives it."""

    text: str
    score: float
    scored: Scored


def items_of(material: Material) -> list[Item]:
    """The things that facts about the asked person give, best first, each once."""
    found: list[Item] = []
    for scored in material.facts:
        if not _eligible(scored, material):
            continue
        match = _match(scored, material)
        text = trimmed(tidy(_thing(scored, material)), material)
        if match > 0 and text and len(text.split()) <= _LONGEST and not UNRESOLVED.search(text):
            found.append(Item(text, match + 0.3 * scored.score, scored))
    found.sort(key=lambda i: -i.score)
    best = found[0].score if found else 0.0
    return [i for i in found if i.score >= _NEAR_BEST * best]


def _eligible(scored: Scored, material: Material) -> bool:
    """Facts of the asked person that name a thing: no quotations, no captions of pictures."""
    fact = scored.fact
    verdict = stems(fact.qualifiers.get("how", ""))
    aside = bool(verdict) and not verdict & set(material.focus.weights)  # "finds the view great"
    real = fact.positive and fact.predicate not in SPEECH and not aside
    picture = fact.predicate.startswith("shared a photo") and not material.focus.pictures
    return real and not picture and scored.own >= _OWN and not of_another(scored, material)


def of_another(scored: Scored, material: Material) -> bool:
    """Whether a fact is about another person, as a brother's taste is not the asked one's."""
    fact = scored.fact
    if scored.own >= 1.0 or possessed(material.question) or not material.people.asked:
        return False
    named = {normalise(n) for n in (fact.object, *fact.qualifiers.values())}
    if named & material.people.asked or fact.object_id in material.people.ids:
        return False
    return fact.tier == "asserted" and material.types.get(fact.subject_id) == "person"


def _match(scored: Scored, material: Material) -> float:
    """How well a fact is an instance of what is asked: its relation and the type of its object."""
    focus, fact = material.focus, scored.fact
    head = focus.head
    wanted = material.question.answer_type
    rest = {s: w for s, w in focus.weights.items() if s not in head}
    if wanted in ("activity", "event") and _taking_part() >= set(rest):
        rest = {}
    fields = stems(f"{fact.predicate} {fact.object} {fact.relation.replace('_', ' ')}")
    fields |= stems(" ".join(fact.qualifiers.values()))
    words = stems(scored.passage.text) if scored.passage else frozenset()
    total = sum(rest.values())
    direct = sum(w for s, w in rest.items() if s in fields) / total if total else 0.0
    context = sum(w for s, w in rest.items() if s in words) / total if total else 0.0
    typed = _of_type(scored, material)
    other = wanted in _KINDS and not compatible(material.type_of(fact), wanted)
    if other or (wanted == "activity" and not typed):
        return 0.0
    named = 1.0 if head and head & fields else (0.5 if head and head & words else 0.0)
    if not total:
        return max(typed, 0.8 * named)
    if direct == 0.0 and context < 0.5 and not (typed and named):
        return 0.0
    agent = 0.0 if not possessed(material.question) or is_agent(scored, material) else -0.4
    return 0.7 * direct + 0.3 * context + 0.5 * max(typed, 0.8 * named) + agent


@cache
def _taking_part() -> frozenset[str]:
    """Stems of "attend", "do": they say nothing beside "activities" or "events"."""
    return stems("attend participate engage done doing")


def _of_type(scored: Scored, material: Material) -> float:
    """Whether the object is of the asked kind; an activity is an event, a habit or a hobby."""
    wanted, fact = material.question.answer_type, scored.fact
    if wanted == "activity":
        lively = fact.kind == "habit" or material.type_of(fact) == "event"
        return 0.9 if lively or fact.relation in ("likes", "joined") else 0.0
    return 1.0 if wanted and material.type_of(fact) == wanted else 0.0


def _instance(scored: Scored, material: Material) -> bool:
    """Whether the subject is what is listed: "Biscuit is Nora's cat" for "Nora's pets"."""
    fact = scored.fact
    copular = fact.relation in ("is", "is_a") or fact.predicate in ("is", "is a", "are", "was")
    kind = bool(material.focus.head & stems(fact.object)) or _of_type(scored, material) > 0
    asked = normalise(fact.subject) in material.people.asked
    return copular and kind and not asked


def _thing(scored: Scored, material: Material) -> str:
    """The object, or for a fact whose object is in the question a qualifier, or the action."""
    fact, question = scored.fact, material.question
    if _instance(scored, material):
        return fact.subject
    if question.kind == "where" or question.answer_type == "place":
        for role, text in fact.qualifiers.items():
            if role in PLACE_ROLES and novelty(text, question) >= 0.5:
                return text
        inside = _PLACE_IN.search(fact.object)
        if inside and novelty(inside.group(1), question) >= 0.5:
            return inside.group(1)
        if question.kind == "where" and material.type_of(fact) != "place":
            return ""
    if fact.object and novelty(fact.object, question) >= 0.5:
        return fact.object
    for role, text in fact.qualifiers.items():
        if novelty(text, question) >= 0.5 and role not in ("when", "because"):
            return text
    return ""


def listed(material: Material) -> Reply | None:
    """A list over sessions of what fits best, deduplicated, in the order in which it was said."""
    items = items_of(material)
    if not items or items[0].score < _CONVINCING:
        return None
    if material.question.order in ("first", "last"):
        chosen = ordered([i.scored for i in items], material.question.order)[0]
        items = [i for i in items if i.scored is chosen]
    texts = distinct(i.text for i in items)[:_MOST]
    used = [i.scored for i in items if i.text in texts]
    support = max(s.score for s in used)
    reason = f"{len(texts)} found over {len(used)} facts"
    return from_facts(_as_said(items, texts), used, support=support, reason=reason)


def _as_said(items: Sequence[Item], texts: Sequence[str]) -> str:
    """Some of the items as a list in the order in which each was first said."""
    first = {t: min(i.scored.fact.said for i in items if i.text == t) for t in texts}
    return ", ".join(sorted(texts, key=lambda t: first[t]))


def several(material: Material) -> Reply | None:
    """A list for a question that does not say so: "What has Nora painted?", "What does Bo like?".

    Only when at least two facts of the same relation answer it outright.
    """
    question = material.question
    if question.window is not None or question.order or not _OPEN.search(question.short):
        return None
    items = [i for i in items_of(material) if i.score >= _OUTRIGHT]
    relations = {i.scored.fact.relation for i in items}
    mixed = len(relations) > _RELATIONS and question.kind != "where"
    if len(distinct(i.text for i in items)) < 2 or mixed:
        return None
    texts = distinct(i.text for i in items)[:_FEW]
    used = [i.scored for i in items if i.text in texts]
    support = max(s.score for s in used)
    text = _as_said(items, texts)
    return from_facts(text, used, support=support, reason="several facts say so")


def counted(material: Material) -> Reply | None:
    """A number: said in words beside the thing counted, else the length of the list."""
    said = said_number(material)
    if said is not None:
        return said
    items = [i for i in items_of(material) if not only_mentions(i.text, material.question)]
    if possesses(material.question):
        items = [i for i in items if _HAD.search(f"{i.scored.fact.predicate} {_relation(i)}")]
    if not items:
        return None
    times = bool(re.search(r"\bhow many times\b", material.question.short, re.I))
    if times:
        count = len({moment_of(i.scored).date() for i in items})
    else:
        count = len(different(i.text for i in items))
    used = [i.scored for i in items]
    support = max(s.score for s in used)
    return from_facts(str(count), used, support=support, reason=f"counted over {len(used)} facts")


def _relation(item: Item) -> str:
    return item.scored.fact.relation.replace("_", " ")


def says_number(text: str) -> bool:
    """Whether a phrase holds a number, in digits or as a word."""
    return _NUMBER.search(text) is not None


def said_number(material: Material) -> Reply | None:
    """A number said by the asked person beside the thing counted; what a picture shows is none."""
    head = material.focus.head
    kept = [p for p in material.passages if not p.asks and p.own >= 0.5]
    for passage in [p for p in kept if material.focus.pictures or not p.pictured][:8]:
        for match in _NUMBER.finditer(passage.text):
            after = passage.text[match.end() :].split()[:3]
            if head and head & stems(" ".join(after)):
                return from_words(
                    match.group(), passage, support=passage.score, reason="number in the words"
                )
    return None


def shared(material: Material, kinds: Mapping[str, Mapping[str, str]] = _NO_KINDS) -> Reply | None:
    """What two have in common: objects, or kinds of objects, that facts of both hold.

    Args:
        material: everything found.
        kinds: by entity id what it is, stem to word: two dogs are a dog in common.
    """
    names = [normalise(n) for n in material.question.about]
    groups = [
        [s for s in material.facts if normalise(s.fact.subject) == name and s.fact.positive]
        for name in names
    ]
    if len(groups) < 2 or not all(groups):
        return listed(material)
    first, second = groups[0], groups[1]
    pairs = [
        (a, b, *found)
        for a in first[:40]
        for b in second[:40]
        if (found := _in_common(a, b, kinds)) is not None
    ]
    best = sorted(pairs, key=lambda p: -p[3] - p[0].score - p[1].score)
    if not best:
        return None
    texts = distinct(tidy(text) for _, _, text, _ in best[:6])[:3]
    used: Sequence[Scored] = [s for a, b, _, _ in best[:3] for s in (a, b)]
    support = max(s.score for s in used)
    return from_facts(", ".join(texts), used, support=support, reason="held by both")


def _alike(a: Scored, b: Scored) -> float:
    left, right = stems(a.fact.object), stems(b.fact.object)
    both = left & right
    if not both:
        return 0.0
    same = 0.5 if a.fact.relation == b.fact.relation else 0.0
    return len(both) / max(len(left | right), 1) + same


def _in_common(
    a: Scored, b: Scored, kinds: Mapping[str, Mapping[str, str]]
) -> tuple[str, float] | None:
    """What two facts share, as text and how much of it: their object, or its kind."""
    alike = _alike(a, b)
    if alike > 0:
        return _common_text(a, b), alike
    left, right = kinds.get(a.fact.object_id or "", {}), kinds.get(b.fact.object_id or "", {})
    both = [word for stem, word in left.items() if stem in right]
    if not both or a.fact.relation != b.fact.relation:
        return None
    return " ".join(both), 1.0


def _common_text(a: Scored, b: Scored) -> str:
    shorter = min((a.fact, b.fact), key=lambda f: len(f.object))
    return shorter.object
