"""Further participants of a fact: with whom, where, why, to what end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.extraction.openie import naming, nouns, phrases, syntax, wording
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.scene import Argument, Reading
from kgmem.types import Value

if TYPE_CHECKING:
    from spacy.tokens import Token


MOST = 4
_CIRCUMSTANTIAL = frozenset(["when", "while", "after", "before", "until", "as", "since", "where"])
_REASONS = {"because": "because", "since": "since", "as": "as", "when": "when", "while": "while",
    "so": "so that", "after": "after", "before": "before", "until": "until", "if": "if",
        "where": "where"}  # fmt: skip


def of_clause(reading: Reading, clause: Clause, taken: set[int]) -> list[tuple[str, Argument]]:
    """Role and filler of what hangs on a clause's verbs beside the object."""
    found: list[tuple[str, Argument]] = []
    receiver = syntax.receiver(clause.main)
    for verb in clause.verbs:
        for child in (*syntax.prepositions(verb), *phrases.company(verb)):
            if child.i in taken or phrases.as_what(child) or phrases.posed(child):
                continue
            inner = next((c for c in child.children if c.dep_ in {"pobj", "pcomp"}), None)
            if inner is not None and child.lower_ == "at" and inner.lower_ in _AT_SET:
                continue
            if inner is None or tells_time(reading, inner) or syntax.leads_to(inner, clause.verbs):
                continue
            if inner.dep_ == "pobj" and inner.pos_ in syntax.NOUNS:
                found += [
                    (led_by(child), nouns.argument(reading, h))
                    for h in nouns.coordinated(inner)[:3]
                ]
            elif (value := wording.clause_value(reading, inner)) is not None:
                found.append((led_by(child), value))
        for child in verb.children:
            found += _clausal_qualifier(reading, clause, child, receiver)
    for child in (
        c
        for v in clause.verbs
        for a in v.children
        if syntax.is_adjective(a)
        for c in a.children
        if c.dep_ in {"xcomp", "ccomp"} and c not in clause.verbs
    ):
        if (value := wording.clause_value(reading, child)) is not None:
            infinitive = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
            role = "that" if child.dep_ == "ccomp" else "to" if infinitive else "how"
            found.append((role, value))
    return [
        (role, argument)
        for role, argument in found
        if "unresolved" not in argument.flags
        or (isinstance(argument.term, Value) and role not in _CIRCUMSTANTIAL)
    ]


def in_post(reading: Reading, verb: Token) -> list[tuple[str, Argument]]:
    """What one is in a job that is told of: "a new job as a baker at the Golden Crust"."""
    held = [c for c in verb.children if c.dep_ == "dobj"]
    ways = [c for t in (verb, *held) for c in t.children if phrases.as_what(c)]
    jobs = [j for w in ways for j in w.children if j.dep_ == "pobj" and j.pos_ in syntax.NOUNS]
    return [("as", nouns.argument(reading, j)) for j in jobs[:1]]


_AT_SET = frozenset(["once", "first", "last", "least", "all", "most"])
"""As in "smiling and crying at once", "nervous at first": no place."""


def tells_time(reading: Reading, inner: Token) -> bool:
    """Whether what a preposition leads to is a time, also in "up at 5:30 thinking"."""
    hour = any(c.dep_ == "nummod" and c.i in reading.timed for c in inner.children)
    return inner.i in reading.timed or (hour and inner.lower_.endswith("ing"))


def led_by(preposition: Token) -> str:
    """The role that a preposition gives, whole: "instead of", "because of"."""
    inner = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    left_out = inner is not None and any(
        c.dep_ == "det" and c.lower_ == "no" for c in inner.children
    )
    if preposition.lower_ == "with" and left_out:
        return "without"
    before = preposition.nbor(-1).lower_ if preposition.i else ""
    if before in _LEADING_ON.get(preposition.lower_, ()):
        return f"{before} {preposition.lower_}"
    return str(preposition.lower_)


_LEADING_ON = {
    "of": {"instead", "because", "ahead", "outside", "out"},
    "to": {"next", "close", "closer", "thanks", "due", "according", "prior", "opposite"},
    "from": {"far", "away", "apart"},
}
"""Words that make one preposition with the next."""


def of_object(
    reading: Reading, clause: Clause, objects: list[Argument]
) -> list[tuple[str, Argument]]:
    """What completes a noun: "the chance to go", "friends who sing"; not the clause itself."""
    if len(objects) != 1 or not objects[0].tokens:
        return []
    held = set(objects[0].tokens)
    named = [t for t in (reading.doc[i] for i in held) if naming.is_name(t)]
    jobs = [c for i in held for c in reading.doc[i].children if phrases.works_there(c)]
    beside = [c for t in named for c in t.children if c.dep_ == "prep" and c.i not in held]
    meals = [c for i in held for c in reading.doc[i].children if phrases.at_meal(c)]
    for child in (*jobs, *beside, *meals):
        inner = next((c for c in child.children if c.dep_ == "pobj"), None)
        if inner is not None and inner.i not in reading.timed:
            return [(child.lower_, nouns.argument(reading, inner))]
    for child in (c for i in objects[0].tokens for c in reading.doc[i].children):
        if child.i in held or child in clause.verbs:
            continue
        if child.lemma_.lower() in {"name", "call", "title", "dub"}:
            continue
        if child.dep_ == "acl" and any(
            c.lower_ == "to" and c.dep_ == "aux" for c in child.children
        ):
            role = "to"
        elif child.dep_ == "relcl" and child.pos_ in {"VERB", "AUX"}:
            wh = next((c.lower_ for c in child.subtree if c.tag_ in {"WDT", "WP", "WRB"}), "that")
            wh = "to" if wh == "that" and syntax.to_before(child) else wh
            meant = any(c.dep_ == "mark" and c.lower_ == "for" for c in child.children)
            role = "for" if meant else wh if wh != "which" else "that"
        else:
            continue
        value = wording.clause_value(reading, child, opened=True)
        if value is not None:
            return [(role, value)]
    return []


_WHITHER = frozenset(["outside", "inside", "home", "upstairs", "downstairs", "outdoors", "awake"])
_CAUSING = frozenset(
    [
        "keep",
        "make",
        "leave",
        "get",
        "drive",
        "turn",
        "paint",
        "bring",
        "take",
        "send",
        "set",
        "find",
    ]
)


def _results(child: Token, verb: Token) -> bool:
    """As in "they keep me busy", "he gets me outside": how or where somebody is made to be."""
    if verb.lemma_.lower() not in _CAUSING or child.i < verb.i or child.head != verb:
        return False
    if not any(c.dep_ == "dobj" and c.i < child.i for c in verb.children):
        return False
    if child.dep_ == "advmod":
        return child.lower_ in _WHITHER
    return child.dep_ == "oprd" and (child.pos_ == "ADJ" or child.tag_ in {"VBN", "VBG"})


def _as_soon(reading: Reading, soon: Token) -> list[tuple[str, Argument]]:
    """As in "she calls as soon as she lands"."""
    clause = next((c for c in soon.children if c.dep_ == "advcl"), None)
    if clause is None or not any(c.lower_ == "as" and c.i < soon.i for c in soon.children):
        clause = clause if soon.i and soon.nbor(-1).lower_ == "as" else None
    value = wording.clause_value(reading, clause, opened=True) if clause is not None else None
    return [("as soon as", value)] if value is not None else []


_MADE_FOR = frozenset(
    ["bake", "build", "buy", "cook", "draw", "get", "knit", "make", "order", "paint", "sew"]
)  # fmt: skip


def _clausal_qualifier(
    reading: Reading, clause: Clause, child: Token, receiver: Token | None
) -> list[tuple[str, Argument]]:
    if child in clause.verbs or (child.dep_ in {"xcomp", "ccomp"} and child.head != clause.main):
        return []
    given = child.dep_ == "dative" and child.pos_ in syntax.NOUNS and child.tag_ != "WDT"
    if given or child == receiver:
        role = "for" if not given and clause.main.lemma_.lower() in _MADE_FOR else "to"
        return [(role, nouns.argument(reading, child))]
    if child.dep_ == "advmod" and child.lower_ == "soon":
        return _as_soon(reading, child)
    if _results(child, clause.main):
        value = wording.clause_value(reading, child, kind="adjective")
        return [("how", value)] if value is not None else []
    if child.dep_ == "advcl":
        mark = next((c.lower_ for c in child.children if c.dep_ == "mark" or c.tag_ == "WRB"), "")
        to = any(c.dep_ == "aux" and c.lower_ == "to" for c in child.children)
        own = any(c.dep_ == "nsubj" for c in child.children)
        role = "for" if to and own else "to" if to else _REASONS.get(mark, "")
        value = wording.clause_value(reading, child, opened=True) if role else None
        return [(role, value)] if value is not None else []
    if child.dep_ not in {"xcomp", "npadvmod"} or not any(
        c.dep_ in {"dobj", "attr", "acomp", "prep"} for c in clause.main.children
    ):
        return []
    if child.dep_ == "xcomp":
        value = wording.clause_value(reading, child)
        role = "to" if child.tag_ == "VB" and not syntax.asks_how(child) else "how"
        return [(role, value)] if value is not None else []
    measured = any(c.dep_ == "nummod" for c in child.children) and child.i > clause.main.i
    if measured and child.i not in reading.timed:
        return [("how_much", nouns.argument(reading, child))]
    return []
