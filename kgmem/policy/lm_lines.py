"""A case in words, and the edits that a language model's lines mean.

The lines are those that the reward of format counts as valid: exactly one of `ADD`, `NOOP` and
`MERGE f1`, and beside an `ADD` or `MERGE` any number of `DELETE f1 ended` or `DELETE f1 retracted`.
Facts are numbered by their place in the prompt, not by their ids. Whatever else a model writes
means nothing; the policy falls back and counts it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from kgmem import assets
from kgmem.language.catalogue import Catalogue
from kgmem.language.relations import text_of
from kgmem.policy.compact import actions
from kgmem.policy.compact.actions import Action
from kgmem.protocols import Case, Neighbor
from kgmem.types import Edit

SHOWN = 10
"""Most facts that a prompt shows."""
MAX_TOKENS = 40
"""Most tokens of a reply."""
_LONGEST = 300  # characters of the turn that a prompt quotes

_THINK = re.compile(r"<think>.*?(?:</think>|$)", re.S | re.I)
_FENCE = re.compile(r"^\s*```\w*\s*$", re.M)
_LINE = re.compile(
    r"(?:[-*]\s+)?(?:(?P<main>ADD|NOOP)|MERGE\s+f(?P<into>\d+)"
    r"|DELETE\s+f(?P<gone>\d+)\s+(?P<fate>ended|retracted))\s*\.?",
    re.I,
)


def instructions() -> str:
    """The system prompt."""
    return assets.prompt("edit")


def prompt(case: Case) -> str:
    """The triple, who said it and when, and the numbered facts around it."""
    facts = [case.neighbors[i] for i in shown(case)]
    known = [f"f{n}: {_fact(near, case)}" for n, near in enumerate(facts, 1)]
    said = " ".join(case.episode.body.split())[:_LONGEST]
    speaker = case.episode.speaker or "somebody"
    heard = f'Said on {case.episode.time:%Y-%m-%d} by {speaker}: "{said}"'
    return "\n".join(["Known:", *(known or ["nothing"]), heard, f"New: {_statement(case)}"])


def shown(case: Case) -> list[int]:
    """Places of the neighbours that the prompt shows, in its order.

    Those about the same subject and relation come first, then what holds, then what is alike.
    """

    def rank(i: int) -> tuple[bool, bool, float, int]:
        near = case.neighbors[i]
        same = near.content.subject == case.content.subject
        rival = same and near.content.relation == case.content.relation
        return (not rival, near.status != "live", -near.similarity, i)

    return sorted(range(len(case.neighbors)), key=rank)[:SHOWN]


def forced(case: Case, relations: Catalogue) -> bool:
    """Whether only `NOOP` is possible, so that there is nothing to ask."""
    return not actions.options(case, relations).main[1:].any()


def bare(reply: str) -> str:
    """A reply without its thinking and without fences; what format is judged by."""
    return _FENCE.sub("", _THINK.sub("", reply)).strip()


def action(reply: str, case: Case) -> Action | None:
    """The choice that a reply means; None where it is anything but edits of facts shown.

    Returns:
        `(1 + n,)`: the pointer, then the fate of each of the n neighbours (`compact.actions`).
    """
    lines = [line.strip() for line in bare(reply).splitlines() if line.strip()]
    found = [_LINE.fullmatch(line) for line in lines]
    read = [m for m in found if m]
    places = shown(case)
    if not read or len(read) < len(found):
        return None
    targets = [int(m["into"] or m["gone"]) for m in read if m["into"] or m["gone"]]
    mains = [m for m in read if not m["gone"]]
    if len(mains) != 1 or len(targets) != len(set(targets)):
        return None
    if not all(1 <= t <= len(places) for t in targets):
        return None
    left_out = (mains[0]["main"] or "").upper() == "NOOP"
    if left_out and len(read) > 1:
        return None
    return _chosen(read, places, len(case.neighbors))


def edits(chosen: Action, case: Case, relations: Catalogue) -> list[Edit]:
    """The edits of a choice; when something ended is computed as the rules compute it.

    An addition falls among later values where the relation holds one value, as with the rules.
    """
    allowed = actions.options(case, relations)
    if chosen[0] == actions.ADD and allowed.placed is not None and case.cardinality == "one":
        chosen = chosen.copy()
        chosen[0] = actions.PLACE
    return actions.edits(case, allowed, chosen, [1.0] * len(chosen))


def fallback(case: Case, relations: Catalogue) -> list[Edit]:
    """What is done where a reply means nothing: added, so that nothing said is lost."""
    if forced(case, relations):
        return [Edit("NOOP", reason="nothing that memory should keep")]
    nothing = np.zeros(1 + len(case.neighbors), np.int64)
    nothing[0] = actions.ADD
    return edits(nothing, case, relations)


def lines(chosen: Sequence[Edit], case: Case) -> str:
    """The lines that come closest to given edits: labels for imitation."""
    number = {case.neighbors[i].fact: n for n, i in enumerate(shown(case), 1)}
    main, gone = "NOOP", []
    for edit in chosen:
        target = number.get(edit.target or "")
        if edit.op == "DELETE" and target is not None:
            fate = "retracted" if edit.ending == "retracted" else "ended"
            gone.append(f"DELETE f{target} {fate}")
        elif edit.op == "MERGE" and target is not None:
            main = f"MERGE f{target}"
        elif edit.op in ("ADD", "MERGE"):
            main = "ADD"
    return "\n".join([main, *gone]) if main != "NOOP" else main


def _chosen(read: Sequence[re.Match[str]], places: Sequence[int], count: int) -> Action:
    made = np.zeros(1 + count, np.int64)
    for match in read:
        if match["gone"]:
            ended = match["fate"].lower() == "ended"
            made[1 + places[int(match["gone"]) - 1]] = actions.END if ended else actions.RETRACT
        elif match["into"]:
            made[0] = actions.MAINS + places[int(match["into"]) - 1]
        else:
            made[0] = actions.ADD if match["main"].upper() == "ADD" else actions.NOOP
    return made


def _fact(near: Neighbor, case: Case) -> str:
    marks = [near.said[:10]] if near.said else []
    marks += [near.status] if near.status != "live" else []
    marks += ["now"] if near.here else []
    marks += ["denied"] if not near.content.positive else []
    return f"{near.content.text} ({', '.join(marks)})" if marks else near.content.text


def _statement(case: Case) -> str:
    triple = case.triple
    marks: list[str] = [] if triple.modality == "actual" else [triple.modality]
    marks += [] if triple.positive else ["denied"]
    marks += ["for a while"] if triple.temporary else []
    marks += [] if case.corrects is None else [f"not {text_of(triple.corrects)}"]
    return f"{triple.text} ({', '.join(marks)})" if marks else triple.text
