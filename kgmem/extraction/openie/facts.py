"""Clauses to facts: which argument is the object, which are qualifiers, what the copula says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.extraction.openie import (
    completeness,
    coreference,
    experiences,
    kinds,
    marks,
    naming,
    negation,
    nouns,
    opinions,
    qualifiers,
    rankings,
    reports,
    wording,
)
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.drafts import Draft
from kgmem.extraction.openie.frames import Frame, frame_of
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.predicates import Predicate, predicate
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Ref, Value

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_OBJECTS = 5


def facts(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """The facts that a clause states; none when nobody can be made out as its subject."""
    if clause.subject is None:
        yield from experiences.experiences(reading, clause)
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
    subjects = [
        s
        for s in _subjects(reading, clause)
        if isinstance(s.term, Ref) and not {"unresolved", "generic"} & s.flags
    ]
    undergone = (
        [] if any(_told(s) for s in subjects) else [*experiences.experiences(reading, clause)]
    )
    yield from undergone
    if not subjects or undergone:
        return
    told = [*reports.reports(reading, clause, subjects)]
    told += rankings.rankings(reading, clause, subjects)
    yield from told
    if told:
        return
    frame = frame_of(reading, clause)
    lemma = clause.main.lemma_.lower()
    if frame is None or (not frame.objects and lemma in lexicon().telling):
        return
    if opinions.is_opinion(clause, frame.flags):
        yield from opinions.opinions(reading, clause, frame.objects, kept=subjects)
        return
    found = list(_combined(reading, clause, frame, subjects))
    covered = {i for draft in found for i in draft.tokens}
    lost = completeness.lost(reading, clause, covered)
    yield from (replace(draft, flags=draft.flags | lost) for draft in found)


def _told(subject: Argument) -> bool:
    """Whether who or what a clause is about does not rest on an "it"."""
    return not {"coref_it", "coref_they", "deictic", "coref_close", "coref_far"} & subject.flags


def _combined(
    reading: Reading, clause: Clause, frame: Frame, subjects: list[Argument]
) -> Iterator[Draft]:
    """Every subject with every object."""
    listed = _plainly_listed(reading, frame.objects)
    for subject in subjects:
        base = _base(
            reading, clause, subject, frame, predicate(clause, plural="plural" in subject.flags)
        )
        objects: tuple[Argument | None, ...] = frame.objects or (None,)
        for found in objects[:MOST_OBJECTS]:
            if found is None or found.term != subject.term:
                yield _with_object(base, found, shared=len(objects) > 1 and not listed)


def _plainly_listed(reading: Reading, objects: tuple[Argument, ...]) -> bool:
    """Whether several objects are a list of bare nouns: "tea, jazz and chess"."""
    positions = sorted({i for found in objects for i in found.tokens})
    if not positions or any(len(found.tokens) > 2 for found in objects):
        return False
    words = reading.doc[positions[0] : positions[-1] + 1]
    fitting = {"NOUN", "PROPN", "CCONJ", "PUNCT", "ADJ", "DET", "NUM"}
    return all(t.pos_ in fitting for t in words)


def _subjects(reading: Reading, clause: Clause) -> list[Argument]:
    assert clause.subject is not None
    heads = (
        nouns.coordinated(clause.subject) if clause.subject_kind != "relative" else [clause.subject]
    )
    if clause.subject_kind != "relative" and naming.named_by(clause.subject) is not None:
        return nouns.arguments(reading, clause.subject)[:MOST_OBJECTS]
    if any(head.tag_ == "VBG" and head.pos_ in {"VERB", "AUX"} for head in heads):
        return _activity(reading, clause, heads) if clause.subject_kind == "own" else []
    beside = _beside_me(clause.subject)
    heads = [beside, *heads] if beside is not None else heads
    return [nouns.argument(reading, head) for head in heads[:4]]


def _activity(reading: Reading, clause: Clause, heads: list[Token]) -> list[Argument]:
    """As in "running helps me relax": what one does is what the fact is about."""
    between = reading.doc[heads[0].right_edge.i + 1 : clause.top.i]
    if len(heads) != 1 or any(t.pos_ not in {"ADV", "AUX", "PART"} for t in between):
        return []
    found = wording.clause_value(reading, heads[0])
    if found is None or found.more or {"unresolved", "cut", "deictic", "coref"} & found.flags:
        return []
    term = Ref(found.surface, "concept")
    return [replace(found, term=term, flags=found.flags | {"activity"})]


def _beside_me(subject: Token) -> Token | None:
    """The name in "Ana and I left" that the parser took for an adverbial."""
    if subject.lower_ != "i" or subject.i < 2 or subject.nbor(-1).lower_ not in {"and", "&"}:
        return None
    other = subject.nbor(-2)
    return other if other.dep_ in {"npadvmod", "dep", "nmod"} and naming.is_name(other) else None


def _base(
    reading: Reading, clause: Clause, subject: Argument, frame: Frame, said: Predicate
) -> Draft:
    words = " ".join(w for w in (said.words, frame.adjective, frame.preposition) if w)
    spoken = " ".join(w for w in (said.spoken, frame.adjective, frame.preposition) if w)
    tokens = {v.i for v in clause.verbs} | set(subject.tokens) | frame.covered
    tokens |= negation.neither(clause.verbs)
    extra = tuple(q for o in frame.objects[:1] for q in o.more) + frame.qualifiers
    extra = tuple(q for role, a in extra for q in ((role, a), *a.more))
    for _, argument in extra:
        tokens |= set(argument.tokens)
    flags = (
        frame.flags
        | marks.of_clause(clause)
        | {f"subject_{flag}" for flag in subject.flags}
        | reading.unit.repaired
        | completeness.doubts(extra)
    )
    return Draft(
        subject=subject,
        predicate=words,
        object=None,
        tokens=frozenset(tokens),
        verb=clause.main.i,
        spoken=spoken,
        qualifiers=(*extra[: qualifiers.MOST + 2], *_company(reading, clause, subject, extra)),
        kind=kinds.kind_of(clause),
        positive=not clause.negative,
        modality=clause.modality,
        flags=frozenset(flags),
        temporary=kinds.is_temporary(clause, frame),
    )


def _company(
    reading: Reading,
    clause: Clause,
    subject: Argument,
    said: tuple[tuple[str, Argument], ...],
) -> tuple[tuple[str, Argument], ...]:
    """Who else "we" are, where the deed is not one of two anyway and nobody else is named."""
    lemma = clause.main.lemma_.lower()
    if subject.term != reading.scene.speaker:
        return ()  # "our dog": it is not the speaker who did it
    if "we" not in subject.flags:
        return ()
    you = reading.scene.addressee
    if you is not None and _with_you(clause) and not any(role == "with" for role, _ in said):
        return (("with", Argument(you, you.name, ())),)
    if lemma in lexicon().stative | _MUTUAL:
        return ()
    if any(role == "with" for role, _ in said) or any(
        c.lower_ == "together" for c in clause.main.children
    ):
        return ()
    named = coreference.company(reading)
    if named:
        return tuple(("with", Argument(ref, ref.name, ())) for ref in named)
    return (("with", Argument(Value("others"), "others", ())),)


def _with_you(clause: Clause) -> bool:
    """As in "you've talked about it since we worked there together": who is spoken to as well."""
    together = any(c.lower_ == "together" for c in clause.main.children)
    aside = clause.link == "advcl" and clause.mark in {"since", "when", "while", "before", "after"}
    above = clause.top.head
    spoken = any(c.lower_ == "you" and c.dep_ == "nsubj" for c in above.children)
    return together and aside and spoken


_MUTUAL = frozenset(
    ["marry", "divorce", "meet", "break", "split", "date", "separate", "get", "go", "move", "buy",
     "sell", "rent", "adopt", "build", "decide", "plan", "welcome", "raise", "keep", "lose",
     "give", "name", "call", "hire", "open", "close"]
)  # fmt: skip


def _with_object(base: Draft, found: Argument | None, *, shared: bool) -> Draft:
    if found is None:
        return replace(base, flags=base.flags | {"no_object"})
    flags = (
        base.flags
        | {f"object_{flag}" for flag in found.flags}
        | ({"coordinated"} if shared else set())
    )
    kind = "value" if isinstance(found.term, Value) else found.term.type
    predicate_words, spoken = base.predicate, base.spoken
    if base.predicate in {"is", "was", "became", "has been", "is not"} and isinstance(
        found.term, Ref
    ):
        predicate_words, spoken = _class_predicate(base, found)
        plain = found.term.type == "animal" and " " not in found.term.name
        if plain and predicate_words != base.predicate:
            found = replace(found, term=replace(found.term, type="concept"))  # a kind, no one dog
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
    if found.term.name.split()[-1].lower() in lexicon().jobs:
        works = {"is": "works as", "was": "worked as", "has been": "has worked as"}.get(
            base.predicate
        )
        if works is not None:
            return works, works if base.positive else base.spoken
    return f"{base.predicate} a", base.spoken


def _existential(reading: Reading, clause: Clause) -> Iterator[Draft]:
    """As in "There are three dogs in my house": the place has them."""
    main = clause.main
    things = [c for c in main.children if c.dep_ in {"attr", "dobj"}]
    places = [
        p
        for t in [main, *things]
        for p in t.children
        if p.dep_ == "prep" and p.lower_ in {"in", "at", "on", "near"}
    ]
    if not things or not places:
        return
    spot = next(
        (c for c in places[0].children if c.dep_ == "pobj" and c.i not in reading.timed), None
    )
    if spot is None:
        return
    place = nouns.argument(reading, spot)
    for head in nouns.coordinated(things[0])[:MOST_OBJECTS]:
        found = nouns.argument(reading, head)
        if isinstance(found.term, Ref) and not {"unresolved"} & (found.flags | place.flags):
            verb = predicate(clause, plural=head.tag_ == "NNS")
            text, name = (
                found.surface.split(f" {places[0].text} ")[0],
                found.term.name.split(f" {places[0].text} ")[0],
            )
            yield Draft(
                subject=Argument(
                    replace(found.term, name=name), text, found.tokens, found.flags, found.count
                ),
                predicate=f"{verb.words} {places[0].lower_}",
                spoken=f"{verb.spoken} {places[0].lower_}",
                object=place,
                tokens=frozenset({main.i, *found.tokens, *place.tokens}),
                verb=main.i,
                positive=not clause.negative,
                modality=clause.modality,
                flags=marks.of_clause(clause) | {"existential"},
            )
