"""Clauses to facts: which argument is the object, which are qualifiers, what the copula says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import nouns, opinions, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.lexicon import feels, judges, lexicon
from kgmem.extraction.openie.predicates import Predicate, predicate
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import FactKind, Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_OBJECTS = 5
MOST_QUALIFIERS = 4
_NOUNS = frozenset("NOUN PROPN PRON NUM".split())
_COPULAS = frozenset("be become".split())
_LINKING = frozenset("be become feel look seem sound remain stay get keep smell taste turn go".split())
_PURPOSES = frozenset("advcl".split())
_REASONS = {"because": "because", "since": "since", "as": "as", "when": "when", "while": "while", "so": "so that", "after": "after", "before": "before", "until": "until", "if": "if", "where": "where"}  # fmt: skip
_CIRCUMSTANCES = frozenset("since after before during until by despite besides without throughout because than like although as due".split())
_WHERE = frozenset("home here there abroad away well upstairs outside".split())
_OFTEN = frozenset("usually often always regularly sometimes never frequently rarely daily weekly".split())


@dataclass(frozen=True, slots=True)
class _Frame:
    """The parts of a clause's predicate, sorted out."""

    objects: tuple[Argument, ...]
    preposition: str
    qualifiers: tuple[tuple[str, Argument], ...]
    flags: frozenset[str]
    adjective: str = ""
    covered: frozenset[int] = frozenset()


def facts(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """The facts that a clause states; none when nobody can be made out as its subject."""
    if clause.subject is None:
        return
    if clause.subject.lower_ == "there" and clause.subject.dep_ == "expl":
        yield from _existential(reading, clause)
        return
    event = opinions.event_of(reading, clause)
    if event is not None:
        yield from opinions.about(reading, clause, event)
        return
    if opinions.is_impersonal(clause):
        yield from opinions.impersonal(reading, clause)
        return
    subjects = [s for s in _subjects(reading, clause) if isinstance(s.term, Ref) and not {"unresolved", "generic"} & s.flags]
    if not subjects:
        return
    frame = _frame(reading, clause)
    lemma = clause.main.lemma_.lower()
    if frame is None or (not frame.objects and lemma in lexicon().belief | lexicon().speech | lexicon().wish):
        return
    if opinions.is_opinion(clause, frame.flags):
        yield from opinions.opinions(reading, clause, frame.objects, kept=subjects)
        return
    for subject in subjects:
        base = _base(reading, clause, subject, frame, predicate(clause, plural="plural" in subject.flags))
        objects: tuple[Argument | None, ...] = frame.objects or (None,)
        for found in objects[:MOST_OBJECTS]:
            if found is None or found.term != subject.term:
                yield _with_object(base, found, shared=len(objects) > 1)


def _subjects(reading: Reading, clause: Clause) -> list[Argument]:
    assert clause.subject is not None
    heads = nouns.coordinated(clause.subject) if clause.subject_kind != "relative" else [clause.subject]
    if any(head.tag_ == "VBG" and head.pos_ == "VERB" for head in heads):
        return []  # "taking time is important" is about an activity, not about an entity
    return [nouns.argument(reading, head) for head in heads[:4]]


def _base(reading: Reading, clause: Clause, subject: Argument, frame: _Frame, said: Predicate) -> Draft:
    words = " ".join(w for w in (said.words, frame.adjective, frame.preposition) if w)
    spoken = " ".join(w for w in (said.spoken, frame.adjective, frame.preposition) if w)
    tokens = {v.i for v in clause.verbs} | set(subject.tokens) | frame.covered
    qualifiers = tuple(q for o in frame.objects[:1] for q in o.more) + frame.qualifiers
    qualifiers = tuple(q for role, a in qualifiers for q in ((role, a), *a.more))
    for _, argument in qualifiers:
        tokens |= set(argument.tokens)
    flags = frame.flags | _clause_flags(clause) | {f"subject_{flag}" for flag in subject.flags} | reading.unit.repaired
    return Draft(
        subject=subject,
        predicate=words,
        object=None,
        tokens=frozenset(tokens),
        verb=clause.main.i,
        spoken=spoken,
        qualifiers=qualifiers[: MOST_QUALIFIERS + 2],
        kind=kind_of(clause),
        positive=not clause.negative,
        modality=clause.modality,
        flags=frozenset(flags),
        temporary=_is_temporary(clause, frame),
    )


def _with_object(base: Draft, found: Argument | None, *, shared: bool) -> Draft:
    if found is None:
        return replace(base, flags=base.flags | {"no_object"})
    flags = base.flags | {f"object_{flag}" for flag in found.flags} | ({"coordinated"} if shared else set())
    kind = "value" if isinstance(found.term, Value) else found.term.type
    predicate_words, spoken = base.predicate, base.spoken
    if base.predicate in {"is", "was", "became", "has been", "is not"} and isinstance(found.term, Ref):
        predicate_words, spoken = _class_predicate(base, found)
    return replace(
        base,
        predicate=predicate_words,
        spoken=spoken,
        object=found,
        tokens=base.tokens | set(found.tokens),
        flags=flags | {f"object_is_{kind}"},
    )


def _class_predicate(base: Draft, found: Argument) -> tuple[str, str]:
    assert isinstance(found.term, Ref)
    indefinite = found.surface.lower().startswith(("a ", "an "))
    if not indefinite:
        return base.predicate, base.spoken
    if found.term.name.split()[-1].lower() in lexicon().jobs and base.positive:
        works = {"is": "works as", "was": "worked as", "has been": "has worked as"}.get(base.predicate)
        if works is not None:
            return works, works
    return f"{base.predicate} a", base.spoken


def _frame(reading: Reading, clause: Clause) -> _Frame | None:
    """Objects and qualifiers of the main verb; None when the clause says nothing of its own."""
    main = clause.main
    taken: set[int] = set()
    flags: set[str] = set()
    complement = next((c for c in main.children if _is_adjective(c)), None)
    direct = [c for c in main.children if c.dep_ in {"dobj", "attr", "oprd"} and c.i not in reading.timed and c != complement]
    relative = clause.relative
    objects: list[Argument] = []
    preposition = adjective = ""
    if complement is not None and not direct and main.lemma_.lower() in _LINKING:
        objects, adjective, preposition, more = _adjective(reading, complement, taken)
        flags |= more
    elif direct and not all(c.tag_ in {"WDT", "WP"} for c in direct):
        for head in direct[:1]:
            if any(t.tag_ in {"WRB", "WP"} for t in head.subtree if t.head == head):
                continue
            objects = [nouns.argument(reading, h) for h in nouns.coordinated(head)]
            taken.add(head.i)
    elif relative is not None:
        preposition = _stranded(main)
        objects = [nouns.argument(reading, relative)]
        flags.add("relative_object")
    if not objects and not adjective:
        more_objects, preposition = _prepositional(reading, clause, taken)
        objects = more_objects or _shared_object(reading, clause)
    if not objects and not adjective:
        found, preposition = _complement(reading, clause)
        if found is None and main.lemma_.lower() in lexicon().belief | lexicon().speech and any(c.dep_ == "ccomp" for c in main.children):
            return None
        objects = [found] if found is not None else []
    qualifiers = [*_of_object(reading, objects), *_qualifiers(reading, clause, taken)]
    return _Frame(tuple(objects), preposition, tuple(qualifiers[:MOST_QUALIFIERS]), frozenset(flags), adjective, frozenset(taken))


def _adjective(
    reading: Reading, complement: Token, taken: set[int]
) -> tuple[list[Argument], str, str, set[str]]:
    """"is passionate about dancing": the adjective joins the predicate when it governs a noun."""
    taken.add(complement.i)
    flags = {"adjective"} | ({"evaluative"} if judges(complement.lower_, complement.lemma_.lower()) else set())
    if feels(complement.lower_, complement.lemma_.lower()):
        flags.add("emotion")
    governing = [complement, *(h for h in complement.conjuncts if h.pos_ == "ADJ" and h.i > complement.i)]
    for adjective, child in ((a, c) for a in governing for c in a.children):
        if child.dep_ != "prep" or any(t.i in reading.timed for t in child.children):
            continue
        for inner in child.children:
            if inner.dep_ == "pobj" and inner.pos_ in _NOUNS:
                return [nouns.argument(reading, h) for h in nouns.coordinated(inner)], adjective.lower_, child.lower_, flags
            if inner.dep_ == "pcomp" and (value := wording.clause_value(reading, inner)) is not None:
                return [value], adjective.lower_, child.lower_, flags
    value = wording.clause_value(reading, complement, kind="adjective", without=_clausal(complement))
    extra = [h for h in complement.conjuncts if h.pos_ == "ADJ" and h.dep_ == "conj"]
    values = [value] if value is not None else []
    return values, "", "", flags | ({"adjectives"} if extra else set())


def _clausal(token: Token) -> frozenset[int]:
    """Tokens of subordinate clauses under a token."""
    found: set[int] = set()
    for child in token.children:
        if child.dep_ in {"ccomp", "advcl", "relcl", "xcomp"}:
            found |= {t.i for t in child.subtree}
    return frozenset(found)


def _is_adjective(token: Token) -> bool:
    """Whether a child of a linking verb is its predicate adjective, however it is labelled."""
    if token.dep_ in {"acomp", "oprd"}:
        return token.pos_ in {"ADJ", "VERB", "ADV"}
    linking = token.dep_ == "ccomp" and token.head.lemma_.lower() in _LINKING
    return linking and token.pos_ == "ADJ" and not any(c.dep_ in {"nsubj", "aux"} for c in token.children)


def _shared_object(reading: Reading, clause: Clause) -> list[Argument]:
    """"painted and sold two portraits": the first verb has the second's object."""
    for child in clause.main.children:
        if child.dep_ == "conj" and child.pos_ == "VERB" and child.i <= clause.main.i + 3 and not list(c for c in child.children if c.dep_ in {"nsubj", "aux"}):
            direct = next((c for c in child.children if c.dep_ == "dobj"), None)
            return [nouns.argument(reading, h) for h in nouns.coordinated(direct)] if direct is not None else []
    return []


def _stranded(verb: Token) -> str:
    return next((c.lower_ for c in verb.children if c.dep_ == "prep" and not list(c.children)), "")


def _prepositional(reading: Reading, clause: Clause, taken: set[int]) -> tuple[list[Argument], str]:
    for verb in (clause.main, *reversed(clause.verbs[:-1])):
        for child in _prepositions(verb):
            inner = next((c for c in child.children if c.dep_ in {"pobj", "pcomp"}), None)
            if inner is None or inner.i in reading.timed or any(v.i == inner.i for v in clause.verbs):
                continue
            if child.lower_ in _CIRCUMSTANCES:
                continue
            taken.add(child.i)
            if inner.dep_ == "pcomp" or inner.pos_ not in _NOUNS:
                value = wording.clause_value(reading, inner)
                return ([value] if value else []), child.lower_
            return [nouns.argument(reading, h) for h in nouns.coordinated(inner)], child.lower_
    return [], ""


def _prepositions(verb: Token) -> list[Token]:
    found = []
    for child in verb.children:
        if child.dep_ == "prep" or (child.dep_ == "agent"):
            found.append(child)
            found += [c for c in child.children if c.dep_ == "prep"]
        elif child.dep_ == "advmod" and child.pos_ in {"ADV", "SCONJ", "ADP"}:
            found += [c for c in child.children if c.dep_ == "prep"]
    return found


def _complement(reading: Reading, clause: Clause) -> tuple[Argument | None, str]:
    """A clause or adverb as the object, and the "to" that leads to it."""
    main = clause.main
    for child in main.children:
        if child.dep_ in {"ccomp", "xcomp"} and child not in clause.verbs:
            if child.dep_ == "ccomp" and main.lemma_.lower() in lexicon().belief | lexicon().speech | {"hope", "wish"}:
                return None, ""
            infinitive = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
            return wording.clause_value(reading, child), "to" if infinitive else ""
        if child.dep_ == "npadvmod" and child.i not in reading.timed:
            return nouns.argument(reading, child), ""
    adverb = next((c for c in main.children if c.dep_ == "advmod" and c.lower_ in _WHERE), None)
    if adverb is not None and main.lemma_ == "be" and adverb.lower_ in {"here", "there", "away"}:
        return None, ""
    if adverb is not None:
        return Argument(Value(adverb.lower_), adverb.lower_, (adverb.i,), frozenset({"adverb"})), ""
    return None, ""


def _qualifiers(reading: Reading, clause: Clause, taken: set[int]) -> list[tuple[str, Argument]]:
    found: list[tuple[str, Argument]] = []
    for verb in clause.verbs:
        for child in _prepositions(verb):
            if child.i in taken:
                continue
            inner = next((c for c in child.children if c.dep_ in {"pobj", "pcomp"}), None)
            if inner is None or inner.i in reading.timed or inner in clause.verbs:
                continue
            if inner.dep_ == "pobj" and inner.pos_ in _NOUNS:
                found += [(child.lower_, nouns.argument(reading, h)) for h in nouns.coordinated(inner)[:3]]
            elif (value := wording.clause_value(reading, inner)) is not None:
                found.append((child.lower_, value))
        for child in verb.children:
            found += _clausal_qualifier(reading, clause, child)
    for child in (c for v in clause.verbs for a in v.children if _is_adjective(a) for c in a.children if c.dep_ in {"xcomp", "ccomp"} and c not in clause.verbs):
        if (value := wording.clause_value(reading, child)) is not None:
            infinitive = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
            role = "that" if child.dep_ == "ccomp" else "to" if infinitive else "how"
            found.append((role, value))
    return [(role, argument) for role, argument in found if "unresolved" not in argument.flags or isinstance(argument.term, Value)]


def _of_object(reading: Reading, objects: list[Argument]) -> list[tuple[str, Argument]]:
    """What completes a noun: "the chance to volunteer", "people who support me"."""
    if len(objects) != 1 or not objects[0].tokens:
        return []
    held = set(objects[0].tokens)
    for child in (c for i in objects[0].tokens for c in reading.doc[i].children):
        if child.i in held or child.lemma_.lower() in {"name", "call", "title", "dub"}:
            continue
        if child.dep_ == "acl" and any(c.lower_ == "to" and c.dep_ == "aux" for c in child.children):
            role = "to"
        elif child.dep_ == "relcl" and child.pos_ in {"VERB", "AUX"}:
            wh = next((c.lower_ for c in child.subtree if c.tag_ in {"WDT", "WP", "WRB"}), "that")
            role = wh if wh != "which" else "that"
        else:
            continue
        value = wording.clause_value(reading, child, opened=True)
        if value is not None:
            return [(role, value)]
    return []


def _clausal_qualifier(reading: Reading, clause: Clause, child: Token) -> list[tuple[str, Argument]]:
    if child in clause.verbs or (child.dep_ in {"xcomp", "ccomp"} and child.head != clause.main):
        return []
    if child.dep_ == "dative" and child.pos_ in _NOUNS:
        return [("to", nouns.argument(reading, child))]
    if child.dep_ == "advcl":
        mark = next((c.lower_ for c in child.children if c.dep_ == "mark" or c.tag_ == "WRB"), "")
        to = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
        own = any(c.dep_ == "nsubj" for c in child.children)
        role = "for" if to and own else "to" if to else _REASONS.get(mark, "")
        value = wording.clause_value(reading, child, opened=True) if role else None
        return [(role, value)] if value is not None else []
    has_object = any(c.dep_ in {"dobj", "attr", "acomp", "prep"} for c in clause.main.children)
    if child.dep_ == "xcomp" and has_object:
        value = wording.clause_value(reading, child)
        role = "to" if child.tag_ == "VB" else "how"
        return [(role, value)] if value is not None else []
    measured = any(c.dep_ == "nummod" for c in child.children)
    if child.dep_ == "npadvmod" and has_object and measured and child.i not in reading.timed:
        return [("how_much", nouns.argument(reading, child))]
    return []


def _existential(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """"There are three dogs in my house": the place has them."""
    main = clause.main
    things = [c for c in main.children if c.dep_ in {"attr", "dobj"}]
    places = [p for t in [main, *things] for p in t.children if p.dep_ == "prep" and p.lower_ in {"in", "at", "on", "near"}]
    if not things or not places:
        return
    spot = next((c for c in places[0].children if c.dep_ == "pobj" and c.i not in reading.timed), None)
    if spot is None:
        return
    place = nouns.argument(reading, spot)
    for head in nouns.coordinated(things[0])[:MOST_OBJECTS]:
        found = nouns.argument(reading, head)
        if isinstance(found.term, Ref) and not {"unresolved"} & (found.flags | place.flags):
            verb = predicate(clause, plural=head.tag_ == "NNS")
            text, name = found.surface.split(f" {places[0].text} ")[0], found.term.name.split(f" {places[0].text} ")[0]
            yield Draft(
                subject=Argument(replace(found.term, name=name), text, found.tokens, found.flags, found.count),
                predicate=f"{verb.words} {places[0].lower_}",
                spoken=f"{verb.spoken} {places[0].lower_}",
                object=place,
                tokens=frozenset({main.i, *found.tokens, *place.tokens}),
                verb=main.i,
                positive=not clause.negative,
                modality=clause.modality,
                flags=_clause_flags(clause) | {"existential"},
            )


def kind_of(clause: Clause) -> FactKind:
    """State, event or habit, from the verb, its tense and its adverbs."""
    top, main = clause.top, clause.main
    helpers = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "aux"}
    adverbs = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "advmod"}
    lemma = main.lemma_.lower()
    if adverbs & _OFTEN or (top.lemma_ == "use" and len(clause.verbs) > 1):
        return "habit"
    if lemma in lexicon().stative and not (lemma in {"have", "run", "speak", "play", "feel", "mean"} and top.tag_ == "VBD"):
        return "state"
    if top.tag_ in {"VBP", "VBZ"} and not helpers - {"do", "does"}:
        return "state" if len(clause.verbs) > 1 else "habit"
    if top.tag_ == "VBG" and helpers & {"am", "is", "are", "'m", "'s", "'re"}:
        return "state"
    return "event"


def _is_temporary(clause: Clause, frame: _Frame) -> bool:
    lemmas = {v.lemma_.lower() for v in clause.verbs}
    on_leave = frame.preposition == "on" and any(
        isinstance(o.term, Ref) and o.term.name.split()[-1].lower() in {"holiday", "vacation", "trip", "leave", "break", "retreat"} for o in frame.objects
    )
    return bool(lemmas & lexicon().temporary) or on_leave


def _clause_flags(clause: Clause) -> frozenset[str]:
    lemma = clause.main.lemma_.lower()
    misread = clause.link == "ccomp" and clause.governor is not None and clause.main.i < clause.governor.i
    link = "parataxis" if misread else clause.link
    flags = {f"link_{link}", f"subject_kind_{clause.subject_kind}"}
    if lemma in lexicon().light and clause.link:
        flags.add("light_verb")
    if lemma in lexicon().chat:
        flags.add("chat_verb")
    if clause.mark:
        flags.add("marked")
    if clause.mark in {"when", "since", "while", "as"} and clause.main.lemma_ == "be":
        flags.add("background")
    if clause.governor is not None and link == "ccomp":
        governor = clause.governor.lemma_.lower()
        flags.add("belief" if governor in lexicon().belief else "reported" if governor in lexicon().speech else "governed")
    if len(clause.verbs) > 1:
        flags.add("chain")
    if clause.top.tag_ in {"VBP", "VBZ"} or "ability" in flags:
        flags.add("present")
    if any(c.lower_ in {"can", "ca"} for v in clause.verbs for c in v.children if c.dep_ == "aux"):
        flags.add("ability")
    return frozenset(flags)
