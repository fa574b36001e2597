import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import numpy as np
import pytest

from kgmem.language.tokens import terms
from kgmem.records import Alias
from kgmem.snapshot import Snapshot, Snapshots
from kgmem.snapshot.views import view_facts


@pytest.fixture
def pets(world, rows):
    world.write(
        [
            rows.entity(1, "Nora"),
            rows.entity(2, "Biscuit", "animal"),
            rows.entity(3, "Pickle", "animal"),
            rows.episode(1, "I adopted a cat named Biscuit."),
            rows.episode(2, "Lovely!", speaker="Ana", minute=1),
        ]
    )
    first = rows.fact(1, 1, "has_pet", 2, "Nora adopted a cat named Biscuit", others=[3])
    world.write([first, rows.support(1, first, 1)])
    second = rows.fact(2, 1, "has_pet", 3, "Nora adopted Pickle")
    world.write([rows.episode(3, "And Pickle too", minute=2), second, rows.support(2, second, 3)])
    return world


def same(a: Snapshot, b: Snapshot) -> None:
    """Two snapshots answer every lookup alike."""
    assert a.revision == b.revision
    assert a.counters == b.counters
    for entity in range(1, 12):
        for relation in (None, "has_pet", "knows", "never_seen"):
            for lookup in ("facts_of", "facts_by_object"):
                found = [sorted(getattr(s, lookup)(f"e{entity}", relation)) for s in (a, b)]
                assert found[0] == found[1]
        assert a.root(f"e{entity}") == b.root(f"e{entity}")
        assert a.name(entity) == b.name(entity)
        assert a.entities_named(f"name {entity}") == b.entities_named(f"name {entity}")
        for other in range(1, 12):
            pairs = [sorted(s.facts_between(f"e{entity}", f"e{other}")) for s in (a, b)]
            assert pairs[0] == pairs[1]
    for n in range(1, 40):
        assert sorted(a.episodes_of(n)) == sorted(b.episodes_of(n))
        assert sorted(a.facts_in(n)) == sorted(b.facts_in(n))
    for word in ("cat", "dog", "garden", "ship"):
        scores = []
        for s in (a, b):
            alive = s.facts.alive
            found = s.fact_texts.bm25(terms(word), alive)[alive]
            numbers = s.facts.numbers[alive]
            scores.append(dict(zip(numbers.tolist(), np.round(found, 4).tolist(), strict=True)))
        assert scores[0] == scores[1]


def test_lookups_find_facts_by_subject_relation_object_and_pair(pets):
    snapshot = pets.snapshot()
    assert snapshot.facts_of("e1") == ["f2", "f1"]
    assert snapshot.facts_of("e1", "has_pet", limit=1) == ["f2"]
    assert snapshot.facts_of("e1", "lives_in") == []
    assert snapshot.facts_by_object("e2") == ["f1"]
    assert snapshot.facts_between("e1", "e3") == ["f2"]
    assert snapshot.entities_named("biscuit") == ["e2"]
    assert snapshot.episodes_of(1) == [1]
    assert snapshot.facts_in(3) == [2]
    assert snapshot.fillers.of(snapshot.facts.row(1)).tolist() == [3]


def test_an_earlier_snapshot_does_not_see_later_writes(pets, rows):
    before = pets.snapshot()
    ended = rows.fact(1, 1, "has_pet", 2, "Nora adopted Biscuit", version=9, status="ended")
    third = rows.fact(3, 1, "has_pet", 2, "Nora fed Biscuit")
    pets.write([ended, third, rows.entity(4, "Ana")])
    after = pets.snapshot()
    assert before.facts_of("e1") == ["f2", "f1"]
    assert before.facts["status"][before.facts.row(1)] == 0
    assert before.entities_named("ana") == []
    assert sorted(after.facts_of("e1")) == ["f1", "f2", "f3"]
    assert after.facts["status"][after.facts.row(1)] == 1


def test_two_successors_of_one_snapshot_do_not_disturb_each_other(pets, rows):
    base = pets.snapshot()
    one = pets.write([rows.fact(3, 1, "knows", 2, "one garden")])
    left = base.advance(one.entries, terms=one.terms, vectors=one.vectors)
    other = rows.fact(3, 2, "knows", 3, "another ship")
    entry = one.entries[0]
    effects = (type(entry.effects[0])(other.id, other),)
    forked = type(entry)(entry.seq, "t9", entry.time, "edit", effects=effects)
    right = base.advance([forked], terms={"f3": terms("another ship")}, vectors={})
    assert left.facts_of("e2") == []
    assert left.facts_between("e1", "e2") == ["f3", "f1"]
    assert right.facts_of("e2") == ["f3"]
    assert right.facts_between("e1", "e2") == ["f1"]
    alive = left.facts.alive
    assert left.fact_texts.bm25(terms("ship"), alive).max() == 0
    assert right.fact_texts.bm25(terms("ship"), right.facts.alive).max() > 0


def test_following_the_journal_gives_what_loading_gives(world, rows):
    chance = random.Random(7)
    words = ["cat", "dog", "garden", "ship", "piano", "river", "bread", "lamp"]
    facts, versions, supports, episodes = {}, 100, 0, 0
    world.write([rows.entity(i, f"Name {i}") for i in range(1, 11)])
    vocabulary = world.snapshot().strings
    for step in range(60):
        records, gone = [], []
        action = chance.random()
        if action < 0.6 or not facts:
            episodes += 1
            records.append(
                rows.episode(episodes, " ".join(chance.choices(words, k=5)), minute=step)
            )
            n, versions, supports = len(facts) + 1, versions + 1, supports + 1
            subject, target = chance.sample(range(1, 11), 2)
            text = " ".join(chance.choices(words, k=4))
            relation = chance.choice(["has_pet", "knows"])
            facts[n] = rows.fact(n, subject, relation, target, text, version=versions)
            records += [facts[n], rows.support(supports, facts[n], episodes)]
        elif action < 0.8:
            n = chance.choice(list(facts))
            old, versions = facts[n], versions + 1
            content = old.content
            subject, target = int(content.subject[1:]), int(content.object.id[1:])
            args = (n, subject, content.relation, target)
            closed = rows.fact(*args, content.text, version=int(old.id[1:]), closed=True)
            facts[n] = rows.fact(*args, content.text + " lamp", version=versions, status="ended")
            records += [closed, facts[n]]
        elif action < 0.9:
            into = chance.choice([None, "e1"])
            records.append(rows.entity(chance.randint(2, 10), f"Name {step % 10}", into=into))
        else:
            records.append(Alias(f"a{step}", f"e{chance.randint(1, 10)}", f"name {step % 12}"))
        world.write(records, gone=gone)
        if step % 10 == 9:
            same(world.snapshot(), world.loaded())
    assert world.snapshot().strings is vocabulary  # it was followed all the way


def test_a_support_that_went_no_longer_links_fact_and_episode(pets):
    pets.snapshot()
    pets.write([], gone=["s2"])
    assert pets.snapshot().episodes_of(2) == []
    assert pets.snapshot().facts_in(3) == []


def test_a_fact_without_a_current_version_is_gone(pets, rows):
    pets.snapshot()
    closed = rows.fact(2, 1, "has_pet", 3, "Nora adopted Pickle", closed=True)
    pets.write([closed], gone=["s2"])
    same(pets.snapshot(), pets.loaded())
    assert pets.snapshot().facts_of("e1") == ["f1"]


def test_merged_entities_share_their_facts_until_they_are_split(pets, rows):
    pets.write([rows.entity(4, "Eleanor"), rows.fact(3, 4, "knows", 2, "Eleanor knows Biscuit")])
    pets.write([rows.entity(4, "Eleanor", into="e1")])
    merged = pets.snapshot()
    assert merged.entities_named("eleanor") == ["e1"]
    assert merged.root("e4") == "e1"
    assert set(merged.facts_of("e1")) == {"f1", "f2", "f3"} == set(merged.facts_of("e4"))
    assert set(merged.facts_between("e1", "e2")) == {"f1", "f3"}
    pets.write([rows.entity(4, "Eleanor")])
    split = pets.snapshot()
    assert split.facts_of("e4") == ["f3"]
    assert split.entities_named("eleanor") == ["e4"]


def test_a_name_that_is_also_an_alias_survives_a_renaming(pets, rows):
    pets.write([Alias("a1", "e1", "Nora"), Alias("a2", "e1", "Nono")])
    pets.write([rows.entity(1, "Nora Hale")])
    snapshot = pets.snapshot()
    assert snapshot.entities_named("nora") == ["e1"]
    assert snapshot.entities_named("nono") == ["e1"]
    pets.write([], gone=["a1"])
    assert pets.snapshot().entities_named("nora") == []


def test_similar_facts_can_be_limited_to_a_subject(pets, rows):
    pets.write([rows.fact(3, 2, "likes", None, "Nora adopted Pickle")])
    snapshot = pets.snapshot()
    vector = snapshot.fact_vector("f2")
    assert snapshot.similar_facts(vector, 2)[0][1] == pytest.approx(1.0, abs=1e-5)
    assert [f for f, _ in snapshot.similar_facts(vector, 5, subject="e2")] == ["f3"]
    assert snapshot.fact_vector("f99") is None


def test_sessions_are_stretches_of_a_thread_without_a_long_silence(world, rows):
    world.snapshot()
    minutes = [0, 5, 300, 302]
    for n, minute in enumerate(minutes, start=1):
        world.write([rows.episode(n, "hello", minute=minute)])
    world.write([rows.episode(5, "hello", minute=6, thread="other")])
    for snapshot in (world.snapshot(), world.loaded()):
        a, b, c, d, e = (int(s) for s in snapshot.episodes["session"])
        assert a == b
        assert c == d
        assert len({a, c, e}) == 3


def test_another_connection_follows_what_was_written(pets, rows):
    other = Snapshots()
    with pets.store.read("main") as reader:
        before = other.current(reader)
    pets.write([rows.fact(3, 3, "knows", 2, "Pickle knows Biscuit")])
    with pets.store.read("main") as reader:
        after = other.current(reader)
        assert after.facts_of("e3") == ["f3"]
        assert after.fact_vector("f3") is not None
        assert after.strings is before.strings  # followed, not loaded


def test_a_pinned_reader_gets_the_snapshot_of_its_revision(pets, rows):
    pets.snapshot()
    with pets.store.read("main") as old:
        for n in range(3, 12):
            pets.write([rows.fact(n, 3, "knows", 2, "Pickle knows Biscuit")])
        assert pets.snapshot().revision == old.revision + 9
        assert pets.snapshots.current(old).facts_of("e3") == []


def test_many_threads_share_one_cache(pets, rows):
    def look(_: int) -> int:
        snapshot = pets.snapshot()
        return snapshot.revision - len(snapshot.facts_of("e3"))

    with ThreadPoolExecutor(4) as pool:
        for n in range(3, 13):
            pets.write([rows.fact(n, 3, "knows", 2, "Pickle knows Biscuit")])
            assert set(pool.map(look, range(4))) == {3}


def test_a_historical_snapshot_holds_what_was_believed_then(world, rows):
    moment = rows.now
    world.write([rows.entity(1, "Nora"), rows.entity(2, "Rome"), rows.episode(1, "I live in Rome")])
    old = rows.fact(1, 1, "lives_in", 2, "Nora lives in Rome", closed=True)
    new = rows.fact(1, 1, "lives_in", 2, "Nora lived in Rome", version=2, status="ended")
    new = type(new)(
        new.id, new.fact, new.content, new.tier, new.status, 1.0, new.said, old.recorded_to
    )
    world.write([old, new, rows.support(1, old, 1)])
    with world.store.read("main") as reader:
        then = Snapshot.at(reader, moment + timedelta(minutes=1))
        now = Snapshot.at(reader, moment + timedelta(minutes=9))
        before = Snapshot.at(reader, moment - timedelta(minutes=9))
    assert then.facts["status"].tolist() == [0]
    assert now.facts["status"].tolist() == [1]
    assert then.fact_texts.bm25(terms("live"), then.facts.alive).max() > 0
    assert len(before.facts) == len(before.episodes) == 0
    assert then.episodes_of(1) == [1]


def test_an_empty_namespace_is_an_empty_snapshot(world):
    snapshot = world.snapshot()
    assert snapshot.revision == 0
    assert snapshot.facts_of("e1") == []
    assert snapshot.similar_facts(np.ones(64, dtype=np.float32), 3) == []


def test_views_show_names_of_merge_roots_and_the_words(pets, rows):
    pets.write([rows.entity(5, "Nora Hale"), rows.entity(1, "Nora", into="e5")])
    with pets.store.read("main") as reader:
        first, missing = view_facts(reader, ["f1"]), view_facts(reader, ["f77"])
    assert missing == []
    assert (first[0].subject, first[0].subject_id, first[0].object) == (
        "Nora Hale",
        "e5",
        "Biscuit",
    )
    assert first[0].qualifiers == {"with": "Pickle"}
    assert [e.quote for e in first[0].evidence] == ["I ad"]
    assert first[0].namespace == "main"


def test_the_tail_of_a_thread_is_in_the_order_of_the_conversation(world, rows):
    for n in range(1, 6):
        world.write([rows.episode(n, "hello", speaker=["Nora", "Ana"][n % 2], minute=n)])
    world.write([rows.episode(2, "hello", minute=2), rows.episode(9, "hi", thread="other")])
    for snapshot in (world.snapshot(), world.loaded()):
        assert snapshot.thread_tail("t", 3) == ["ep3", "ep4", "ep5"]
        assert snapshot.thread_tail("t", 3, before=4) == ["ep1", "ep2", "ep3"]
        assert snapshot.thread_tail("nowhere", 3) == []
        assert set(snapshot.speakers("t")) == {"Ana", "Nora"}
        assert snapshot.speakers("other") == ("Nora",)
