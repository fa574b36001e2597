from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.errors import InputError
from kgmem.language.relations import catalogue
from kgmem.policy import RulesPolicy, lm_lines
from kgmem.policy.lm import LmEditPolicy
from kgmem.protocols import Completion

START = datetime(2024, 1, 5, tzinfo=timezone.utc)


class Scripted:
    """A model whose replies are made by a function of the prompt."""

    id = "scripted"

    def __init__(self, reply):
        self.reply = reply
        self.prompts = []

    def complete_many(self, system, users, *, max_tokens=512):
        self.prompts += users
        return [Completion(self.reply(user)) for user in users]


class Seeing:
    """The rules, with all cases kept."""

    id = "seeing"

    def __init__(self):
        self.cases = []

    def decide(self, cases):
        self.cases += cases
        return RulesPolicy().decide(cases)


def told(policy, *texts):
    memory = Memory.open(":memory:", policy=policy)
    for day, text in enumerate(texts):
        memory.observe(text, speaker="Nora", time=START + timedelta(days=30 * day))
    return memory


@pytest.fixture(scope="module")
def move():
    """The second of two homes, with the first as its neighbour."""
    seeing = Seeing()
    told(seeing, "I live in Rome.", "I live in Lisbon.").close()
    return seeing.cases[-1]


def edits(reply, case):
    action = lm_lines.action(reply, case)
    return None if action is None else lm_lines.edits(action, case, catalogue())


def ops(reply, case):
    made = edits(reply, case)
    return None if made is None else [(e.op, e.target, e.ending) for e in made]


def test_the_prompt_numbers_the_facts_around_the_triple(move):
    prompt = lm_lines.prompt(move)
    assert prompt.splitlines()[:2] == ["Known:", "f1: Nora lives in Rome (2024-01-05)"]
    assert 'by Nora: "I live in Lisbon."' in prompt
    assert prompt.splitlines()[-1] == "New: Nora lives in Lisbon"


def test_lines_mean_edits_of_the_facts_that_they_number(move):
    fact = move.neighbors[0].fact
    assert ops("ADD", move) == [("ADD", None, None)]
    assert ops("MERGE f1", move) == [("MERGE", fact, None)]
    assert ops("NOOP", move) == [("NOOP", None, None)]
    assert ops("ADD\nDELETE f1 ended", move) == [("DELETE", fact, "ended"), ("ADD", None, None)]
    assert ops("DELETE f1 retracted\nADD", move)[0] == ("DELETE", fact, "retracted")


@pytest.mark.parametrize(
    "reply",
    [
        "<think>Rome is over.</think>ADD\nDELETE f1 ended",
        "```\nADD\nDELETE f1 ended\n```",
        "```text\n- add\n- delete F1 ended.\n```",
        "  ADD  \n\n DELETE f1  ended ",
    ],
)
def test_fences_thoughts_bullets_and_case_are_tolerated(move, reply):
    assert ops(reply, move) == ops("ADD\nDELETE f1 ended", move)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "<think>ADD",
        "I would ADD this",
        "ADD\nADD",
        "ADD\nNOOP",
        "NOOP\nDELETE f1 ended",
        "DELETE f1 ended",
        "MERGE f1\nDELETE f1 ended",
        "ADD\nDELETE f1",
        "ADD\nDELETE f7 ended",
        "MERGE f0",
        "ADD because it is new",
    ],
)
def test_anything_else_means_nothing(move, reply):
    assert edits(reply, move) is None


def test_labels_are_read_as_the_edits_that_they_were_made_of(move):
    chosen = RulesPolicy().decide([move])[0]
    label = lm_lines.lines(chosen, move)
    assert label == "ADD\nDELETE f1 ended"
    assert [(e.op, e.target, e.ending, e.at) for e in edits(label, move)] == [
        (e.op, e.target, e.ending, e.at) for e in chosen
    ]


def test_a_memory_follows_what_the_model_writes():
    model = Scripted(lambda user: "ADD\nDELETE f1 ended" if "f1: Nora lives" in user else "ADD")
    with told(LmEditPolicy(model), "I live in Rome.", "I live in Lisbon.") as memory:
        assert memory.ask("Where does Nora live?").text == "Lisbon"
        assert memory.ask("Where did Nora live?", valid_at=START).text == "Rome"


def test_replies_that_mean_nothing_add_and_are_counted():
    policy = LmEditPolicy(Scripted(lambda user: "hello"))
    with told(policy, "I live in Rome.") as memory:
        assert memory.ask("Where does Nora live?").text == "Rome"
    assert policy.fallbacks == policy.asked > 0


def test_what_can_only_be_left_out_is_not_asked_about():
    model = Scripted(lambda user: "ADD")
    seeing = Seeing()
    told(seeing, "If I lived in Rome, I would be happy.").close()
    unreal = [c for c in seeing.cases if c.triple.modality == "hypothetical"]
    assert unreal
    decided = LmEditPolicy(model).decide(unreal)
    assert all(e.op == "NOOP" for edits in decided for e in edits)
    assert model.prompts == []


def test_prompts_are_asked_in_batches(move):
    sizes = []

    class Counting(Scripted):
        def complete_many(self, system, users, *, max_tokens=512):
            sizes.append(len(users))
            return super().complete_many(system, users, max_tokens=max_tokens)

    policy = LmEditPolicy(Counting(lambda user: "NOOP"), batch=2)
    assert len(policy.decide([move] * 5)) == 5
    assert sizes == [2, 2, 1]
    with pytest.raises(InputError, match="at least 1"):
        LmEditPolicy(Scripted(str), batch=0)


def test_an_adapter_for_answers_is_no_policy(tmp_path):
    base, adapter = tmp_path / "base", tmp_path / "adapter"
    for folder in (base, adapter):
        folder.mkdir()
    (base / "config.json").write_text("{}", encoding="utf-8")
    (adapter / "adapter_config.json").write_text("{}", encoding="utf-8")
    card = f'{{"kind": "answer", "base": "{base}"}}'
    (adapter / "kgmem_lm.json").write_text(card, encoding="utf-8")
    with pytest.raises(InputError, match="trained to answer, not to edit"):
        Memory.open(":memory:", policy=f"lm:{adapter}")
