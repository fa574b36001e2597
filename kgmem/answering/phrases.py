"""The phrases of a sentence that could be an answer, from its parse.

Noun phrases bare and in full, lists, verb phrases without their subject, what somebody or something
is, what was said or thought, reasons, names, numbers, titles. Each knows the slot it fills: the
verb above it and how it hangs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kgmem.answering.matching import stem_of, stems
from kgmem.language.pipeline import parse

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_LONGEST = 18
"""Words of the longest phrase: a longer one says more than was asked."""

_SLOTS = {
    "dobj": "object", "obj": "object", "dative": "object", "oprd": "state", "attr": "state",
    "acomp": "state", "nsubj": "subject", "nsubjpass": "object", "pobj": "prep", "pcomp": "prep",
    "xcomp": "action", "ccomp": "said", "advcl": "adverb", "npadvmod": "adverb",
    "advmod": "adverb", "ROOT": "root", "relcl": "action", "acl": "action", "parataxis": "root",
    "agent": "prep", "prep": "adverb",
}  # fmt: skip
_DROPPED = frozenset(
    ("nsubj", "nsubjpass", "aux", "auxpass", "expl", "cc", "intj", "punct", "mark", "neg",
     "discourse", "meta", "dep")
)  # fmt: skip
_ADVERBIAL = frozenset(("advcl", "parataxis", "ccomp"))
_BEING = frozenset(("be", "feel", "look", "seem", "sound", "become", "get", "stay", "keep", "turn"))
_REASON = frozenset(("because", "since", "as", "so"))
_LEADING = re.compile(
    r"^(?:(?:a|an|the|my|our|your|his|her|its|their|some|this|that|these|those|any|just|really|"
    r"also|so|very|even|all|to|and|or|but|both|such)\s+)+(?=\S)", re.I
)  # fmt: skip
_TITLE = re.compile(r"[\"“]([^\"”]{2,90})[\"”]")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase with its place in its sentence.

    Attributes:
        text: as an answer shows it: without determiners and possessives at its head.
        start: first character in the sentence, `end` one past the last.
        form: `noun`, `full` (with what follows the noun), `list`, `action`, `state`, `clause`,
            `reason`, `name`, `title`, `number`, `core` (a noun without adjectives), `rest`
            (what follows "is").
        slot: how it hangs on its verb: `object`, `subject`, `prep`, `state`, `action`, `said`,
            `adverb`, `root`, `other`.
        prep: the preposition before it.
        verb: stems of the verb above it, with the preposition ("stands for") too.
        agent: who does that verb: `i`, `you`, `it` (any other pronoun), `other`, or empty.
        label: the kind of name it is, or is headed by.
        head: stem of its main word.
        clause: stems of the clause around it, the phrase itself left out.
        denied: whether its verb is denied: "fish" of "I don't eat fish".
    """

    text: str
    start: int
    end: int
    form: str
    slot: str
    prep: str
    verb: frozenset[str]
    agent: str
    label: str
    head: str
    clause: frozenset[str]
    denied: bool


def phrases_of(sentences: Sequence[str]) -> list[tuple[Phrase, ...]]:
    """The phrases of each sentence; sentences seen lately come from a cache."""
    missing = [s for s in dict.fromkeys(sentences) if s not in _kept]
    for text, doc in zip(missing, parse(missing), strict=True):
        if len(_kept) >= _KEEP:
            _kept.pop(next(iter(_kept)), None)
        _kept[text] = tuple(_distinct(_phrases(doc)))
    return [_kept.get(s) or tuple(_distinct(_phrases(parse([s])[0]))) for s in sentences]


_KEEP = 8192
_kept: dict[str, tuple[Phrase, ...]] = {}


def _distinct(found: Iterator[Phrase]) -> Iterator[Phrase]:
    seen: set[str] = set()
    for phrase in found:
        if phrase.text and phrase.text.casefold() not in seen:
            seen.add(phrase.text.casefold())
            yield phrase


def _phrases(doc: Doc) -> Iterator[Phrase]:
    for match in _TITLE.finditer(doc.text):
        span = doc.char_span(match.start(1), match.end(1), alignment_mode="contract")
        if span is not None and len(span):
            yield _made(doc, span.start, span.end, span.root, "title")
    for token in doc:
        if token.pos_ in ("NOUN", "PROPN", "NUM") or (
            token.pos_ == "PRON" and token.tag_ == "NN"
        ):
            yield from _nouns(doc, token)
        elif token.pos_ in ("VERB", "AUX"):
            yield from _actions(doc, token)
        elif token.pos_ == "ADJ" or (token.pos_ == "ADV" and token.dep_ in ("acomp", "advmod")):
            yield from _states(doc, token)
        if token.like_email or token.like_url:
            yield _made(doc, token.i, token.i + 1, token, "name")
    for name in doc.ents:
        yield _made(doc, name.start, name.end, name.root, "name")


def _nouns(doc: Doc, token: Token) -> Iterator[Phrase]:
    if token.dep_ in ("compound", "nmod", "nummod", "quantmod"):
        if token.pos_ == "NUM":
            yield _made(doc, token.left_edge.i, token.i + 1, token, "number")
        return
    left = _without_lead(token.left_edge.i, token)
    core = token.i + 1
    yield _made(doc, left, core, token, "noun")
    bare = min((c.left_edge.i for c in token.lefts if c.dep_ in ("compound", "nmod", "nummod")),
               default=token.i)  # fmt: skip
    if left < bare:
        yield _made(doc, bare, core, token, "core")
    end = _reach(token, ("prep", "relcl", "acl", "appos", "amod", "advmod", "nummod"))
    if end > core:
        yield _made(doc, left, end, token, "full")
        near = _reach(token, ("prep",))
        if core < near < end:
            yield _made(doc, left, near, token, "full")
    if token.conjuncts and token.dep_ != "conj":
        yield _made(doc, left, max(t.right_edge.i for t in token.conjuncts) + 1, token, "list")


def _reach(token: Token, deps: Sequence[str]) -> int:
    """One past the last word of a noun with those of its children that stand right after it."""
    end = token.i + 1
    for child in token.rights:
        if child.dep_ == "punct" and child.text in ("-", "–"):
            continue
        if child.dep_ not in deps:
            break
        end = child.right_edge.i + 1
    return end


def _without_lead(left: int, token: Token) -> int:
    """The first word of a noun phrase behind predeterminers and joining words."""
    for word in token.doc[left : token.i]:
        joined = word.text in ("-", "–", "'", "\"")
        if word.dep_ in ("cc", "punct", "intj", "preconj") and not joined:
            left = word.i + 1
    return left


def _actions(doc: Doc, token: Token) -> Iterator[Phrase]:
    if token.dep_ in ("aux", "auxpass"):
        return
    own = [c for c in token.children if c.dep_ not in _DROPPED]
    right = [c for c in own if c.i > token.i]
    full = max([token.i, *(c.right_edge.i for c in right if c.dep_ != "conj")]) + 1
    brief = [c for c in right if c.dep_ not in (*_ADVERBIAL, "conj", "prep", "npadvmod", "advmod")]
    short = max([token.i, *(c.right_edge.i for c in brief)]) + 1
    middle = [c for c in right if c.dep_ not in (*_ADVERBIAL, "conj")]
    wide = max([token.i, *(c.right_edge.i for c in middle)]) + 1
    be = token.lemma_ == "be" or token.text[:1] in "'’"
    for end in dict.fromkeys((short, wide, full)):
        if not be:
            yield _made(doc, token.i, end, token, "action")
        elif end > token.i + 1 and right:
            yield _made(doc, min(c.left_edge.i for c in right), end, token, "rest")
    if any(c.dep_ == "conj" for c in right) and not be:
        yield _made(doc, token.i, token.right_edge.i + 1, token, "list")
    subject = next((c for c in token.lefts if c.dep_ in ("nsubj", "nsubjpass", "expl")), None)
    if subject is not None and token.dep_ in ("ccomp", "advcl", "ROOT", "conj", "relcl"):
        reason = token.dep_ == "advcl" and any(c.lower_ in _REASON for c in token.lefts)
        form = "reason" if reason else "clause"
        yield _made(doc, subject.left_edge.i, full, token, form)
        if wide < full:
            yield _made(doc, subject.left_edge.i, wide, token, form)


def _states(doc: Doc, token: Token) -> Iterator[Phrase]:
    if token.dep_ not in ("acomp", "oprd", "conj", "ROOT", "ccomp", "xcomp", "amod", "attr"):
        return
    if token.dep_ == "amod":
        yield _made(doc, token.i, token.i + 1, token, "state")
        return
    yield _made(doc, token.i, token.i + 1, token, "state")
    end = max([token.i, *(c.right_edge.i for c in token.rights if c.dep_ not in
                          ("punct", "conj", "cc", "advcl"))]) + 1  # fmt: skip
    if end > token.i + 1:
        yield _made(doc, token.i, end, token, "state")
    if token.conjuncts and token.dep_ != "conj":
        last = max(t.i for t in token.conjuncts) + 1
        yield _made(doc, token.i, last, token, "list")


def _made(doc: Doc, start: int, end: int, head: Token, form: str) -> Phrase:
    """A phrase of the words `[start, end)`, cut to the longest allowed and without edges."""
    end = min(end, start + _LONGEST)
    while end > start and doc[end - 1].is_punct and doc[end - 1].text not in ")\"'":
        end -= 1
    first = doc[start].idx if end > start else 0
    last = doc[end - 1].idx + len(doc[end - 1]) if end > start else 0
    text = doc.text[first:last]
    if form == "name" and text.endswith(("'s", "’s")):
        last, text = last - 2, text[:-2]
    lead = _LEADING.match(text)
    if lead and form not in ("title", "clause", "reason"):
        first, text = first + lead.end(), text[lead.end() :]
    top = _first_conjunct(head)
    slot, prep, verb = _place(top)
    agent = _agent(verb)
    clause = _clause(doc, verb, first, last)
    label = next((t.ent_type_ for t in doc[start:end] if t.ent_type_), "")
    return Phrase(
        text.strip(), first, last, form, slot, prep, _said(verb, prep), agent,
        label, stem_of(head.lemma_.lower()), clause, _denied(verb),
    )  # fmt: skip


def _said(verb: Any, prep: str) -> frozenset[str]:
    """Stems of a verb, of it with its particle, and of it with a preposition."""
    if verb is None:
        return frozenset()
    particle = next((c.lower_ for c in verb.children if c.dep_ == "prt"), "")
    told = {stem_of(verb.lemma_.lower())}
    for after in (prep, particle):
        both = stems(f"{verb.lower_} {after}") if after else frozenset()
        told |= both
    return frozenset(told)


def _denied(verb: Any) -> bool:
    return verb is not None and any(
        c.dep_ == "neg" or c.lower_ in ("never", "hardly") for c in verb.children
    )


def _first_conjunct(token: Token) -> Token:
    while token.dep_ in ("conj", "appos") and token.head is not token:
        token = token.head
    return token


def _place(token: Token) -> tuple[str, str, Any]:
    """Slot, preposition and verb of a word."""
    slot, prep = _SLOTS.get(token.dep_, "other"), ""
    above = token.head
    if token.dep_ in ("pobj", "pcomp") and above.pos_ in ("ADP", "SCONJ", "PART"):
        prep, above = above.lower_, above.head
    verb = above if token.dep_ != "ROOT" else token
    for _ in range(6):
        if verb.pos_ in ("VERB", "AUX") or verb.head is verb:
            break
        verb = verb.head
    return slot, prep, verb if verb.pos_ in ("VERB", "AUX") else None


def _agent(verb: Any) -> str:
    for _ in range(4):
        if verb is None:
            return ""
        for child in verb.children:
            if child.dep_ in ("nsubj", "nsubjpass"):
                word = child.lower_
                if word in ("i", "we"):
                    return "i"
                if word == "you":
                    return "you"
                return "it" if child.pos_ == "PRON" else "other"
        if verb.head is verb or verb.dep_ not in ("xcomp", "conj", "advcl", "pcomp", "acl"):
            return ""
        verb = verb.head
    return ""


def _clause(doc: Doc, verb: Any, first: int, last: int) -> frozenset[str]:
    """Stems of the clause of a verb outside of `[first, last)`."""
    if verb is None:
        words = f"{doc.text[:first]} {doc.text[last:]}"
    else:
        left, right = verb.left_edge.idx, verb.right_edge.idx + len(verb.right_edge)
        words = f"{doc.text[min(left, first):first]} {doc.text[last:max(right, last)]}"
    return stems(words)


@lru_cache(maxsize=1024)
def slot_of(question: str) -> tuple[str, str, frozenset[str]]:
    """The slot that a question asks for: how it hangs, its preposition, and the verb's stem.

    "What did Nora paint?" asks for the object of paint, "What is it good for?" for what is after
    "for".
    """
    doc = parse([question])[0]
    for token in doc:
        if token.tag_ in ("WP", "WDT", "WRB", "WP$"):
            top = token.head if token.dep_ in ("det", "poss", "advmod") else token
            if token.dep_ == "advmod":
                verb = top if top.pos_ in ("VERB", "AUX") else top.head
                return "adverb", "", _said(verb, "")
            slot, prep, verb = _place(top)
            return slot, prep, _said(verb, prep)
    return "", "", frozenset()
