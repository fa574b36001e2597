"""The phrases of a sentence that could be an answer, from its parse.

Noun phrases bare and in full, lists, verb phrases without their subject, what somebody or something
is, what was said or thought, reasons, names, numbers, titles. Each knows the slot it fills: the
verb above it and how it hangs there.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgmem.answering.matching import stem_of, stems
from kgmem.answering.slots import agent_of, denied, first_conjunct, place_of, told_by
from kgmem.language.pipeline import parse

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_LONGEST = 18
"""Words of the longest phrase: a longer one says more than was asked."""

_DROPPED = frozenset(
    ("nsubj", "nsubjpass", "aux", "auxpass", "expl", "cc", "intj", "punct", "mark", "neg",
     "discourse", "meta", "dep")
)  # fmt: skip
_ADVERBIAL = frozenset(("advcl", "parataxis", "ccomp"))
_REASON = frozenset(("because", "since", "as", "so"))
_LEADING = re.compile(
    r"^(?:(?:a|an|the|my|our|your|his|her|its|their|some|this|that|these|those|any|just|really|"
    r"also|so|very|even|all|to|and|or|but|both|such)\s+)+(?=\S)", re.I
)  # fmt: skip
_IDENTIFIER = re.compile(r"(?<![\w-])(?=[\w.+:/@-]*[\d_])\w+(?:[-_./:@+]\w+)+")
"""A technical name, of which no part is an answer: "eu-west-1", "net/http2", "1.5.3-rc2"."""
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


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A parsed sentence, its text and the stems of its words, which are slow to ask for.

    `units` are the places of the identifiers in it.
    """

    doc: Doc
    text: str
    said: tuple[frozenset[str], ...]
    units: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, doc: Doc) -> _Sentence:
        units = tuple(m.span() for m in _IDENTIFIER.finditer(doc.text))
        return cls(doc, doc.text, tuple(stems(token.text) for token in doc), units)


def phrases_of(sentences: Sequence[str], beside: str = "") -> list[tuple[Phrase, ...]]:
    """The phrases of each sentence; sentences seen lately come from a cache.

    Args:
        sentences: parsed in one batch, where they are not known.
        beside: parsed with them, for whoever parses it next: a batch costs little more than one.
    """
    with _lock:
        found = {s: _kept[s] for s in sentences if s in _kept}
    missing = [s for s in dict.fromkeys(sentences) if s not in found]
    docs = parse([*missing, beside] if beside else missing)
    for text, doc in zip(missing, docs, strict=False):
        found[text] = tuple(_distinct(_phrases(_Sentence.of(doc))))
    with _lock:
        for text in sentences:
            _kept[text] = found[text]
            _kept.move_to_end(text)
        while len(_kept) > _KEEP:
            _kept.popitem(last=False)
    return [found[s] for s in sentences]


def clear_cache() -> None:
    """Keep nothing: what is forgotten must not stay here either."""
    with _lock:
        _kept.clear()


_KEEP = 8192
_lock = Lock()
_kept: OrderedDict[str, tuple[Phrase, ...]] = OrderedDict()


def _distinct(found: Iterator[Phrase]) -> Iterator[Phrase]:
    seen: set[str] = set()
    for phrase in found:
        if phrase.text and phrase.text.casefold() not in seen:
            seen.add(phrase.text.casefold())
            yield phrase


def _phrases(whole: _Sentence) -> Iterator[Phrase]:
    doc = whole.doc
    for match in _TITLE.finditer(whole.text):
        span = doc.char_span(match.start(1), match.end(1), alignment_mode="contract")
        if span is not None and len(span):
            yield _made(whole, span.start, span.end, span.root, "title")
    for token in doc:
        if token.pos_ in ("NOUN", "PROPN", "NUM") or (token.pos_ == "PRON" and token.tag_ == "NN"):
            yield from _nouns(whole, token)
        elif token.pos_ in ("VERB", "AUX"):
            yield from _actions(whole, token)
        elif token.pos_ == "ADJ" or (token.pos_ == "ADV" and token.dep_ in ("acomp", "advmod")):
            yield from _states(whole, token)
        if token.like_email or token.like_url:
            yield _made(whole, token.i, token.i + 1, token, "name")
    for name in doc.ents:
        yield _made(whole, name.start, name.end, name.root, "name")


def _nouns(whole: _Sentence, token: Token) -> Iterator[Phrase]:
    if token.dep_ in ("compound", "nmod", "nummod", "quantmod"):
        if token.pos_ == "NUM":
            yield _made(whole, token.left_edge.i, token.i + 1, token, "number")
        return
    left = _without_lead(token.left_edge.i, token)
    core = token.i + 1
    yield _made(whole, left, core, token, "noun")
    bare = min((c.left_edge.i for c in token.lefts if c.dep_ in ("compound", "nmod", "nummod")),
               default=token.i)  # fmt: skip
    if left < bare:
        yield _made(whole, bare, core, token, "core")
    end = _reach(token, ("prep", "relcl", "acl", "appos", "amod", "advmod", "nummod"))
    if end > core:
        yield _made(whole, left, end, token, "full")
        near = _reach(token, ("prep",))
        if core < near < end:
            yield _made(whole, left, near, token, "full")
    if token.conjuncts and token.dep_ != "conj":
        yield _made(whole, left, max(t.right_edge.i for t in token.conjuncts) + 1, token, "list")


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
        joined = word.text in ("-", "–", "'", '"')
        if word.dep_ in ("cc", "punct", "intj", "preconj") and not joined:
            left = word.i + 1
    return left


def _actions(whole: _Sentence, token: Token) -> Iterator[Phrase]:
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
            yield _made(whole, token.i, end, token, "action")
        elif end > token.i + 1 and right:
            yield _made(whole, min(c.left_edge.i for c in right), end, token, "rest")
    if any(c.dep_ == "conj" for c in right) and not be:
        yield _made(whole, token.i, token.right_edge.i + 1, token, "list")
    subject = next((c for c in token.lefts if c.dep_ in ("nsubj", "nsubjpass", "expl")), None)
    if subject is not None and token.dep_ in ("ccomp", "advcl", "ROOT", "conj", "relcl"):
        reason = token.dep_ == "advcl" and any(c.lower_ in _REASON for c in token.lefts)
        form = "reason" if reason else "clause"
        yield _made(whole, subject.left_edge.i, full, token, form)
        if wide < full:
            yield _made(whole, subject.left_edge.i, wide, token, form)


def _states(whole: _Sentence, token: Token) -> Iterator[Phrase]:
    if token.dep_ not in ("acomp", "oprd", "conj", "ROOT", "ccomp", "xcomp", "amod", "attr"):
        return
    if token.dep_ == "amod":
        yield _made(whole, token.i, token.i + 1, token, "state")
        return
    yield _made(whole, token.i, token.i + 1, token, "state")
    end = max([token.i, *(c.right_edge.i for c in token.rights if c.dep_ not in
                          ("punct", "conj", "cc", "advcl"))]) + 1  # fmt: skip
    if end > token.i + 1:
        yield _made(whole, token.i, end, token, "state")
    if token.conjuncts and token.dep_ != "conj":
        last = max(t.i for t in token.conjuncts) + 1
        yield _made(whole, token.i, last, token, "list")


def _made(whole: _Sentence, start: int, end: int, head: Token, form: str) -> Phrase:
    """A phrase of the words `[start, end)`, cut to the longest allowed and without edges."""
    doc, end = whole.doc, min(end, start + _LONGEST)
    while end > start and doc[end - 1].is_punct and doc[end - 1].text not in ")\"'":
        end -= 1
    first = doc[start].idx if end > start else 0
    last = doc[end - 1].idx + len(doc[end - 1]) if end > start else 0
    text = whole.text[first:last]
    if form == "name" and text.endswith(("'s", "’s")):
        last -= 2
    lead = _LEADING.match(whole.text[first:last])
    if lead and form not in ("title", "clause", "reason"):
        first = first + lead.end()
    for begin, over in whole.units:  # identifiers are never cut
        first = begin if begin < first < over else first
        last = over if begin < last < over else last
    text = whole.text[first:last]
    top = first_conjunct(head)
    slot, prep, verb = place_of(top)
    agent = agent_of(verb)
    clause = _clause(whole, verb, start, end)
    label = next((t.ent_type_ for t in doc[start:end] if t.ent_type_), "")
    return Phrase(
        text.strip(), first, last, form, slot, prep, told_by(verb, prep), agent,
        label, stem_of(head.lemma_.lower()), clause, denied(verb),
    )  # fmt: skip


def _clause(whole: _Sentence, verb: Any, start: int, end: int) -> frozenset[str]:
    """Stems of the clause of a verb outside of the words `[start, end)`."""
    first = 0 if verb is None else min(verb.left_edge.i, start)
    last = len(whole.said) if verb is None else max(verb.right_edge.i + 1, end)
    return frozenset().union(*whole.said[first:start], *whole.said[end:last])
