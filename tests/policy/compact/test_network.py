import subprocess
import sys

import numpy as np
import pytest

from kgmem import Memory
from kgmem.errors import InputError
from kgmem.language.relations import catalogue
from kgmem.policy import RulesPolicy
from kgmem.policy.compact import CompactPolicy, network
from kgmem.policy.compact import weights as files
from kgmem.policy.compact.actions import END, KEEP, NOOP
from kgmem.policy.compact.features import fingerprint, see
from kgmem.policy.compact.network import shapes
from kgmem.protocols import EditPolicy


def test_the_network_is_small():
    assert sum(int(np.prod(s)) for s in shapes().values()) < 100_000


def test_chances_add_up_and_what_cannot_be_chosen_has_none(moved, build, weights):
    doubt = build.case("Lisbon.", "lives_in", "e3", *moved.neighbors, tier="tentative")
    for case in (moved, doubt):
        seen = see(case, catalogue())
        scored = network.score(weights, seen)
        assert np.exp(scored.main).sum() == pytest.approx(1)
        assert np.isneginf(scored.main[~seen.options.main]).all()
        chances, still = network.fates(weights, seen, scored, 1)
        assert np.exp(chances).sum(axis=1) == pytest.approx(1)
        assert np.isneginf(chances[~still]).all()


def test_a_case_without_neighbours_is_decided(build, weights):
    seen = see(build.case("I live in Lisbon.", "lives_in", "e3"), catalogue())
    action, sure = network.best(weights, seen)
    assert (action.shape, len(sure)) == ((1,), 1)


def test_draws_come_as_often_as_they_are_likely(moved, weights):
    seen = see(moved, catalogue())
    dice = np.random.default_rng(5)
    drawn = [network.draw(weights, seen, dice) for _ in range(4000)]
    for main in np.flatnonzero(seen.options.main):
        chance = float(np.exp(network.score(weights, seen).main[main]))
        assert np.mean([a[0] == main for a, _ in drawn]) == pytest.approx(chance, abs=0.03)
    assert all(a[1] == KEEP for a, _ in drawn if a[0] == NOOP)


def test_the_likeliest_choice_has_the_greatest_probability_of_all_pointers(moved, weights):
    seen = see(moved, catalogue())
    action, sure = network.best(weights, seen)
    assert np.exp(network.score(weights, seen).main).max() == pytest.approx(sure[0])
    assert all(0 <= s <= 1 for s in sure)
    assert all(s > 0.5 for s, fate in zip(sure[1:], action[1:], strict=True) if fate != KEEP)


def test_a_network_that_learned_nothing_chooses_as_the_rules(moved, build, weights):
    nothing = {k: np.zeros_like(w) for k, w in weights.items()}
    again = build.case("I live in Rome.", "lives_in", "e2", *moved.neighbors)
    cases = [moved, again]
    made = CompactPolicy(nothing, "nothing").decide(cases)
    plain = [[(e.op, e.target, e.ending) for e in edits] for edits in made]
    by_rule = RulesPolicy().decide(cases)
    assert plain == [[(e.op, e.target, e.ending) for e in edits] for edits in by_rule]


def test_a_retirement_beyond_the_rules_must_be_surer_than_the_bar(build, weights):
    near = build.neighbor("f1", "coach is", "e2", name="Ellen")
    case = build.case("My coach is now Bea.", "coach is", "e3", near, cardinality="many")
    ends = {k: np.zeros_like(w) for k, w in weights.items()}
    ends["fate.b"] = np.array([0, 5, 0], np.float32)  # the prior of keeping is 3
    seen = see(case, catalogue())
    action, (_, gone) = network.best(ends, seen)
    assert (int(action[1]), gone) == (END, pytest.approx(np.exp(5) / (np.exp(5) + np.exp(3))))
    assert network.best(ends, seen, sure=0.95)[0][1] == KEEP


def test_the_same_case_gets_the_same_edits(moved, weights):
    policy = CompactPolicy(weights, "test")
    assert policy.decide([moved, moved])[0] == policy.decide([moved])[0]
    kept: EditPolicy = policy
    assert kept.id == "compact/test"


def test_weights_come_back_with_their_card(tmp_path, weights):
    path = tmp_path / "some.safetensors"
    files.save(path, weights, files.Card("seven", data="made up", seed=7))
    back, card = files.load(path)
    assert all((back[k] == w).all() for k, w in weights.items())
    assert (card.name, card.seed, card.features) == ("seven", 7, fingerprint())
    assert (tmp_path / "some.card.json").is_file()
    assert CompactPolicy.load(path).id == "compact/seven"


def test_weights_for_other_features_are_refused(tmp_path, weights, monkeypatch):
    path = tmp_path / "old.safetensors"
    files.save(path, weights, files.Card("old"))
    monkeypatch.setattr(files, "fingerprint", lambda: "0123456789abcdef")
    with pytest.raises(InputError, match=r"other features.*train again"):
        files.load(path)


def test_weights_of_other_shapes_are_refused(tmp_path, weights):
    path = tmp_path / "other.safetensors"
    files.save(path, weights | {"main.b": np.zeros(9, np.float32)}, files.Card("other"))
    with pytest.raises(InputError, match="other shapes"):
        files.load(path)


def test_what_is_no_file_of_weights_is_refused(tmp_path):
    with pytest.raises(InputError, match="no weights at"):
        files.load(tmp_path / "none.safetensors")
    (tmp_path / "text.safetensors").write_text("not weights at all")
    with pytest.raises(InputError, match="no safetensors file"):
        files.load(tmp_path / "text.safetensors")


def test_deciding_needs_no_torch():
    code = (
        "import sys, kgmem.policy.compact as c, kgmem.policy.compact.weights;"
        "print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_memory_takes_the_policy_by_the_file_of_its_weights(tmp_path, weights):
    path = tmp_path / "some.safetensors"
    files.save(path, weights, files.Card("seven"))
    with Memory.open(policy=f"compact:{path}") as memory:
        seen = memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01T00:00Z")
        assert seen.edits


def test_the_shipped_weights_fit_the_features_and_serve_a_memory():
    policy = CompactPolicy.load()
    assert policy.id == "compact/grpo-7"
    with Memory.open(":memory:", policy="compact") as memory:
        memory.observe("I train at Ironworks.", speaker="Nora", time="2024-01-05")
        memory.observe("I train at Summit Club now.", speaker="Nora", time="2024-04-05")
        memory.observe("I volunteer at Tin Cup.", speaker="Nora", time="2024-05-01")
        memory.observe("I also volunteer at Mill Bakery now.", speaker="Nora", time="2024-06-01")
        live = {f.text for f in memory.facts(subject="Nora")}
    assert "Nora trains at Summit Club" in live
    assert "Nora trains at Ironworks" not in live
    assert "Nora volunteers at Tin Cup" in live


def test_a_policy_that_there_is_not_is_refused(tmp_path):
    with pytest.raises(InputError, match="use 'rules', 'compact'"):
        Memory.open(policy="wishful")
    with pytest.raises(InputError, match="use 'rules', 'compact'"):
        Memory.open(policy="compact:")
    with pytest.raises(InputError, match="kgmem train edit"):
        Memory.open(policy=f"compact:{tmp_path / 'none'}")
