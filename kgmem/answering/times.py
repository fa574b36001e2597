"""Which facts a question's time selects: by status for now and before, by validity for a window."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import takewhile

from kgmem.answering.matching import stems
from kgmem.answering.roles import possesses
from kgmem.language.questions import Question
from kgmem.language.questions_names import bag
from kgmem.language.tokens import words
from kgmem.language.verbs import base
from kgmem.results import Fact
from kgmem.types import Validity

_NOW = re.compile(r"\b(?:does|do|is|are|has|have|currently|now|today|still)\b"
    r"|\b(?:wh\w+|how|it|that|there|s?he)['’]s\b", re.I
)  # fmt: skip
_PAST = re.compile(r"\b(?:did|was|were|had|used|before|previously|former(?:ly)?)\b", re.I)
_FORMER = re.compile(r"\b(?:did\b.*\buse to|used to|previously|former(?:ly)?)\b", re.I)
_NO_MORE = re.compile(
    r"\b(?:no longer|not|never|any ?more|stop(?:ped)?|quit|gave up|given up)\b|n['’]t\b", re.I
)
GIVES_UP = re.compile(
    r"\b(?:stop(?:s|ped)?|quits?|g[ai]ves? up|given up|ceased|packed in|cancell?ed|"
    r"dropped(?! (?:off|by|in)\b)|"
    r"refuse[sd]? to|failed to|forgot to)\b",
    re.I,
)
PARTS_WITH = re.compile(
    r"\b(?:sold|sells?|lost|g[ai]ve away|given away|got rid of|donated|threw away"
    r"|returned|threw out|swapped|replaced|traded"
    r"|(?:was|got|been) (?:stolen|lost|scrapped|totall?ed))\b",
    re.I,
)
_SHORT_OF = re.compile(
    r"\b(?:den(?:y|ies|ied)|pretend(?:s|ed|ing)?|lied about|avoid(?:s|ed|ing)?"
    r"|(?:tried|tries|trying) to|(?:plan|idea|aim|goal|dream|intention) (?:is|was) to"
    r"|decided (?:not|against)|(?:wanted|wants|hoped|hopes|meant|planned|plans|intended) to"
    r"|(?:training|studying|learning) to (?:be|become)"
    r"|(?:almost|nearly) (?:\w+ed|bought|went|got|lost|fell|sold|left|won|quit|took|broke|ran)"
    r")\b", re.I
)  # fmt: skip
"""What comes close to a deed or disowns it: who "almost bought a boat" bought none."""
UNREAL = re.compile(
    r"\b(?:if|would|could|might|may|maybe|perhaps|wish(?:es|ed)?|hop(?:e|es|ed|ing)"
    r"|dream(?:s|ed|ing)?|not|never|no|without|nobody|no-one|none|neither|nothing|hardly|barely"
    r"|rumou?r(?:s|ed)?|suppos(?:e|es|ing)|imagin(?:e|es|ed|ing)|pretend(?:s|ed|ing)?|let['’]s say"
    r"|in (?:my|our|the|a) (?:novel|story|dream|screenplay|poem))\b"
    r"|n['’]t\b|['’]d\b", re.I
)  # fmt: skip
"""What makes words tell of something that is not, or not surely, so."""
HEARSAY = re.compile(
    r"\b(?:h(?:ears?|eard)|(?:told|tells) (?:me|us)|sa(?:y|ys|id)|think(?:s|ing)?|thought"
    r"|believe[sd]?|guess(?:ed)?|suppose[sd]?|claim(?:s|ed)?|apparently|supposedly|allegedly|reportedly|seems"
    r"|rumou?r(?:s|ed)?|gossip)\b", re.I
)  # fmt: skip
"""What words need not be so that stand beside it: "I heard that Ann moved", "I think so"."""
_RULED_OUT = re.compile(
    r"(?P<kept>\b(?:all|every\w*)\b[^,.;!?]* (?:apart|aside) from|\bexcept(?:ing)?(?: for)?"
    r"|, (?:and |but )?not(?! (?:only|just|until|before|sure|that|because|to|yet|far|long|even)\b))"
    r"\b(?P<out>[^,.;!?]*)", re.I
)  # fmt: skip
"""What a sentence leaves out: "except on Sundays", "a cat, not a dog"."""
_GIVES = frozenset(("gave", "has given", "gives", "passed", "handed", "has passed"))
_ASKS_WHO_DOES = re.compile(r"^who(?: else)? (?:\w+[^s\W]s|is|has)\b", re.I)
_FOR_A_WHILE = re.compile(
    r"^the (?:week|weekend|morning|afternoon|evening|night) of\b|"
    r"^the (?:next )?(?:\w+ )?(?:days?|weeks?|months?) after\b",
    re.I,
)
_BEGINS = re.compile(
    r"\b(?:start|began|begin|join|mov(?:ed|ing)|switch|took over|taken over|became|quit|left)", re.I
)
_DOES = bag("do does don't doesn't")
_ARTICLES = bag("a an any the to no some")
_REACH = 6
"""Words after "has" among which the participle of a perfect stands."""
_AHEAD = re.compile(r"\b(?:will|going to|plan|planning|plans|next)\b", re.I)


def present(question: Question) -> bool:
    """Whether a question asks about what holds now."""
    text = question.short
    now = _NOW.search(text) or _ASKS_WHO_DOES.search(text)
    return bool(now) and not past(question) and question.window is None


def past(question: Question) -> bool:
    """Whether a question looks back: "did", "was"."""
    return bool(_PAST.search(question.short))


def perfect(question: Question) -> bool:
    """Whether it asks what has happened up to now: "What has Nora bought?", not "has Nora got"."""
    found = words(question.short)
    if _DOES & set(found):
        return False
    at = next((i for i, word in enumerate(found) if word in ("has", "have")), len(found))
    after = takewhile(lambda w: w not in _ARTICLES and w != "got", found[at + 1 : at + _REACH])
    return any(base(word) != word and not word.endswith(("ing", "s")) for word in after)


def former(question: Question) -> bool:
    """Whether it asks for what held once and no longer does: "used to", "previously"."""
    return bool(_FORMER.search(question.short)) or (
        question.order == "before" and question.kind != "when"
    )


def denies(question: Question) -> bool:
    """Whether it asks for what is not, or no longer, so: "What does Sam no longer eat?"."""
    return question.kind != "yes_no" and bool(_NO_MORE.search(question.short))


def gives_up(fact: Fact, question: Question) -> bool:
    """Whether a fact says that something stopped, where the question is not about stopping."""
    if possesses(question) and present(question) and parts_with(fact):
        return True  # who sold a car has it no longer
    stopped = GIVES_UP.search(fact.predicate) is not None
    return stopped and not GIVES_UP.search(question.short) and not denies(question)


_MET = re.compile(
    r"\b(?:saw|sees|seen|watche[sd]|borrow(?:s|ed)?|hire[sd]|sat (?:on|in)|looked at"
    r"|visit(?:s|ed)|heard|admire[sd]?|passed by)\b", re.I
)  # fmt: skip
"""What one does with things that one need not have."""
_OWNED = re.compile(r"\b(?P<owner>[\w-]+)['’]s (?=(?P<thing>(?:[\w-]+ ?){1,3}))")
_NO_OWNER = bag("it he she that there what who here let one today")


def _theirs(text: str, question: Question) -> bool:
    """Whether the thing asked for is somebody else's: "I sat on Tom's sofa"."""
    found = list(_OWNED.finditer(text))
    if not found:
        return False
    own = _NO_OWNER | {w.casefold() for n in question.about for w in n.split()}
    asked = stems(question.content)
    return any(m["owner"].casefold() not in own and stems(m["thing"]) & asked for m in found)


def parts_with(fact: Fact) -> bool:
    """Whether somebody sold a thing, lost it or gave it to somebody."""
    given = fact.predicate in _GIVES and "to" in fact.qualifiers
    return given or PARTS_WITH.search(fact.predicate) is not None


def falls_short(text: str, question: Question) -> bool:
    """Whether words tell of less than is asked: of no deed, or of a thing that is another's."""
    if possesses(question) and present(question) and (_MET.search(text) or _theirs(text, question)):
        return True
    found = _SHORT_OF.search(text)
    if found is None or ahead(question):
        return False
    word = found.group().split()[0]
    named = bool(stems(word)) and stems(word) <= stems(question.short)
    return not named and word.casefold() not in question.short.casefold()


def rules_out(text: str, question: Question) -> bool:
    """Whether what is asked stands only in what a sentence leaves out: "except on Sundays"."""
    out = stems(" ".join(m["out"] for m in _RULED_OUT.finditer(text)))
    return bool((out - stems(_RULED_OUT.sub(r"\g<kept> ", text))) & stems(question.short))


def ahead(question: Question) -> bool:
    """Whether it asks about what is planned."""
    return bool(_AHEAD.search(question.short))


def asks_usual(question: Question) -> bool:
    """Whether it asks when something is so, not when it was or will be: "When is it closed?"."""
    return question.kind == "when" and present(question) and not ahead(question)


def span_of(fact: Fact) -> tuple[datetime | None, datetime | None]:
    """From when until when a state held, as far as is known; None for always, or still.

    One that nothing dates holds from when it was first said, as `Memory.facts(valid_at=)` has it;
    one that was over before anybody spoke of it held before that. What was said to be so for a
    while ("this week") ends with that while.
    """
    start, end = fact.validity.start, fact.validity.end
    begun = start.earliest if start else None
    over = end.latest if end else None
    if begun is None and (over is None or over > fact.said):
        begun = fact.said
    if over is None and start is not None and start.latest is not None and passing(fact):
        over = start.latest
    return begun, over


def passing(fact: Fact) -> bool:
    """Whether a state was said to be so only for a while: "This week Lin handles the inbox"."""
    start = fact.validity.start
    if fact.kind == "event" or start is None or start.earliest is None:
        return False
    today = start.granularity == "day" and start.earliest.date() == fact.said.date()
    if not today and not _FOR_A_WHILE.search(fact.validity.wording):
        return False
    verb = stems(fact.predicate)
    quotes = [e.quote for e in fact.evidence]
    # who bought a car this week has it for longer
    return any((not verb or verb & stems(q)) and not _BEGINS.search(q) for q in quotes)


def passed(fact: Fact, now: datetime) -> bool:
    """Whether a live state is over all the same, as nothing has to say that a week has passed."""
    last = span_of(fact)[1]
    return last is not None and last <= now


def held_at(fact: Fact, moment: datetime) -> bool:
    """Whether a fact held at a moment, or had happened by then."""
    if fact.kind == "event":
        start, end = fact.validity.start, fact.validity.end
        begun = start is None or start.earliest is None or start.earliest <= moment
        over = end is not None and end.latest is not None and end.latest <= moment
        return begun and (start is not None or fact.said <= moment) and not over
    first, last = span_of(fact)
    return (first is None or first <= moment) and (last is None or moment < last)


def within(fact: Fact, window: Validity) -> bool:
    """Whether a fact happened in a window of time, or held for some of it.

    An event without a time is taken to have happened about when it was first said.
    """
    first, last = reach(window)
    if fact.kind != "event":
        begun, over = span_of(fact)
    else:
        start, end = fact.validity.start, fact.validity.end
        begun = start.earliest if start else None
        over = (start.latest if start else None) or (end.latest if end else None)
        begun = begun or (fact.said if over is None else None)
        over = over or begun
    early = last is None or begun is None or begun < last
    late = first is None or over is None or over > first
    return early and late


def asked_time(question: Question) -> datetime | None:
    """The last moment of the time that a question names; None when it names none."""
    return reach(question.window)[1] if question.window is not None else None


def reach(window: Validity) -> tuple[datetime | None, datetime | None]:
    """The first and last moment of a window; one that only starts is as long as its bound."""
    first = window.start.earliest if window.start else None
    if window.end is not None:
        return first, window.end.latest
    return first, window.start.latest if window.start else None
