"""What sort of words a question wants: a name, a reason, a feeling, what was said or done."""

from __future__ import annotations

import re

from kgmem.language.questions import Question

_FEEL = re.compile(
    r"\b(?:feel|felt|feeling|describe|reaction|react|attitude|mood|sentiment|excited|handle|"
    r"doing)\b", re.I
)  # fmt: skip
_SAY = re.compile(
    r"\b(?:says?|said|thinks?|thought|tell|told|advice|reali[sz]e|learn(?:ed)?|opinion|believe|"
    r"suggest|ask(?:ed)?|jok(?:e|ed)|call)\b", re.I
)  # fmt: skip
_DO = re.compile(
    r"\b(?:do|does|did|doing)\b[^?]*\b(?:do|doing|done)\b|\bhappen|\bplan|\bspend\b|\bhobb|"
    r"\bactivit|\bgoals?\b", re.I
)  # fmt: skip
_NAME = re.compile(r"\b(?:names?|named|called|titles?)\b", re.I)
_KIND = re.compile(
    r"\b(?:kinds?|types?|sorts?|brand|style|colou?rs?|breed) (?:of|is|are|does|do|did|has)\b", re.I
)
_BY_KIND = ("who", "where", "why", "how_many", "how_often", "how_long", "when", "yes_no")

LABELS = {
    "person": ("PERSON",),
    "place": ("GPE", "LOC", "FAC", "ORG"),
    "organization": ("ORG",),
    "work": ("WORK_OF_ART", "PERSON", "ORG"),
    "number": ("CARDINAL", "QUANTITY", "MONEY"),
    "animal": ("PERSON",),
    "event": ("EVENT",),
}
"""The kinds of names that a recogniser gives for each type of answer."""


def family(question: Question) -> str:
    """`feel`, `how`, `name`, `say`, `do`, `list`, `what`, or the kind of question itself."""
    text, kind = question.short, question.kind
    if kind in _BY_KIND:
        return kind
    if _FEEL.search(text) and kind in ("how", "what"):
        return "feel"
    if kind == "how":
        return "how"
    for pattern, name in ((_NAME, "name"), (_SAY, "say"), (_DO, "do")):
        if pattern.search(text):
            return name
    return "list" if kind == "list" else "what"


def asks_kind(question: Question) -> bool:
    """Whether it asks of what kind something is: "What kind of pot did she make?"."""
    return bool(_KIND.search(question.short))
