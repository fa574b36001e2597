import numpy as np
import pytest

from kgmem import tensors
from kgmem.distillation import BudgetDistiller, CompactDistiller, line_of
from kgmem.distillation import compact_network as network
from kgmem.distillation.compact import kind
from kgmem.distillation.compact_features import names, see
from kgmem.errors import InputError
from kgmem.language.tokens import estimate_tokens
from kgmem.memory import Memory


def weights(**by_name):
    """Those of the budgeted distiller, but for some features."""
    made = {n: np.zeros(s, dtype=np.float32) for n, s in network.shapes().items()}
    for name, value in by_name.items():
        made["w"][names().index(name)] = value
    return made


@pytest.fixture
def turns(make):
    words = ["plums", "the train to Porto", "my sister's wedding", "rain", "a book about bees"]
    return [make.episode(n, f"I told you of {words[n % 5]} {n}.", day=n) for n in range(1, 25)]


def distil(distiller, candidates, budget=120, question="Which books does Nora like?"):
    return distiller.distil(question, candidates, budget=budget, count=estimate_tokens)


def test_without_learning_it_keeps_what_the_budgeted_distiller_keeps(turns):
    kept = distil(CompactDistiller(weights()), turns)
    assert [c.id for c in kept] == [c.id for c in distil(BudgetDistiller(), turns)]


def test_what_was_learned_decides(turns):
    kept = distil(CompactDistiller(weights(place=50.0)), turns)
    assert [c.id for c in kept][-1] == "ep24"
    assert not {c.id for c in kept} & {"ep1", "ep2", "ep3"}


@pytest.mark.parametrize("budget", [1, 20, 60, 400])
def test_the_lines_never_exceed_the_budget(turns, budget):
    kept = distil(CompactDistiller(weights(size=9.0)), turns, budget)
    assert estimate_tokens("\n".join(line_of(c) for c in kept)) <= budget


def test_nothing_is_made_of_nothing():
    assert distil(CompactDistiller(weights()), []) == []
    assert see("Who?", [], [], 100).shape == (0, len(names()))


def test_words_said_before_and_turns_beside_each_other_are_seen(make):
    turns = [make.episode(n, "I like ripe plums.", day=n) for n in (4, 5, 9)]
    seen = see("What does Nora like?", turns, [9, 9, 9], 100)
    assert seen[:, names().index("repeated")].tolist() == [0, 1, 1]
    assert seen[:, names().index("beside")].tolist() == [0, 1, 0]


def test_draws_are_as_frequent_as_they_are_likely():
    found, sizes = np.array([0.0, 1.0, -1.0], dtype=np.float32), np.array([5, 5, 5])
    dice = np.random.default_rng(3)
    first = [network.draw(found, sizes, 8, dice)[0] for _ in range(4000)]
    chances = np.exp(found) / np.exp(found).sum()
    assert np.bincount(first) / 4000 == pytest.approx(chances, abs=0.03)


def test_what_does_not_fit_any_more_is_passed_over():
    sizes = np.array([6, 5, 3])
    assert network.fill([0, 1, 2], sizes, 9) == [0, 2]
    assert network.open_at([0, 2], sizes, 9).tolist() == [[True] * 3, [False, False, True]]


def test_a_memory_is_opened_with_a_file_of_weights(tmp_path):
    path = tmp_path / "d.safetensors"
    tensors.save(path, kind(), weights(), tensors.Card("test"))
    with Memory.open(distiller=f"compact:{path}") as memory:
        memory.observe("I adopted a cat named Biscuit.", speaker="Nora")
        assert "Biscuit" in memory.context("What pets does Nora have?").text


@pytest.mark.parametrize(
    ("spec", "said"), [("compact", "compact:FILE"), ("compact:none", "kgmem train distil")]
)
def test_a_distiller_that_is_not_there_is_refused(spec, said):
    with pytest.raises(InputError, match=said):
        Memory.open(distiller=spec)
