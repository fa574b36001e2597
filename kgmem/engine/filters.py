"""What a retrieval is limited to, from the arguments of the facade."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgmem.engine.state import Engine
from kgmem.engine.tasks import in_working_memory, require_subgoal

if TYPE_CHECKING:
    from kgmem.retrieval import Filters


def filters(
    engine: Engine, *, subgoal: str | None = None, exclude_working: str | None = None
) -> Filters:
    """What retrieval is limited to.

    Raises:
        UnknownId: there is no such subgoal.
    """
    from kgmem.retrieval import Filters

    chosen = Filters()
    if subgoal is None and exclude_working is None:
        return chosen
    with engine.store.read(engine.namespace) as reader:
        if subgoal is not None:
            require_subgoal(reader, subgoal)
            chosen = replace(chosen, subgoal=subgoal)
        if exclude_working is not None:
            chosen = replace(chosen, exclude_episodes=in_working_memory(reader, exclude_working))
    return chosen
