from datetime import datetime, timezone

import pytest

from kgmem import codec, errors
from kgmem.records import Alias, Effect, Entity, Episode, JournalEntry
from kgmem.types import Bound, Edit

NOW = datetime(2024, 5, 1, 18, 0, tzinfo=timezone.utc)
EPISODE = Episode("ep1", "I live in Rome.", NOW, NOW, speaker="Nora", metadata={"a": [1, None]})


@pytest.mark.parametrize(
    ("identifier", "kind", "count"), [("ep88", "ep", 88), ("e12", "e", 12), ("f305", "f", 305)]
)
def test_an_id_tells_its_kind_and_number(identifier, kind, count):
    assert codec.prefix(identifier) == kind
    assert codec.number(identifier) == count


@pytest.mark.parametrize("wrong", ["", "12", "z9", "f", "f1x", "ep-1", "f1\n"])
def test_what_is_no_id_is_refused(wrong):
    with pytest.raises(errors.InputError, match="ids look like"):
        codec.prefix(wrong)


def test_a_record_comes_back_as_it_was():
    for record in (EPISODE, Entity("e1", "Nora", "person", named=True), Alias("a1", "e1", "Nora")):
        assert codec.load(record.id, codec.dump(record)) == record


def test_a_row_that_is_read_again_is_decoded_once():
    row = codec.dump(Alias("a1", "e1", "Nora")).decode()
    assert codec.recall("a7", row) is codec.recall("a1", row)
    assert codec.recall("a1", row) == codec.load("a1", row)
    again = codec.recall("a1", row)
    codec.clear_cache()
    assert codec.recall("a1", row) is not again


def test_what_a_caller_could_write_to_is_decoded_each_time():
    row = codec.dump(EPISODE).decode()
    codec.recall("ep1", row).metadata["a"].append("changed")
    assert codec.recall("ep1", row) == EPISODE


def test_json_of_another_kind_is_refused():
    with pytest.raises(errors.InputError, match="a1"):
        codec.load("a1", codec.dump(EPISODE))


def test_the_payload_of_an_entry_comes_back_as_it_was():
    decision = (Edit("DELETE", "f1", "ended", Bound(NOW, None, "day"), "moved", 0.9),)
    effects = (Effect("ep1", EPISODE), Effect("e1", None))
    assert codec.load_payload(codec.dump_payload(decision, effects)) == (decision, effects)


def test_a_malformed_payload_is_refused():
    with pytest.raises(errors.InputError, match="payload"):
        codec.load_payload(b'{"effects": 5}')


def test_the_graph_is_the_fold_of_its_journal():
    put = JournalEntry(1, "t1", NOW, "episode", effects=(Effect("ep1", EPISODE),))
    drop = JournalEntry(2, "t2", NOW, "forget", effects=(Effect("ep1", None),))
    assert codec.fold([put]) == {"ep1": EPISODE}
    assert codec.fold([put, drop]) == {}
