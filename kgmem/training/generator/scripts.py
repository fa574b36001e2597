"""What happens in one slot of one life: the kinds of change, each a short script.

A script says what is said (with what it truly changes) and what is asked (with the answer). Times,
order among several lives, and registers are the business of `weaving`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kgmem.training.generator.banks import Bank, Domain
from kgmem.training.streams import Claim

Gap = Literal["soon", "later", "long"]


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of a script.

    Attributes:
        text: the words, without register.
        speaker: who says it.
        gap: how long after the one before.
        holds, ends, retracts, voids: see `streams.Truth`.
        phrasing: `domain/role/number`, for reports on phrasings.
    """

    text: str
    speaker: str
    gap: Gap = "later"
    holds: tuple[Claim, ...] = ()
    ends: tuple[Claim, ...] = ()
    retracts: tuple[Claim, ...] = ()
    voids: tuple[Claim, ...] = ()
    phrasing: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a script.

    Attributes:
        text: as asked.
        gold: items of the answer; empty for an absence.
        wrong: answers of a wrongly edited memory.
        valid: index of the statement after which it is asked about the world; None for now.
        known: index of the statement after which it is asked about belief; None for now.
        phrasing: `domain/role/number`.
    """

    text: str
    gold: tuple[str, ...]
    wrong: tuple[str, ...] = ()
    valid: int | None = None
    known: int | None = None
    phrasing: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """What is said and asked."""

    kind: str
    said: tuple[Said, ...]
    asked: tuple[Asked, ...]


@dataclass(slots=True)
class Life:
    """One person and one domain, with the values drawn for it.

    Attributes:
        bank: of the split.
        draw: source of chance.
        person: whose life.
        domain: the slot.
        plays: the kind of change.
        speaker: who tells it; the person unless it is told by somebody else.
    """

    bank: Bank
    draw: random.Random
    person: str
    domain: Domain
    plays: str
    speaker: str = ""
    kind: str = ""
    said: list[Said] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    _values: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Draw what stays the same."""
        self.speaker = self.speaker or self.person
        words = self.bank.words.get(self.domain.kinds, ())
        self.kind = self.draw.choice(words) if words else ""

    def value(self) -> str:
        """A value that was not drawn before in this life."""
        for _ in range(100):
            made = self.bank.compose(self.domain.value, self.draw)
            if all(made not in v and v not in made for v in self._values):
                break
        self._values.append(made)
        return made

    def claim(self, value: str) -> Claim:
        """That the value holds of this person."""
        return Claim(self.person, value)

    def say(self, role: str, v: str = "", w: str = "", gap: Gap = "later", **truth: str) -> int:
        """Say one thing; returns its index.

        Args:
            role: of the phrasing.
            v: the value at stake.
            w: the other value.
            gap: since what was said before.
            **truth: `holds`, `ends`, `retracts`, `voids`: the value concerned.
        """
        text, phrasing = self._phrase(role, v, w)
        claims = {k: (self.claim(x),) for k, x in truth.items() if x}
        self.said.append(Said(text, self.speaker, gap, phrasing=phrasing, **claims))
        return len(self.said) - 1

    def ask(
        self,
        gold: Sequence[str],
        wrong: Sequence[str] = (),
        *,
        role: str = "ask",
        v: str = "",
        valid: int | None = None,
        known: int | None = None,
    ) -> None:
        """Ask one thing; a domain without such a question is not asked."""
        when = "known" if known is not None else "now" if valid is None else "valid"
        if not self.domain.has(role) or f"{self.plays}/{when}/{role}" in self.domain.unfit:
            return
        text, phrasing = self._phrase(role, v, "")
        self.asked.append(Asked(text, tuple(gold), tuple(wrong), valid, known, phrasing))

    def check(self, value: str, *, holds: bool, known: int | None = None) -> None:
        """Ask whether a value holds."""
        answers = (("yes",), ("no",)) if holds else (("no",), ("yes",))
        self.ask(*answers, role="check", v=value, known=known)

    def ask_back(self, value: str, wrong: Sequence[str]) -> None:
        """Ask what was said last for its own sake: it changes nothing, and is not to be lost."""
        _, role, number = self.said[-1].phrasing.split("/")
        when = f"{self.plays}/now/ask_{role}"
        if self.domain.has(f"ask_{role}") and when not in self.domain.unfit:
            text, phrasing = self._phrase(f"ask_{role}", "", "", int(number))
            self.asked.append(Asked(text, (value,), tuple(wrong), phrasing=phrasing))

    def _phrase(self, role: str, v: str, w: str, number: int = -1) -> tuple[str, str]:
        options = self.domain.phrasings[role]
        i = self.draw.randrange(len(options)) if number < 0 else number
        text = options[i].replace("{v}", v).replace("{w}", w)
        text = text.replace("{p}", self.person).replace("{kind}", self.kind)
        return text, f"{self.domain.id}/{role}/{i}"

    def script(self) -> Script:
        """What was said and asked so far."""
        return Script(self.plays, tuple(self.said), tuple(self.asked))


def _gap(life: Life) -> Gap:
    return life.draw.choice(("later", "later", "long"))


def additive(life: Life) -> None:
    """A second value beside the first: both hold."""
    one, two = life.value(), life.value()
    first = life.say("state", one, holds=one)
    life.say("another", two, gap=_gap(life), holds=two)
    life.ask((one, two))
    life.ask((one,), (two,), known=first)
    life.check(one, holds=True)


def beside(life: Life) -> None:
    """Further values of what holds many, told as if they were news: all of them hold."""
    told = [life.value()]
    life.say("state", told[0], holds=told[0])
    for _ in range(life.draw.choice((1, 1, 2))):
        told.append(life.value())
        life.say("beside", told[-1], gap=_gap(life), holds=told[-1])
    life.ask(told)
    for value in told:
        life.check(value, holds=True)


def contradiction(life: Life) -> None:
    """A new value of what holds one: the old one ends."""
    old, new = life.value(), life.value()
    first = life.say("state", old, holds=old)
    life.say("change", new, old, gap=_gap(life), holds=new, ends=old)
    life.ask((new,), (old,))
    life.ask((old,), (new,), role="then", valid=first)
    life.ask((old,), (new,), known=first)
    life.check(new, holds=True)


def returning(life: Life) -> None:
    """Back to the first value: a second interval of it."""
    old, new = life.value(), life.value()
    life.say("state", old, holds=old)
    if life.domain.holds == "many":
        end = life.say("end", old, gap=_gap(life), ends=old)
        life.say("back", old, gap=_gap(life), holds=old)
        life.check(old, holds=True)
        life.check(old, holds=False, known=end)
        return
    middle = life.say("change", new, old, gap=_gap(life), holds=new, ends=old)
    life.say("back", old, new, gap=_gap(life), holds=old, ends=new)
    life.ask((old,), (new,))
    life.ask((new,), (old,), role="then", valid=middle)
    life.ask((new,), (old,), known=middle)
    life.check(old, holds=True)


def refinement(life: Life) -> None:
    """First without a name, then with it: one thing, not two."""
    name = life.value()
    life.say("plain", holds=life.kind)
    life.say("named", name, gap=_gap(life), holds=name)
    life.ask((name,))
    life.ask(("1",), ("2", "3"), role="count")


def paraphrase(life: Life) -> None:
    """The same thing in other words: support, nothing new; then a change is seen all the same."""
    old = life.value()
    first = life.say("state", old, holds=old)
    life.say("again", old, gap=_gap(life), holds=old)
    if life.domain.holds == "one" and life.domain.has("change"):
        new = life.value()
        life.say("change", new, old, gap=_gap(life), holds=new, ends=old)
        life.ask((new,), (old,))
        life.ask((old,), (new,), role="then", valid=first)
        return
    life.ask((old,))
    if life.domain.has("end", "check"):
        life.say("end", old, gap=_gap(life), ends=old)
        life.asked.clear()
        life.check(old, holds=False)


def correction(life: Life) -> None:
    """A slip of the tongue: the first value was never true, then neither."""
    slip, meant = life.value(), life.value()
    if life.domain.has("slip") and (life.draw.random() < 0.5 or not life.domain.has("correct")):
        first = life.say("slip", meant, slip, holds=meant, retracts=slip)
    else:
        first = life.say("state", slip, holds=slip)
        life.say("correct", meant, slip, gap="soon", holds=meant, retracts=slip)
        life.ask((slip,), (meant,), known=first)
    life.ask((meant,), (slip,))
    if life.domain.holds == "one":
        life.ask((meant,), (slip,), role="then", valid=len(life.said) - 1)


def negation(life: Life) -> None:
    """What ends without anything in its place; the rest stays."""
    if life.domain.holds == "one":
        value = life.value()
        first = life.say("state", value, holds=value)
        life.say("end", value, gap=_gap(life), ends=value)
        life.check(value, holds=False)
        life.ask((value,), role="then", valid=first)
        return
    kept, lost = life.value(), life.value()
    order = [kept, lost]
    life.draw.shuffle(order)
    life.say("state", order[0], holds=order[0])
    life.say("another", order[1], holds=order[1])
    life.say("end", lost, gap=_gap(life), ends=lost)
    life.ask((kept,), (lost,))
    life.ask((kept, lost), known=1)
    life.check(lost, holds=False)
    life.check(kept, holds=True)


def hypothetical(life: Life) -> None:
    """What is wished, planned or imagined changes nothing."""
    true, dream = life.value(), life.value()
    life.say("state", true, holds=true)
    life.say("maybe", dream, true, gap=_gap(life), voids=dream)
    life.ask_back(dream, (true,))
    life.ask((true,), (dream,))
    life.check(true, holds=True)


def temporary(life: Life) -> None:
    """What holds for a while changes nothing that lasts."""
    true, guest = life.value(), life.value()
    life.say("state", true, holds=true)
    life.say("briefly", guest, true, gap=_gap(life), voids=guest)
    life.ask((true,), (guest,))
    life.check(true, holds=True)


def joint(life: Life) -> None:
    """One goes and another comes in the same breath; a third stays."""
    old, new = life.value(), life.value()
    first = life.say("state", old, holds=old)
    kept = ""
    if life.domain.has("another") and life.draw.random() < 0.5:
        kept = life.value()
        first = life.say("another", kept, holds=kept)
    life.say("joint", new, old, gap=_gap(life), holds=new, ends=old)
    rest = (kept,) if kept else ()
    life.ask((*rest, new), (old,))
    life.ask((old, *rest), (new,), known=first)
    life.check(old, holds=False)
    life.check(new, holds=True)
    if kept:
        life.check(kept, holds=True)


def distractors(life: Life) -> None:
    """What is said of others, or of other things, in nearly the same words."""
    true = life.value()
    life.say("state", true, holds=true)
    roles = [r for r in ("other", "near") if life.domain.has(r)]
    wrong = []
    for role in life.draw.sample(roles, k=life.draw.randint(1, len(roles))):
        wrong.append(life.value())
        life.say(role, wrong[-1], true, gap=_gap(life), voids=wrong[-1])
        life.ask_back(wrong[-1], (true,))
    life.ask((true,), wrong)
    life.check(true, holds=True)


def names(one: Life, two: Life) -> None:
    """Two people of the same first name, told by a third: what happens to one leaves the other."""
    a, b, new = one.value(), one.value(), one.value()
    one.say("told", a, holds=a)
    two.say("told", b, holds=b)
    if one.domain.has("told_change"):
        one.say("told_change", new, a, gap=_gap(one), holds=new, ends=a)
        one.ask((new,), (a, b))
    else:
        one.ask((a,), (b,))
    two.ask((b,), (a, new))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of change: which domains can play it, and how.

    Attributes:
        play: writes the script.
        needs: roles of phrasings, any one of the alternatives.
        holds: how many values the domain holds; empty for either.
    """

    play: Callable[[Life], None]
    needs: tuple[tuple[str, ...], ...]
    holds: str = ""


def fits(kind: str, domain: Domain) -> bool:
    """Whether a domain has the phrasings for a kind of change."""
    needs = SCRIPTS[kind]
    if kind in domain.unfit or (needs.holds and domain.holds != needs.holds):
        return False
    return any(domain.has(*roles) for roles in needs.needs)


SCRIPTS: dict[str, Kind] = {
    "additive": Kind(additive, (("state", "another"),), "many"),
    "beside": Kind(beside, (("state", "beside"),), "many"),
    "contradiction": Kind(contradiction, (("state", "change"),), "one"),
    "return": Kind(returning, (("state", "change", "back"), ("state", "end", "back", "check"))),
    "refinement": Kind(refinement, (("plain", "named"),)),
    "paraphrase": Kind(paraphrase, (("state", "again"),)),
    "correction": Kind(correction, (("slip",), ("state", "correct"))),
    "negation": Kind(negation, (("state", "another", "end"), ("state", "end", "check", "then"))),
    "hypothetical": Kind(hypothetical, (("state", "maybe"),)),
    "temporary": Kind(temporary, (("state", "briefly"),)),
    "joint": Kind(joint, (("state", "joint"),)),
    "distractors": Kind(distractors, (("state", "other"), ("state", "near"))),
}
