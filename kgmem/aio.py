"""`AsyncMemory`: the methods of `Memory`, awaited, in worker threads. No logic of its own."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from kgmem.memory import Memory
from kgmem.results import Rows

P = ParamSpec("P")
R = TypeVar("R")


def _awaited(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    @functools.wraps(method)
    async def call(self: AsyncMemory, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(method, self.memory, *args, **kwargs)

    return cast("Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]", call)


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
    open_subgoal = _awaited(Memory.open_subgoal)
    subgoal = _awaited(Memory.subgoal)
    close_subgoal = _awaited(Memory.close_subgoal)
    unfold = _awaited(Memory.unfold)
    working_memory = _awaited(Memory.working_memory)
    forget = _awaited(Memory.forget)
    verify = _awaited(Memory.verify)
    rebuild = _awaited(Memory.rebuild)
    reembed = _awaited(Memory.reembed)
    export = _awaited(Memory.export)
    import_ = _awaited(Memory.import_)
    stats = _awaited(Memory.stats)
