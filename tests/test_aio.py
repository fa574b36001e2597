import asyncio
import inspect

from kgmem import Memory
from kgmem.aio import AsyncMemory

NOT_AWAITED = {"scope"}


def public(cls):
    return {n: m for n, m in inspect.getmembers(cls) if not n.startswith("_")}


def test_the_two_memories_have_the_same_methods_with_the_same_signatures():
    plain, awaited = public(Memory), public(AsyncMemory)
    missing = plain.keys() - awaited.keys() - {"settings"}
    assert not missing
    for name, method in plain.items():
        if not inspect.isfunction(method):
            continue
        theirs, ours = inspect.signature(method), inspect.signature(awaited[name])
        assert list(theirs.parameters) == list(ours.parameters), name
        if name not in NOT_AWAITED:
            assert inspect.iscoroutinefunction(awaited[name]), name


def test_an_agent_observes_and_asks_in_an_event_loop(tmp_path):
    async def run():
        async with await AsyncMemory.open(tmp_path / "m") as memory:
            await memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
            await asyncio.gather(
                memory.observe("I like tea.", speaker="Nora", time="2024-01-02"),
                memory.scope("other").observe("I live in Oslo.", speaker="Kim"),
            )
            facts = await memory.facts("Nora")
            rows = await memory.query(
                "MATCH (e:Entity {namespace: $namespace}) RETURN count(e) AS n"
            )
            return [f.object for f in facts], rows

    facts, rows = asyncio.run(run())
    assert "Rome" in facts
    assert len(rows) == 1


def test_a_subgoal_is_closed_when_its_block_is_left(tmp_path):
    async def run():
        async with await AsyncMemory.open(tmp_path / "m", encoder="hash") as memory:
            async with await memory.open_subgoal("find a vet", task="t") as goal:
                await memory.observe("Call the vet.", role="action", subgoal=goal.id)
            return await memory.subgoal(goal.id)

    assert asyncio.run(run()).status == "achieved"
