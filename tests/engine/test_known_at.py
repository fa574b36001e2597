"""What memory believed at a time stays askable after an undo, with its words."""

from datetime import datetime, timezone

import pytest


def _now():
    return datetime.now(timezone.utc)


@pytest.fixture
def undone(memory):
    """A move that was believed for a while, then undone; returns the time of that belief."""
    memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01T18:00Z")
    moved = memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-06-01T18:00Z")
    believed = _now()
    memory.undo(moved.step)
    memory.observe("I met Zelda.", speaker="Nora", time="2024-07-01T18:00Z")
    return believed


def test_an_undone_belief_still_answers_for_its_time(memory, undone):
    assert memory.ask("Where does Nora live?").text == "Rome"
    assert memory.ask("Where does Nora live?", known_at=undone).text == "Lisbon"


def test_an_undone_belief_is_retrieved_for_its_time_and_only_for_it(memory, undone):
    def texts(**when):
        return {c.text for c in memory.retrieve("Where does Nora live?", **when)}

    assert "Nora lives in Lisbon" in texts(known_at=undone)
    assert "Nora lives in Lisbon" not in texts()


def test_an_undone_belief_keeps_its_words_as_evidence(memory, undone):
    (home,) = memory.facts("Nora", "lives_in", object="Lisbon", known_at=undone)
    assert [e.quote for e in home.evidence] == ["I moved to Lisbon"]


def test_an_entity_that_only_an_undone_step_spoke_of_is_found_for_its_time(memory, undone):
    assert [f.subject for f in memory.facts(object="Lisbon", known_at=undone)] == ["Nora", "Nora"]


def test_what_was_forgotten_is_in_no_earlier_belief(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01T18:00Z")
    seen = memory.observe(
        "I moved to Lisbon.", speaker="Nora", time="2024-06-01T18:00Z", source="m2"
    )
    believed = _now()
    memory.undo(seen.step)
    memory.forget(source="m2")
    shown = repr(memory.facts("Nora", known_at=believed))
    shown += repr(memory.retrieve("Where does Nora live?", known_at=believed))
    assert "Lisbon" not in shown
