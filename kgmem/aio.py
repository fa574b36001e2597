"""`AsyncMemory`: the methods of `Memory`, awaited, in worker threads. No logic of its own."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from kgmem.memory import Goal, Memory
from kgmem.results import Rows
from kgmem.types import SubgoalStatus

P = ParamSpec("P")
R = TypeVar("R")


def _awaited(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    @functools.wraps(method)
    async def call(self: AsyncMemory, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(method, self.memory, *args, **kwargs)

    return cast("Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]", call)


class AsyncGoal:
    """A `Goal` for asyncio.

    Attributes:
        goal: the handle as it was when it was made.
    """

    def __init__(self, goal: Goal) -> None:
        """Wrap a handle."""
        self.goal = goal

    @property
    def id(self) -> str:
        """`g3`."""
        return self.goal.id

    @property
    def status(self) -> SubgoalStatus:
        """As it was when the handle was made."""
        return self.goal.status

    @property
    def summary(self) -> str:
        """What it was folded to."""
        return self.goal.summary

    async def close(self, status: SubgoalStatus, *, summary: str = "") -> AsyncGoal:
        """Close it; see `Memory.close_subgoal`."""
        call = functools.partial(self.goal.close, status, summary=summary)
        return AsyncGoal(await asyncio.to_thread(call))

    async def __aenter__(self) -> AsyncGoal:
        """Use the subgoal as an asynchronous context manager."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it as achieved, or as failed when an exception leaves the block."""
        await asyncio.to_thread(self.goal.__exit__, kind, error, trace)

    def __repr__(self) -> str:
        """As the handle's."""
        return repr(self.goal)


class AsyncMemory:
    """A `Memory` for asyncio: `memory = await AsyncMemory.open("agent.kgmem")`.

    Attributes:
        memory: the memory that does the work.
    """

    def __init__(self, memory: Memory) -> None:
        """Wrap an open memory."""
        self.memory = memory

    @classmethod
    async def open(cls, *args: Any, **kwargs: Any) -> AsyncMemory:
        """See `Memory.open`."""
        return cls(await asyncio.to_thread(functools.partial(Memory.open, *args, **kwargs)))

    def scope(self, namespace: str, *, read: Sequence[str] = ()) -> AsyncMemory:
        """See `Memory.scope`; not awaited, since it touches nothing."""
        return AsyncMemory(self.memory.scope(namespace, read=read))

    async def __aenter__(self) -> AsyncMemory:
        """Use the memory as an asynchronous context manager."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.close()

    def __repr__(self) -> str:
        """As the memory's."""
        return f"<Async{repr(self.memory)[1:]}"

    @property
    def namespace(self) -> str:
        """The namespace that is written to."""
        return self.memory.namespace

    async def query(
        self,
        cypher: str,
        *,
        across_namespaces: bool = False,
        parameters: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Rows:
        """See `Memory.query`."""
        merged = {**(parameters or {}), **named}
        call = functools.partial(self.memory.query, cypher, parameters=merged)
        return await asyncio.to_thread(call, across_namespaces=across_namespaces)

    close = _awaited(Memory.close)
    namespaces = _awaited(Memory.namespaces)
    observe = _awaited(Memory.observe)
    observe_many = _awaited(Memory.observe_many)
    observe_messages = _awaited(Memory.observe_messages)
    resume = _awaited(Memory.resume)
    ask = _awaited(Memory.ask)
    context = _awaited(Memory.context)
    retrieve = _awaited(Memory.retrieve)
    facts = _awaited(Memory.facts)
    predicates = _awaited(Memory.predicates)
    entities = _awaited(Memory.entities)
    neighbors = _awaited(Memory.neighbors)
    path = _awaited(Memory.path)
    timeline = _awaited(Memory.timeline)
    history = _awaited(Memory.history)
    to_networkx = _awaited(Memory.to_networkx)
    to_igraph = _awaited(Memory.to_igraph)
    define = _awaited(Memory.define)
    tell = _awaited(Memory.tell)
    correct = _awaited(Memory.correct)
    retract = _awaited(Memory.retract)
    undo = _awaited(Memory.undo)
    merge = _awaited(Memory.merge)
    split = _awaited(Memory.split)

    async def open_subgoal(
        self, description: str, *, task: str = "", parent: str | None = None
    ) -> AsyncGoal:
        """See `Memory.open_subgoal`."""
        call = functools.partial(self.memory.open_subgoal, description, task=task, parent=parent)
        return AsyncGoal(await asyncio.to_thread(call))

    async def subgoal(self, id: str) -> AsyncGoal:
        """See `Memory.subgoal`."""
        return AsyncGoal(await asyncio.to_thread(self.memory.subgoal, id))

    async def close_subgoal(
        self, id: str, status: SubgoalStatus, *, summary: str = ""
    ) -> AsyncGoal:
        """See `Memory.close_subgoal`."""
        call = functools.partial(self.memory.close_subgoal, id, status, summary=summary)
        return AsyncGoal(await asyncio.to_thread(call))

    unfold = _awaited(Memory.unfold)
    working_memory = _awaited(Memory.working_memory)
    forget = _awaited(Memory.forget)
    verify = _awaited(Memory.verify)
    rebuild = _awaited(Memory.rebuild)
    reembed = _awaited(Memory.reembed)
    create_vector_index = _awaited(Memory.create_vector_index)
    drop_vector_index = _awaited(Memory.drop_vector_index)
    vector_index = _awaited(Memory.vector_index)
    export = _awaited(Memory.export)
    import_ = _awaited(Memory.import_)
    stats = _awaited(Memory.stats)
