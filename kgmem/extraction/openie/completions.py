"""A fragment that replies to a question, read as the whole statement.

"Every Tuesday." to "Which days do you train?" is "I train every Tuesday.", "Winston." to "Who is
the coach?" is "The coach is Winston.". The statement is parsed like any other, so that its
pronouns, times and objects are read as in a sentence. What stands in the fragment's own unit beyond
it ("Lisbon, it rained a lot.") is read beside the statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgmem.extraction.openie import fragments, inflection, repairs, sentences, turnabout
from kgmem.extraction.openie.lexicon import lexicon
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.sentences import Unit
from kgmem.types import Observation

COMPLETED = "completed"
"""Marks units that a question and its reply make together."""
LONGEST = 14
"""Words of a fragment; longer ones say more than what was asked."""

_SUBJECT = (
    r"(?P<who>you(?: two| both| all| guys)?|he|she|they|it"
    r"|(?:your|the|his|her|their)(?: [\w'-]+){1,3}?|[A-Z][\w'-]+)"
)
_ADVERB = r"(?:(?:still|now|usually|actually|normally|finally|even)\s+)?"
_LEAD = r"(?:(?:and|but|so|oh|wait)\s+)?"
_WH = (
    r"(?P<wh>where|when|how long|how often|how many(?P<counted> [\w' -]+?)|how old|how"
    r"|(?:which|what) (?:days?|nights?|time|month|year|weekday)(?: of the week)?|since when"
    r"|what|who)"
)
_LATELY = r"these days|at the moment|right now|now|lately|today|tonight|at present"
_DOING = re.compile(
    rf"{_LEAD}{_WH}\s+(?P<aux>do|does|did|have|has|are|is|was|were|will)\s+{_SUBJECT}\s+{_ADVERB}"
    rf"(?P<verb>[a-z]+)(?P<rest>(?:\s+[\w'-]+){{0,6}}?)(?:\s+(?:{_LATELY}))?"
    r"(?:,?\s+(?:then|again|by the way|if I may ask|exactly))?\s*\?+\s*$",
    re.IGNORECASE,
)
_BEING = re.compile(
    rf"{_LEAD}(?P<wh>what|who|where|how old|when)(?:'s|\s+(?P<be>is|are|was|were))\s+"
    r"(?P<who>(?:your|the|his|her|its|their)(?: (?!doing|going|like\b)[\w'-]+){1,4}?|he|she|they"
    r"|[A-Z][\w'-]+)(?:\s+(?:now|again|then|called))?\s*\?+\s*$",
    re.IGNORECASE,
)
_LIKE = re.compile(
    rf"{_LEAD}what(?:'s|\s+(?P<be>is|are|was|were))\s+"
    r"(?P<who>(?:your|the|his|her|their)(?: [\w'-]+){1,3}?|he|she|they|[A-Z][\w'-]+)\s+like"
    r"(?:\s+(?:then|now|anyway))?\s*\?+\s*$",
    re.IGNORECASE,
)
_NO_FRAGMENT = re.compile(
    r"\b(?:i|we|you|he|she|they|it|that|there|who|what|is|are|was|were|am|has|have|had|do|does"
    r"|did|don't|can|can't|could|will|would|won't|not|never|nothing|nobody|if|because|but|so"
    r"|same|yours?)\b|n't\b|'(?:m|re|ve|ll|d)\b|\b(?:s?he|it|that|there|who|what)'s\b|\?",
    re.IGNORECASE,
)
_CUT = re.compile(
    r",\s+(?:and|but|so|because|which|although|though|then|i|we|he|she|it|they|that|there|you"
    r"|yeah|actually|can't|won't|doesn't|never|always|loves|hates)\b.*|\s+[-–—]\s+.*|\s+(?:but|because|though)\s.*|[.!…]+\s*$",
    re.IGNORECASE | re.DOTALL,
)
_THEIRS = re.compile(r"\b(?:i|me|my|mine|we|us|our|this|that|these|those|or)\b", re.IGNORECASE)
_OWN = {"are": "am", "were": "was", "has": "have", "is": "am"}
_STRANDED = frozenset(["with", "for", "to", "on", "in", "at", "from", "about", "of", "up"])
_TOWARDS = {"go": "to", "move": "to", "travel": "to", "fly": "to", "live": "in", "stay": "in",
            "work": "in", "study": "in", "from": "", "going": "to", "moving": "to",
            "living": "in", "staying": "in"}  # fmt: skip
"""What leads to a place that is only named: "Where did you go? - Lisbon."."""
_JOB = re.compile(r"(?:\s+for (?:work|a living|a job))?$")


def completed(
    observation: Observation, thread: Sequence[Observation], names: Sequence[str]
) -> tuple[list[Unit], list[tuple[int, int]]]:
    """The statement that the first words of a turn complete, and the span of those words.

    Args:
        observation: what is read.
        thread: the turns before it, latest last.
        names: who may be addressed.
    """
    asked = [q for q in turnabout.asked(observation, thread) if q.endswith("?")]
    if not asked:
        return [], []
    fragment = _fragment(observation.text, names)
    if fragment is None:
        return [], []
    asked = [turnabout.uncalled(q, names, bare=True) for q in asked]
    told = [t for q in asked if (t := stated(q, fragment.text)) is not None]
    if len(told) != 1:
        return [], []
    words = _mapped(told[0], fragment)
    span = (fragment.origin[0], fragment.origin[-1] + 1)
    made = sentences.fresh(words, names, observation.time)
    return [replace(u, repaired=u.repaired | {COMPLETED}) for u in made], [span]


def _fragment(text: str, names: Sequence[str]) -> Mapped | None:
    """The words before the first clause of a turn; None where it begins with one."""
    first = next(iter(sentences.split_sentences(text)), None)
    if first is None or first.text.rstrip().endswith("?"):
        return None
    words = repairs.strip_openings(sentences.cleaned(first), repairs.vocatives(names)).words
    cut = _CUT.search(words.text)
    words = words.cut(0, cut.start() if cut else None).strip(" ,.!")
    if not words.text or len(words.text.split()) > LONGEST or _NO_FRAGMENT.search(words.text):
        return None
    if words.text.lower() in lexicon().interjections:
        return None
    return words


def stated(question: str, fragment: str) -> tuple[str, str] | None:
    """The statement around a fragment as what stands before and behind it; None where it is none.

    "Where did you find him?" and "In the park": ("I found him ", "").
    """
    being = _BEING.match(question)
    if being is not None:
        return _is(being, fragment)
    like = _LIKE.match(question)
    if like is not None:
        return _described(like, fragment)
    match = _DOING.match(question)
    if match is None or _THEIRS.search(match["rest"]) or _THEIRS.search(match["who"]):
        return None
    wh = match["wh"].lower()
    whither = _whither(wh, match, fragment)
    if whither is None and not fragments.fits(wh, fragment):
        return None
    own = re.match(r"you\b", match["who"], re.IGNORECASE) is not None
    who = "I" if own else turnabout.mine(match["who"])
    head = f"{who[:1].upper()}{who[1:]} {_verb(match['aux'].lower(), match['verb'], who, own)}"
    rest = turnabout.mine(match["rest"])
    if whither is not None:
        return f"{head}{rest} {whither}".rstrip() + " ", "."
    if wh.startswith("how many"):
        return f"{head} ", f"{match['counted']}{rest}."
    if wh == "how long" and not re.match(r"(?:just |only )?(?:since|for)\b", fragment, re.I):
        return f"{head}{rest} for ", "."
    if wh in {"what", "who"}:
        return _object(match, head, rest, fragment)
    return f"{head}{rest} ", "."


def _whither(wh: str, match: re.Match[str], fragment: str) -> str | None:
    """The preposition before a place that is only named; None where that does not fit."""
    if wh != "where" or match["rest"].strip() or not fragments.NAMED.match(fragment):
        return None
    if not fragments.keeps(fragment) or re.match(
        r"(?:\w+where|home|here|abroad)\b", fragment, re.I
    ):
        return None
    return _TOWARDS.get(match["verb"].lower()) if not fragments.PLACE.match(fragment) else None


def _object(match: re.Match[str], head: str, rest: str, fragment: str) -> tuple[str, str] | None:
    """What was done with "what": behind the verb, or behind the preposition left at the end."""
    if match["verb"].lower() == "do" and _JOB.match(rest):
        if match["aux"].lower() not in {"do", "does"} or _jobless(fragment):
            return None
        verb = "am" if head.startswith("I ") else "is"
        article = "an " if fragment[0].lower() in "aeiou" else "a "
        article = "" if re.match(r"an?\s", fragment, re.IGNORECASE) else article
        return f"{head.rsplit(' ', 1)[0]} {verb} {article}", "."
    words = rest.split()
    if words and words[-1].lower() in _STRANDED:
        return f"{head}{rest} ", "."
    return None if words else (f"{head} ", ".")


def _jobless(fragment: str) -> bool:
    """Whether no word of a fragment is what somebody can work as."""
    return lexicon().jobs.isdisjoint(re.findall(r"[a-z]+", fragment.lower()))


def _verb(aux: str, verb: str, who: str, own: bool) -> str:
    """The finite verb of the statement."""
    verb = verb.lower()
    if aux == "did":
        return inflection.past(verb)
    if aux in {"do", "does"}:
        return verb if own or who.lower() == "they" else inflection.third_person(verb)
    return f"{_OWN.get(aux, aux) if own else aux} {verb}"


def _is(match: re.Match[str], fragment: str) -> tuple[str, str] | None:
    """As in "Her name is " and "Loretta Pike"."""
    wh = match["wh"].lower()
    who = turnabout.mine(match["who"])
    be = (match["be"] or "is").lower()
    name = who.lower().endswith(("name", "title"))
    if (wh == "what" and not name) or not fragments.is_so(wh, fragment):
        return None
    if wh == "who" and who.lower() in {"he", "she", "they"}:
        return None
    return f"{who[:1].upper()}{who[1:]} {be} ", "."


_FEW = 7
_DESCRIBING = " ."
"""The end of a statement whose fragment begins with no name."""


def _described(match: re.Match[str], fragment: str) -> tuple[str, str] | None:
    """As in "She is " and "funny, very blunt", where it was asked what she is like."""
    if fragments.OTHERWISE.match(fragment) or len(fragment.split()) > _FEW:
        return None
    who = turnabout.mine(match["who"])
    be = (match["be"] or ("are" if who.lower() == "they" else "is")).lower()
    return f"{who[:1].upper()}{who[1:]} {be} ", _DESCRIBING


def _mapped(around: tuple[str, str], fragment: Mapped) -> Mapped:
    head, tail = around
    start, end = fragment.origin[0], fragment.origin[-1]
    text = fragment.text
    if tail == _DESCRIBING:
        text, tail = text[0].lower() + text[1:], "."
    if head.strip() and not re.match(r"(?:I\b|[A-Z][\w'-]+ [A-Z]|\")", text) and text[:1].isupper():
        kept = fragments.keeps(text) and not head.endswith((" a ", " an "))
        text = text if kept else text[0].lower() + text[1:]
    return Mapped(head + text + tail, (start,) * len(head) + fragment.origin + (end,) * len(tail))
