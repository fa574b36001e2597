"""The clauses of a parsed sentence: who does what, in which mood, affirmed or denied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgmem.extraction.openie import moods, negation, syntax
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.types import Modality

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SubjectKind = Literal["own", "inherited", "controlled", "relative", "none"]
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})
_LINKS = frozenset(
    ["ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "dep", "appos", "acl", "pcomp"]
)
_MORE = (
    "use have go be agree promise happen tend offer choose volunteer struggle afford refuse"
    " hesitate opt vow elect"
)
_CHAINS = frozenset(_MORE.split())
_EMPTY = frozenset(["nsubj", "aux", "neg", "punct", "advmod", "cc", "intj", "mark"])
_BRIDGES = {
    "think": {"about", "of"}, "dream": {"about", "of"}, "look": {"into", "to"}, "talk": {"about"},
    "plan": {"on"}, "work": {"on"}, "consider": {""}, "forward": {"to"}, "insist": {"on"},
    "focus": {"on"}, "decide": {"on", "against"},
}  # fmt: skip


_CALLS = frozenset(["look", "guess", "imagine", "see", "listen", "wait", "remember", "let"])


@dataclass(frozen=True, slots=True)
class Clause:
    """One predication.

    Attributes:
        verbs: governing verbs merged into the predicate, the main verb last ("want", "start").
        subject: its subject's head; None for imperatives and where nothing fits.
        subject_kind: how the subject was found.
        link: dependency label of the clause.
        mark: subordinating word ("if", "because"), lower case.
        governor: the verb that it is a complement or modifier of.
        relative: the noun that its relative pronoun means, where that is not the subject.
        negative: denied.
        modality: its mood, before the time is known.
        passive: the subject undergoes.
    borrowed: the verb whose auxiliaries it shares ("is painting and selling" lends "is").
    """

    verbs: tuple[Token, ...]
    subject: Token | None
    subject_kind: SubjectKind
    link: str
    mark: str
    governor: Token | None
    relative: Token | None
    negative: bool
    modality: Modality
    passive: bool
    borrowed: Token | None = None

    @property
    def top(self) -> Token:
        """The finite verb."""
        return self.verbs[0]

    @property
    def main(self) -> Token:
        """The verb that carries the meaning."""
        return self.verbs[-1]


def find(doc: Doc, question: bool = False) -> list[Clause]:
    """All clauses that may state something, in order of their verbs."""
    taken: set[int] = set()
    found: list[Clause] = []
    for token in doc:
        if token.i in taken or not _is_predicate(token):
            continue
        if token.lemma_ in {"do", "have", "be"} and not any(
            c.dep_ not in _EMPTY for c in token.children
        ):
            continue  # "yes, I do": nothing is said
        verbs, borrowed = _shared(token, _chain(token))
        if _bare(verbs, borrowed):
            continue
        taken.update(v.i for v in verbs)
        subject, kind = subject_of(token)
        found.append(
            Clause(
                verbs,
                subject,
                kind,
                token.dep_,
                syntax.mark_of(token),
                token.head if token.head != token else None,
                _relative_object(token, kind),
                negation.negative(verbs),
                "asked"
                if question
                else moods.modality_of(verbs if borrowed is None else _chain(borrowed)),
                any(c.dep_ in {"nsubjpass", "auxpass"} for v in verbs for c in v.children),
                borrowed,
            )
        )
    return found


def _is_predicate(token: Token) -> bool:
    if token.pos_ not in {"VERB", "AUX"} or token.dep_ not in _LINKS:
        return False
    if token.dep_ == "acl" and token.tag_ != "VBD":
        return False
    alone = token.tag_ == "VBN" and not any(c.dep_.startswith("aux") for c in token.children)
    if alone and token.dep_ == "conj" and token.head.pos_ not in {"VERB", "AUX"}:
        return False  # "a mix of excited and scared"
    return token.dep_ != "pcomp" or any(c.dep_ in _SUBJECTS for c in token.children)


def _chain(verb: Token) -> tuple[Token, ...]:
    verbs = [verb]
    while len(verbs) < 4:
        following = _next(verbs[-1])
        if following is None:
            break
        verbs.append(following)
    return tuple(verbs)


def _shared(token: Token, verbs: tuple[Token, ...]) -> tuple[tuple[Token, ...], Token | None]:
    """A coordinated verb takes over what it shares: "going to pack and (to) leave"."""
    own = any(c.dep_ in _SUBJECTS or c.dep_ in {"aux", "auxpass"} for c in token.children)
    listed = token.dep_ == "conj" or (token.dep_ == "dep" and token.head.pos_ == "VERB")
    if not listed or own or token.tag_ not in {"VB", "VBG", "VBN"}:
        return verbs, None
    first = token.head
    while first.dep_ == "conj" and first.head.pos_ in {"VERB", "AUX"}:
        first = first.head
    if first.dep_ in {"xcomp", "pcomp", "advcl"}:
        top = first
        while top.dep_ in {"xcomp", "pcomp", "prep", "advcl"} and top.head != top:
            top = top.head
        chain = _chain(top) if top.pos_ in {"VERB", "AUX"} else ()
        if first in chain and token.tag_ == "VB" and first.tag_ == "VBG":
            return verbs, top  # "will keep pushing and make it": only "will" is shared
        if first in chain:
            return (*chain[: chain.index(first)], *verbs), None
        return verbs, None
    if token.tag_ == "VB" and first.tag_ in {"VBN", "VBD"} and token.lower_ in _CALLS:
        return verbs, None  # "I've moved out, and look what I found"
    return verbs, (first if first.tag_ == token.tag_ or token.tag_ == "VB" else None)


def _bare(verbs: tuple[Token, ...], borrowed: Token | None) -> bool:
    """Whether nothing makes the verb finite: "made me think", "keep going!"."""
    top = verbs[0]
    helped = any(c.dep_ in {"aux", "auxpass"} and c.lower_ != "to" for c in top.children)
    if helped or (
        borrowed is not None
        and any(c.dep_ == "aux" and c.lower_ != "to" for c in borrowed.children)
    ):
        return False
    if top.tag_ == "VB" and borrowed is not None and borrowed.tag_ == "VBP":
        return False  # "we roast marshmallows, tell stories"
    if top.tag_ == "VB":
        subject = next((c for c in top.children if c.dep_ in _SUBJECTS), None)
        return top.dep_ != "ROOT" or subject is None
    return top.tag_ == "VBG" and top.dep_ in {"conj", "ccomp", "ROOT", "dep"}


def _next(verb: Token) -> Token | None:
    lemma = verb.lemma_.lower()
    known = lexicon()
    chains = lemma in known.chaining or lemma in _CHAINS
    if any(c.dep_ in {"dobj", "attr"} for c in verb.children):
        return None
    felt = [c for c in verb.children if c.dep_ == "acomp"]
    if lemma == "be" and felt:
        return syntax.imminent(verb)  # "it was good to see you" is no "was to see"
    for child in verb.children:
        if felt and child.dep_ == "xcomp" and child.tag_ == "VBG":
            continue  # "I get nervous watching her"
        own = any(c.dep_ in _SUBJECTS for c in child.children)
        if syntax.causative(child):
            return child
        if (
            child.dep_ == "xcomp"
            and child.pos_ in {"VERB", "AUX"}
            and not own
            and chains
            and (lemma != "be" or syntax.to_before(child))
        ):
            return child
        beside = lemma == "go" and child.i == verb.i + 1
        if beside and (child.dep_, child.tag_) in {("advcl", "VBG"), ("advmod", "VB")}:
            return child  # "go running", "go unpack"
        forward = any(c.lower_ == "forward" for c in verb.children)
        if child.dep_ == "prep" and (
            child.lower_ in _BRIDGES.get(lemma, ()) or (forward and child.lower_ == "to")
        ):
            for inner in child.children:
                if inner.dep_ == "pcomp" and inner.tag_ == "VBG":
                    return inner
    return None


def subject_of(verb: Token) -> tuple[Token | None, SubjectKind]:
    """The subject of a verb: its own, its antecedent, or the one it shares.

    A "which" behind a comma takes up the whole clause, not a noun: it has no subject here.
    """
    for child in verb.children:
        if child.dep_ in _SUBJECTS:
            if child.tag_ in {"WDT", "WP"} and verb.dep_ == "relcl":
                if (
                    child.lower_ == "which"
                    and child.i > 0
                    and child.nbor(-1).text == ","
                    and verb.head.pos_ != "PROPN"
                ):
                    return None, "none"
                return verb.head, "relative"
            return child, "own"
    if any(c.dep_ == "expl" for c in verb.children):
        return next(c for c in verb.children if c.dep_ == "expl"), "own"
    if verb.dep_ in {"conj", "dep"} and verb.head.pos_ in {"VERB", "AUX"}:
        found, _ = subject_of(verb.head)
        return found, "inherited" if found is not None else "none"
    if verb.dep_ in {"xcomp", "advcl", "pcomp", "acl"}:
        head = syntax.verb_of(verb.head)
        if head == verb or head.pos_ not in {"VERB", "AUX"}:
            return None, "none"
        seen = _perceived(verb, head)
        if seen is not None:
            return seen, "controlled"
        found, _ = subject_of(head)
        return found, "controlled" if found is not None else "none"
    if verb.dep_ == "relcl" and verb.tag_ in {"VBN", "VBG"}:
        return verb.head, "relative"
    return None, "none"


def _perceived(verb: Token, head: Token) -> Token | None:
    """Who does it in "I saw her in the garden, digging": whom one sees."""
    if verb.tag_ != "VBG" or head.lemma_.lower() not in _PERCEIVING or verb.i < head.i:
        return None
    return next((c for c in head.children if c.dep_ == "dobj"), None)


_PERCEIVING = frozenset(["see", "hear", "watch", "catch", "spot", "imagine", "picture"])


def _relative_object(verb: Token, kind: SubjectKind) -> Token | None:
    if verb.dep_ != "relcl" or kind != "own":
        return None
    receiver = syntax.receiver(verb)
    full = any(
        c.dep_ in {"dobj", "attr", "acomp"}
        and c.tag_ not in {"WDT", "WP"}
        and c != receiver
        and not syntax.emphatic(c)
        for c in verb.children
    )
    adverb = any(c.lower_ in {"where", "when", "why", "how"} for c in verb.children)
    return None if full or adverb else verb.head
