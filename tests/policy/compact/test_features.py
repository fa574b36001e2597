import re
from dataclasses import replace

import numpy as np

from kgmem.language.relations import catalogue
from kgmem.policy.compact import cues, features


def named(case):
    seen = features.see(case, catalogue())
    own = dict(zip(features.spec()["case"], seen.case.tolist(), strict=True))
    rows = [dict(zip(features.spec()["neighbor"], r, strict=True)) for r in seen.neighbors.tolist()]
    return own, rows


def test_a_case_has_every_feature_by_name_and_few_enough(moved):
    own, (row,) = named(moved)
    assert own["one"] == own["actual"] == own["says_change"] == 1
    assert (row["live"], row["in_plan"], row["newest"], row["object_same"]) == (1, 1, 1, 0)
    assert np.isfinite([*own.values(), *row.values()]).all()


def test_ids_are_no_features(moved, build):
    other = replace(
        moved,
        content=replace(moved.content, subject="e71"),
        episode=replace(moved.episode, id="ep3"),
        neighbors=tuple(
            replace(n, fact="f90", content=replace(n.content, subject="e71"))
            for n in moved.neighbors
        ),
    )
    one, two = features.see(moved, catalogue()), features.see(other, catalogue())
    assert (one.case == two.case).all()
    assert (one.neighbors == two.neighbors).all()


def test_what_is_left_behind_is_told_from_what_is_come_to(build):
    near = build.neighbor("f1", "lives_in", "e2", name="Rome")
    left = build.case("I moved from Rome to Lisbon.", "lives_in", "e3", near, name="Lisbon")
    own, (row,) = named(left)
    assert (row["said"], row["departs"]) == (1, 1)
    assert own["object_said"] == 1
    own, (row,) = named(build.case("Rome suits me.", "likes", "e2", near, name="Rome"))
    assert (row["said"], row["departs"]) == (1, 0)


def test_how_many_values_are_held_at_once_is_counted(build):
    pets = [build.neighbor(f"f{i}", "has_pet", f"e{i}") for i in range(2, 5)]
    own, _ = named(build.case("I have Tango.", "has_pet", "e9", *pets, cardinality="many"))
    assert own["held_at_once"] == own["rivals"] == np.float32(np.log1p(3))
    assert own["one"] == 0


def test_the_fingerprint_changes_with_the_words_and_names(monkeypatch):
    before = features.fingerprint()
    assert re.fullmatch(r"[0-9a-f]{16}", before)
    monkeypatch.setattr(features, "VERSION", features.VERSION + 1)
    features.fingerprint.cache_clear()
    assert features.fingerprint() != before
    monkeypatch.undo()
    features.fingerprint.cache_clear()
    assert features.fingerprint() == before


def test_cues_are_found_as_words_and_phrases_not_within_words():
    assert "end" in cues.read("I no longer eat meat").groups
    assert "end" in cues.read("We're done with Fernpad.").groups
    assert not cues.read("Knowledge overflows").groups
    assert "negation" in cues.read("I couldn’t say").groups


def test_the_longest_phrase_counts():
    assert "past" in cues.read("We met once").groups
    assert "past" not in cues.read("I swim there once more").groups
    assert "again" in cues.read("I swim there once more").groups


def test_what_the_rules_would_do_is_a_feature(moved):
    own, (row,) = named(moved)
    assert (own["rules_add"], own["rules_retire"], own["rules_leave"]) == (1, 1, 0)
    assert (row["rules_end"], row["rules_retract"], row["rules_into"]) == (1, 0, 0)


def test_the_sentence_is_that_of_the_span():
    body = "Hello there! I live in Rome. Bye"
    assert cues.sentence(body, 13, 27).strip() == "I live in Rome"
    assert cues.sentence(body, 29, 32).strip() == "Bye"
    assert cues.sentence("", 0, 0) == ""
