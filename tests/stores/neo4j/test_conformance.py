"""A conversation through `Memory` on both stores: the same memory comes out."""

import json

import pytest

from kgmem.results import Candidate

pytestmark = pytest.mark.neo4j
KINDS = ("episode", "entity", "alias", "support", "ending", "version", "subgoal", "relation")
QUESTIONS = [
    ("Which pets does Nora have?", None),
    ("Where does Nora live?", None),
    ("When did Leo marry Ingrid?", None),
    ("Who repaired Tom's bicycle?", None),
    ("What is my dentist called?", "Nora"),
    ("What did Tom buy?", None),
    ("What does Omar play?", None),
]


def rows(memory):
    with memory._engine.store.read(memory.namespace) as reader:
        found = {row.id: row for kind in KINDS for row in reader.scan(kind)}
        return found, list(reader.journal()), reader.counters()


def ranked(candidates: list[Candidate]):
    """Candidates in order, those with equal scores (1e-5) in the order of their ids."""
    return sorted((-round(c.score, 5), c.id) for c in candidates)


def test_a_conversation_gives_the_same_memory_on_both_stores(both, talk):
    for memory in both:
        talk(memory)
    embedded, server = both
    theirs, ours = rows(embedded), rows(server)
    assert ours[0] == theirs[0]
    assert ours[1] == theirs[1]
    assert ours[2] == theirs[2]
    assert len(ours[0]) > 300
    assert server.facts() == embedded.facts()
    for question, asker in QUESTIONS:
        assert ranked(server.retrieve(question, asker=asker)) == ranked(
            embedded.retrieve(question, asker=asker)
        )
        assert server.ask(question, asker=asker) == embedded.ask(question, asker=asker)
    assert server.timeline("Nora") == embedded.timeline("Nora")
    assert server.verify().problems == embedded.verify().problems == ()


EVERYTHING = (
    "MATCH (n) WHERE n:Entity OR n:Fact OR n:Version OR n:Episode OR n:Subgoal RETURN n",
    "MATCH (a)-[r]->(b) RETURN a.id, r, b.id",
)


def test_what_is_drawn_is_what_the_projection_draws(both, talk):
    for memory in both:
        talk(memory)
        memory.forget(source=["talk#4", "talk#22"])
        memory.undo(memory.observe("I moved to Faro.", speaker="Nora", time="2024-08-01").step)
        memory.observe("Between two others.", speaker="Tom", time="2024-01-20", thread="t0")
    embedded, server = both
    for statement in EVERYTHING:
        theirs = sorted(map(_comparable, embedded.query(statement)))
        ours = sorted(map(_comparable, server.query(statement)))
        assert len(ours) > 200
        assert [x for x in ours if x not in theirs] == []
        assert [x for x in theirs if x not in ours] == []
        assert ours == theirs


def _comparable(row):
    """A row as text, without properties that are empty lists (one store leaves them out)."""
    return json.dumps(row, sort_keys=True)


def test_forgetting_gives_the_same_memory_on_both_stores_and_is_proved(both, talk):
    for memory in both:
        talk(memory)
    results = [memory.forget(source=["talk#2", "talk#16", "talk#40"]) for memory in both]
    assert results[0] == results[1]
    assert results[1].remains == ()
    assert rows(both[0]) == rows(both[1])
    assert both[1].verify().problems == ()


def test_an_export_moves_a_memory_either_way_without_loss(both, talk, opened, tmp_path):
    embedded, server = both
    talk(embedded)
    embedded.export(tmp_path / "there.jsonl")
    server.import_(tmp_path / "there.jsonl")
    server.export(tmp_path / "back.jsonl")
    with opened(":memory:") as again:
        again.import_(tmp_path / "back.jsonl")
        assert rows(again) == rows(embedded)
    assert rows(server) == rows(embedded)
    lines = [
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()[1:]]
        for name in ("there.jsonl", "back.jsonl")
    ]
    assert len(lines[0]) == len(lines[1])
