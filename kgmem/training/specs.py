"""Policies and distillers by the names that commands take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kgmem.errors import InputError
from kgmem.protocols import Distiller, EditPolicy

ORACLE = "oracle"
"""Not a policy of its own: one is made for each stream, from what it truly changes."""


_LM = "lm:"


def _rules() -> EditPolicy:
    from kgmem.policy import RulesPolicy

    return RulesPolicy()


def _adds() -> EditPolicy:
    from kgmem.training.evaluation import AddsAll

    return AddsAll()


def _compact(path: Path | None = None) -> EditPolicy:
    from kgmem.policy.compact import CompactPolicy

    return CompactPolicy.load(path)


def _budget() -> Distiller:
    from kgmem.distillation import BudgetDistiller

    return BudgetDistiller()


POLICIES: dict[str, Callable[[], EditPolicy]] = {
    "rules": _rules,
    "add": _adds,
    "compact": _compact,
}
DISTILLERS: dict[str, Callable[[], Distiller]] = {"budget": _budget}


def edit_policy(spec: str) -> EditPolicy | str:
    """The policy that a name or a file of weights stands for; "oracle" stays a name.

    Raises:
        InputError: there is no policy of that name and no such file.
    """
    if spec == ORACLE:
        return spec
    if spec in POLICIES:
        return POLICIES[spec]()
    if spec.startswith(_LM):
        from kgmem.policy.lm import LmEditPolicy

        return LmEditPolicy.load(spec.removeprefix(_LM))
    if Path(spec).is_file():
        return _compact(Path(spec))
    raise InputError(
        f"no policy {spec!r}: use {', '.join(POLICIES)}, {ORACLE}, lm:DIR, or a file of weights"
    )


def distiller(spec: str) -> Distiller:
    """The distiller that a name or a file of weights stands for.

    Raises:
        InputError: there is no distiller of that name and no such file.
    """
    if spec in DISTILLERS:
        return DISTILLERS[spec]()
    if Path(spec).is_file():
        from kgmem.distillation import CompactDistiller

        return CompactDistiller.load(spec)
    raise InputError(f"no distiller {spec!r}: use {', '.join(DISTILLERS)}, or a file of weights")
