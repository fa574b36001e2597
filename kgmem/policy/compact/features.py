"""What the compact policy sees of a case: plain numbers, from the case alone, without ids.

Missing on purpose, because a case does not show it: how many values a relation holds for *other*
subjects, and the vectors themselves (of those a case has only the cosine).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import cache

import numpy as np

from kgmem import assets
from kgmem.language.catalogue import Catalogue, catalogue
from kgmem.policy import likeness
from kgmem.policy.compact import cues
from kgmem.policy.compact.actions import (
    ADD,
    END,
    FATES,
    KEEP,
    MAINS,
    NOOP,
    PLACE,
    RETRACT,
    Options,
    options,
)
from kgmem.policy.compact.of_case import is_value, of_case
from kgmem.policy.compact.of_neighbor import of_neighbor
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, Episode
from kgmem.types import Floats, Ref, Triple

VERSION = 4
"""Raised when a feature of the same name, or what may be chosen, comes to mean something else."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A case as numbers.

    Attributes:
        case: `(C,)`.
        neighbors: `(n, N)`.
        options: what may be chosen.
    """

    case: Floats
    neighbors: Floats
    options: Options


def see(case: Case, relations: Catalogue) -> Seen:
    """Turn a case into numbers, with what may be chosen for it."""
    allowed = options(case, relations)
    own = {**of_case(case, relations, placed=allowed.placed is not None), **_usual(allowed)}
    rows = _neighbors(case, relations, allowed)
    columns = len(spec()["neighbor"])
    numbers = [list(row.values()) for row in rows]
    return Seen(
        case=np.fromiter(own.values(), np.float32, len(own)),
        neighbors=np.array(numbers, np.float32).reshape(len(rows), columns),
        options=allowed,
    )


def _neighbors(case: Case, relations: Catalogue, allowed: Options) -> list[dict[str, float]]:
    refined = likeness.refined(case) if case.neighbors else None
    live = [n for n in case.neighbors if n.status == "live" and is_value(case, n)]
    newest = max(live, key=lambda n: (n.said, n.fact)).fact if live else ""
    return [
        of_neighbor(
            case,
            n,
            relations,
            plan=allowed.ends.keys(),
            refined="" if refined is None else refined.fact,
            newest=newest,
        )
        | _usual_of(allowed, i)
        for i, n in enumerate(case.neighbors)
    ]


def _usual(allowed: Options) -> dict[str, float]:
    """What the rules would do with the triple."""
    main = int(allowed.usual[0])
    return {
        "rules_leave": float(main == NOOP),
        "rules_add": float(main == ADD),
        "rules_place": float(main == PLACE),
        "rules_merge": float(main >= MAINS),
        "rules_retire": float((allowed.usual[1:] != KEEP).any()),
    }


def _usual_of(allowed: Options, i: int) -> dict[str, float]:
    """What the rules would do with a neighbour."""
    fate = int(allowed.usual[1 + i])
    return {
        "rules_into": float(int(allowed.usual[0]) == MAINS + i),
        "rules_end": float(fate == END),
        "rules_retract": float(fate == RETRACT),
    }


@cache
def spec() -> Mapping[str, tuple[str, ...]]:
    """Names of the features, in order: `case`, `neighbor`; and of the choices, `fate`."""
    example, relations = _example(), catalogue()
    allowed = options(example, relations)
    (row,) = _neighbors(example, relations, allowed)
    names = (*of_case(example, relations, placed=False), *_usual(allowed))
    return {"case": names, "neighbor": tuple(row), "fate": FATES}


@cache
def fingerprint() -> str:
    """Hash of all that the features mean; weights are of one fingerprint."""
    parts = [str(VERSION), assets.text("data", cues.FILE)]
    parts += [f"{group}:{','.join(names)}" for group, names in spec().items()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _example() -> Case:
    """Any case with a neighbour: it has every feature."""
    said = datetime(2024, 1, 1, tzinfo=timezone.utc)
    content = Content("e1", "knows", "knows", None, "Ana knows")
    return Case(
        triple=Triple(Ref("Ana"), "knows", None, (0, 9), "Ana knows"),
        content=content,
        episode=Episode("ep1", "Ana knows", said, said),
        tier="asserted",
        neighbors=(
            Neighbor("f1", content, "live", "asserted", 1.0, 1, said.isoformat(), 0.5, "similar"),
        ),
        cardinality="many",
    )
