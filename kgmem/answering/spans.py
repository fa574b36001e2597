"""One phrase as the answer: the fitting part of the fact that matches best, or of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kgmem.answering.matching import last_match, stems
from kgmem.answering.material import Material, Passage, Scored
from kgmem.answering.reply import Reply, as_named, from_facts, from_words, tidy
from kgmem.answering.roles import REASON_ROLES, SPEECH, Span, novelty, spans_of, wanted_roles
from kgmem.answering.shapes import UNRESOLVED, is_agent, trimmed
from kgmem.answering.times import denies
from kgmem.answering.weights import LIKENESS, SPAN, weigh
from kgmem.language.names import normalise
from kgmem.language.questions import Question
from kgmem.language.questions_names import find_names
from kgmem.results import Evidence, Fact

_FACTS, _PASSAGES = 30, 8
_RERANKED = 8
_LONGEST = 14
_LEAST_NOVEL = 0.3
_UNFIT = 0.3
_NAMED_TYPES = ("person", "place", "work", "organization", "animal")
_BREAK = re.compile(
    r"\s*(?:[,;:!?]|\s[-–—]\s|\.\s|\.$|\b(?:but|because|so that|although|when|while)\b)\s*"
)
_TITLE = re.compile(r"[\"“]([^\"”]{2,60})[\"”]")
_LATE = 0.75
_OPENING = re.compile(
    r"^(?:(?:yeah|yep|yes|well|oh|wow|hey|thanks|btw|also|so|and|but|now)\b[,!]?\s*)*"
    r"(?:(?:i|it|they|we|this|that|he|she|you|there)(?:['’](?:m|s|re|ve|d|ll))?\s+)?"
    r"(?:(?:am|is|are|was|were|has|have|had|been|just|really|also|totally|always)\s+)*", re.I
)  # fmt: skip
_ASKS_STATE = re.compile(
    r"\bhow\b.*\b(?:feel|describe|doing|react)|\b(?:reaction|attitude|feeling|mood)\b", re.I
)
_KIND_OF = re.compile(r"\b(?:kinds?|types?|sorts?) of\b", re.I)
_BEING = re.compile(r"\b(?:is|are|was|were|be|been|am|feels?|felt|feeling|seems?)\b")
_ASKS_NAME = re.compile(r"\b(?:called|named?)\b", re.I)
_CALLED = re.compile(r"^(?:(?:is|was|are) )?(?:called|named) (?=\S)", re.I)
_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|since|so that|in order to|due to|thanks to)\s+(.+)", re.I
)


@dataclass(frozen=True, slots=True)
class Option:
    """A phrase with its score and where it stands."""

    text: str
    score: float
    features: Mapping[str, float]
    scored: Scored | None = None
    passage: Passage | None = None
    why: str = ""


def phrase_answer(material: Material) -> Reply | None:
    """The best phrase for a question of any kind that wants one."""
    found = ranked(material)
    if not found:
        return None
    best = found[0]
    if best.scored is not None:
        return _from_fact(best, material)
    assert best.passage is not None
    return from_words(best.text, best.passage, support=_support(best), reason=best.why)


def ranked(material: Material) -> list[Option]:
    """The best phrases, those that are near the question in meaning first.

    What answers a question is of its kind ("proud of the team" for "how did she feel?"), and an
    encoder of sentences knows that better than any list of types.
    """
    found = sorted(options(material), key=lambda o: -o.score)[:_RERANKED]
    near = material.likeness([o.text for o in found]) if found else ()
    moved = [
        replace(o, score=o.score + LIKENESS * cosine) for o, cosine in zip(found, near, strict=True)
    ]
    return sorted(moved, key=lambda o: -o.score)


def _from_fact(best: Option, material: Material) -> Reply:
    """The phrase, joined with its coordinates: "chess and Go" are two facts."""
    assert best.scored is not None
    used, texts = [best.scored], [best.text]
    if best.why == "object":
        for other in _coordinates(best.scored, material):
            text = trimmed(tidy(other.fact.object), material)
            if text and text not in texts:
                used.append(other)
                texts.append(text)
    reason = f"{best.why} of {', '.join(s.fact.id for s in used)}"
    return from_facts(", ".join(texts), used, support=best.scored.score, reason=reason)


def _coordinates(scored: Scored, material: Material) -> list[Scored]:
    """Facts of the same sentence with the same subject and predicate, in order."""
    fact = scored.fact
    same = [
        s
        for s in material.facts
        if s.fact.predicate == fact.predicate
        and s.fact.subject_id == fact.subject_id
        and s.fact.object
        and s.passage is scored.passage
        and s is not scored
        and s.fact.predicate not in SPEECH
    ]
    return sorted(same, key=lambda s: s.fact.evidence[0].start if s.fact.evidence else 0)[:4]


def _support(best: Option) -> float:
    return best.passage.score if best.passage else best.score


def options(material: Material) -> Iterator[Option]:
    """Every phrase that could be the answer, scored."""
    for scored in material.facts[:_FACTS]:
        yield from _fact_options(scored, material)
    for passage in material.passages[:_PASSAGES]:
        if not passage.asks and not passage.raw:
            yield from _reason_options(passage, material)
            yield from _clause_options(passage, material)


def _fact_options(scored: Scored, material: Material) -> Iterator[Option]:
    question, fact = material.question, scored.fact
    if not fact.positive and not denies(question):
        return
    fits = wanted_roles(question)
    whole = _field_stems(fact)
    for span in spans_of(fact, question):
        text = trimmed(tidy(as_named(span.text, scored)), material)
        if not text or span.novel < _LEAST_NOVEL:
            continue
        if _restates(fact, span, question):
            continue
        if span.role == "subject" and _asker_or_asked(fact, material):
            continue
        features = {
            "fact": scored.score,
            "role": fits.get(span.role, _UNFIT),
            "novel": span.novel,
            "typed": _type_fit(scored, span.role, text, material),
            "state": float(
                _tells_state(fact, span.role) and _ASKS_STATE.search(question.short) is not None
            ),
            "agent": float(is_agent(scored, material)),
            "rest": material.focus.coverage(whole - stems(span.text)),
            **_shape(text, material),
        }
        yield Option(text, weigh(SPAN, features), features, scored=scored, why=span.role)


def _restates(fact: Fact, span: Span, question: Question) -> bool:
    """Whether "why" would be answered by what happened: it is no reason for itself."""
    bare = span.role in ("action", "object") and not REASON_ROLES & set(fact.qualifiers)
    return question.kind == "why" and bare and not novelty(fact.object, question)


def _field_stems(fact: Fact) -> frozenset[str]:
    fields = [fact.subject, fact.predicate, fact.object, *fact.qualifiers.values()]
    return stems(" ".join(fields)) | stems(fact.relation.replace("_", " "))


def _shape(text: str, material: Material) -> dict[str, float]:
    """What a phrase looks like, whatever it came from."""
    words = text.split()
    proper = any(w[:1].isupper() for w in words)
    head = material.focus.head
    return {
        "long": float(max(0, len(words) - _LONGEST)),
        "short": float(len(words) < 2),
        "head": float(bool(head & stems(text))),
        "kind": float(
            bool(head & stems(text)) and _KIND_OF.search(material.question.short) is not None
        ),
        "name": float(proper and material.question.answer_type in _NAMED_TYPES),
        "bound": float(bool(UNRESOLVED.search(text))),
    }


def _tells_state(fact: Fact, role: str) -> bool:
    """Whether a part of a fact says how somebody or something is: "was thrilled"."""
    plain = fact.object_id is None and bool(_BEING.search(fact.predicate))
    return role in ("object", "how") and (plain or role == "how")


def _asker_or_asked(fact: Fact, material: Material) -> bool:
    """Whether a subject is whom the question is about, or a speaker who merely said so."""
    norm = normalise(fact.subject)
    people = material.people
    return norm in people.asked or (norm in people.others and material.question.kind != "who")


def _type_fit(scored: Scored, role: str, text: str, material: Material) -> float:
    wanted = material.question.answer_type
    if not wanted or wanted in ("truth", "number", "time", "duration", "frequency"):
        return 0.0
    if wanted == "person":
        kind = material.types.get(scored.fact.subject_id) if role == "subject" else ""
        kind = material.type_of(scored.fact) if role == "object" else kind
        return 1.0 if kind in ("person", "group") or text[:1].isupper() else -1.0
    return 1.0 if role == "object" and material.type_of(scored.fact) == wanted else 0.0


def _words_option(text: str, passage: Passage, material: Material, why: str) -> Option:
    if _ASKS_NAME.search(material.question.short):
        text = _CALLED.sub("", text)
    who = material.question.answer_type == "person"
    features = {
        "passage": passage.score,
        "novel": novelty(text, material.question),
        "words": 1.0,
        "tail": float(why.startswith("what follows")),
        "title": float(why == "title" and material.question.answer_type == "work"),
        "typed": float(why == "name" or text[:1].isupper()) * 2 - 1 if who else 0.0,
        "rest": material.focus.coverage(stems(passage.text) - stems(text)),
        "reason": float(why == "reason given" and material.question.kind == "why"),
        **_shape(text, material),
    }
    return Option(text, weigh(SPAN, features), features, passage=passage, why=why)


def _reason_options(passage: Passage, material: Material) -> Iterator[Option]:
    match = _BECAUSE.search(passage.text)
    if match and material.question.kind == "why":
        yield _words_option(tidy(match.group(1)), passage, material, "reason given")


def _clause_options(passage: Passage, material: Material) -> Iterator[Option]:
    """Phrases of a sentence: what follows the question's last word in it, and its clauses.

    A clause is taken without its subject where that is a pronoun: "It stands for love" gives
    "stands for love".
    """
    at = last_match(passage.text, material.focus.weights)
    seen = set()
    tail = passage.text[at:] if at < _LATE * len(passage.text) else ""
    for piece, why in ((tail, "what follows in the sentence"), (passage.text, "the sentence")):
        text = _clip(_OPENING.sub("", tidy(piece)))
        if text and text not in seen and novelty(text, material.question) >= _LEAST_NOVEL:
            seen.add(text)
            yield _words_option(text, passage, material, why)
    yield from _named_options(passage, material)


def _named_options(passage: Passage, material: Material) -> Iterator[Option]:
    """Titles in quotes, and for who and which the names in a sentence."""
    for quote in _TITLE.finditer(passage.text):
        yield _words_option(quote.group(1), passage, material, "title")
    if material.question.answer_type not in _NAMED_TYPES:
        return
    people = material.people
    for item in find_names(passage.text, lambda _name: ()):
        known = normalise(item.name) in people.asked | people.others
        if not known and item.start > 0 and novelty(item.name, material.question) == 1.0:
            yield _words_option(item.name, passage, material, "name")


def _clip(text: str) -> str:
    return tidy(" ".join(text.split()[:_LONGEST]))


def whose(material: Material) -> Reply | None:
    """The possessor of the asked noun: "my daughter's birthday" for "Whose birthday was it?"."""
    head = re.escape(material.question.head)
    if not head or not material.question.short.casefold().startswith("whose"):
        return None
    pattern = re.compile(rf"((?:[\w'’]+ )?\w+)['’]s? (?:\w+ )?{head}", re.I)
    for scored in material.facts[:_FACTS]:
        match = pattern.search(scored.fact.text)
        if match and normalise(match.group(1)) not in material.people.asked:
            reason = f"possessor in {scored.fact.id}"
            return from_facts(match.group(1), [scored], support=scored.score, reason=reason)
    return None


def evidence_of(option: Option) -> tuple[Evidence, ...]:
    """The words that an option stands on."""
    if option.scored is not None:
        return option.scored.fact.evidence
    return (option.passage.evidence(),) if option.passage else ()
