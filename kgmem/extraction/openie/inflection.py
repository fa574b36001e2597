"""English verb forms: the few that turn "I don't eat" into "Nora eats" and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_PRESENT = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_MODALS = frozenset(
    [
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "'ll",
        "'d",
        "ca",
        "wo",
    ]
)
_PAST = {
    "be": "was", "have": "had", "do": "did", "go": "went", "get": "got", "take": "took",
    "make": "made",
    "see": "saw", "meet": "met", "find": "found", "lose": "lost", "win": "won", "buy": "bought",
    "sell": "sold", "leave": "left", "come": "came", "begin": "began", "break": "broke",
    "bring": "brought",
    "build": "built", "catch": "caught", "choose": "chose", "draw": "drew", "drive": "drove",
    "eat": "ate",
    "fall": "fell", "feel": "felt", "fly": "flew", "forget": "forgot", "give": "gave",
    "grow": "grew",
    "hear": "heard", "hold": "held", "keep": "kept", "know": "knew", "lead": "led", "lend": "lent",
    "mean": "meant", "pay": "paid", "ride": "rode", "run": "ran", "say": "said", "sing": "sang",
    "sit": "sat", "send": "sent", "sleep": "slept", "spend": "spent", "speak": "spoke",
    "stand": "stood",
    "swim": "swam", "teach": "taught", "tell": "told", "think": "thought", "throw": "threw",
    "understand": "understood", "wake": "woke", "wear": "wore", "write": "wrote", "drink": "drank",
    "let": "let", "put": "put", "read": "read", "cut": "cut", "hit": "hit", "hurt": "hurt",
    "quit": "quit",
    "set": "set", "cost": "cost", "become": "became", "fight": "fought", "seek": "sought",
    "rise": "rose",
    "show": "showed",
}  # fmt: skip
PAST_FORMS = (
    frozenset(_PAST.values())
    | {"rang", "swam", "sang", "drank", "sank", "shook", "stole", "tore", "woke", "froze", "hid"}
) - set(_PAST)
"""Irregular past forms that are no present form of any verb here."""


def is_present(verb: Token) -> bool:
    """Whether a verb is in the present; the tagger takes some pasts ("rang") for one."""
    past = verb.lower_ in PAST_FORMS or joined_past(verb)
    return verb.tag_ in {"VBP", "VBZ"} and not past


ALIKE = frozenset(
    ["put", "cut", "let", "set", "hit", "quit", "cost", "hurt", "shut", "spread", "bet", "read"]
)
"""Verbs whose past looks like their base form."""


def joined_past(verb: Token) -> bool:
    """As in "I read a book and bought a map": what is joined to it tells that it is a past."""
    if verb.lower_ not in ALIKE or verb.tag_ not in {"VBP", "VB"}:
        return False
    if any(c.dep_ in {"aux", "mark"} for c in verb.children):
        return False
    joined = [c for c in verb.children if c.dep_ == "conj"]
    joined += [verb.head] if verb.dep_ == "conj" else []
    return any(t.tag_ == "VBD" for t in joined)


_VOWELS = frozenset("aeiou")


def third_person(lemma: str) -> str:
    """Present tense for he, she, it: "like" -> "likes"."""
    if lemma in _PRESENT:
        return _PRESENT[lemma]
    if lemma in _MODALS:
        return lemma
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return lemma + "es"
    if lemma.endswith("y") and len(lemma) > 1 and lemma[-2] not in _VOWELS:
        return lemma[:-1] + "ies"
    return lemma + "s"


def past(lemma: str) -> str:
    """Simple past: "move" -> "moved", "go" -> "went"."""
    if lemma in _PAST:
        return _PAST[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and len(lemma) > 1 and lemma[-2] not in _VOWELS:
        return lemma[:-1] + "ied"
    short = len(lemma) == 3 and lemma[-1] not in "aeiouwxy" and lemma[-2] in _VOWELS
    return lemma + lemma[-1] + "ed" if short else lemma + "ed"


def gerund(lemma: str) -> str:
    """The "-ing" form: "make" -> "making", "run" -> "running"."""
    if lemma in {"be", "see", "agree", "free"}:
        return lemma + "ing"
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e"):
        return lemma[:-1] + "ing"
    short = (
        len(lemma) in {3, 4}
        and lemma[-1] in "bdgmnprt"
        and lemma[-2] in _VOWELS
        and lemma[-3] not in _VOWELS
    )
    return (
        lemma + lemma[-1] + "ing"
        if short and lemma not in {"open", "visit", "enter"}
        else lemma + "ing"
    )


def auxiliary(word: str) -> str:
    """An auxiliary written out for a third person: "'ve" -> "has", "am" -> "is", "wo" -> "will"."""
    full = {
        "'m": "is", "am": "is", "are": "is", "'re": "is", "'s": "is", "is": "is", "were": "was",
        "was": "was",
        "'ve": "has", "have": "has", "has": "has", "had": "had", "'ll": "will", "'d": "would",
        "wo": "will",
        "ca": "can", "sha": "shall", "do": "does",
    }  # fmt: skip
    return full.get(word.lower(), word.lower())


def article(noun: str) -> str:
    """As in "a" or "an" with the noun."""
    return f"an {noun}" if noun[:1].lower() in _VOWELS else f"a {noun}"
