"""Policies propose, the ledger guarantees."""

import pytest

from kgmem.types import Edit


@pytest.fixture
def proposing(world, t):
    """Says a triple under a policy that proposes given edits; `{0}` is the first fact known."""

    class Proposing:
        id = "test/1"
        edits = ()

        def decide(self, cases):
            return [list(self.edits) for _ in cases]

    def say(edits, triple, **fields):
        rules, world.policy = world.policy, Proposing()
        world.policy.edits = edits
        try:
            return world.say(triple, **fields)
        finally:
            world.policy = rules

    return say


def refusals(decisions):
    return [d.op for d in decisions if d.refused]


def test_a_fact_that_was_not_looked_at_cannot_be_touched(world, t, proposing):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    for op in ("DELETE", "MERGE"):
        edits = [Edit(op, "f99", "ended" if op == "DELETE" else None, reason="why not")]
        decisions = proposing([*edits, Edit("ADD")], t("Nora", "lives in", "Oslo", to="place"))
        assert refusals(decisions) == [op]
    assert world.facts("ended") == []


def test_a_fact_about_another_subject_cannot_be_deleted(world, t, proposing):
    world.say(t("Rome", "is a", "city", of="place", to="concept", named=False))
    edits = [Edit("DELETE", "f1", "ended", reason="why not"), Edit("ADD")]
    decisions = proposing(edits, t("Nora", "lives in", "Rome", to="place"))
    assert refusals(decisions) == ["DELETE"]


def test_a_deletion_without_its_addition_does_not_happen(world, t, proposing):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    edits = [Edit("DELETE", "f1", "ended", reason="moved")]
    decisions = proposing(edits, t("Nora", "lives in", "Oslo", to="place"))
    assert refusals(decisions) == ["DELETE"]
    assert world.facts(None) == [("Nora", "lives_in", "Rome")]


def test_without_a_contradiction_and_without_a_reason_nothing_is_deleted(world, t, proposing):
    world.say(t("Nora", "likes", "tea", named=False))
    edits = [Edit("DELETE", "f1", "ended"), Edit("ADD")]
    assert refusals(proposing(edits, t("Nora", "likes", "coffee", named=False))) == ["DELETE"]


def test_a_reasoned_judgement_may_end_a_state_but_not_an_event(world, t, proposing):
    world.say(t("Nora", "likes", "tea", named=False))
    edits = [Edit("DELETE", "f1", "ended", reason="coffee drinker now", score=0.9), Edit("ADD")]
    assert refusals(proposing(edits, t("Nora", "likes", "coffee", named=False))) == []
    world.say(t("Nora", "ran", "race", named=False, kind="event"))
    edits = [Edit("DELETE", "f3", "ended", reason="because", score=0.9), Edit("ADD")]
    decisions = proposing(edits, t("Nora", "ran", "marathon", named=False, kind="event"))
    assert refusals(decisions) == ["DELETE"]


def test_a_claim_is_never_merged_into_its_denial(world, t, proposing):
    world.say(t("Nora", "likes", "tea", named=False, positive=False))
    edits = [Edit("MERGE", "f1", reason="same words")]
    decisions = proposing(edits, t("Nora", "likes", "tea", named=False))
    assert refusals(decisions) == ["MERGE"]
    assert len(world.supports("f1")) == 1


@pytest.mark.parametrize(
    "fields",
    [{"confidence": 0.2}, {"modality": "planned"}, {"modality": "wished"}, {"temporary": True}],
)
def test_what_is_not_said_to_be_so_for_good_ends_nothing(world, t, proposing, fields):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    edits = [Edit("DELETE", "f1", "ended", reason="moved"), Edit("ADD")]
    decisions = proposing(edits, t("Nora", "lives in", "Oslo", to="place", **fields))
    assert refusals(decisions) == ["DELETE"]
    assert ("Nora", "lives_in", "Rome") in world.facts()


@pytest.mark.parametrize("modality", ["hypothetical", "asked"])
def test_what_is_supposed_is_not_even_added(world, t, proposing, modality):
    decisions = proposing([Edit("ADD")], t("Nora", "lives in", "Oslo", modality=modality))
    assert refusals(decisions) == ["ADD"]
    assert world.rows("entity") == []


def test_one_triple_becomes_one_fact(world, t, proposing):
    decisions = proposing([Edit("ADD"), Edit("ADD")], t("Nora", "likes", "tea", named=False))
    assert refusals(decisions) == ["ADD"]
    assert len(world.facts()) == 1


def test_a_name_that_is_doubted_or_denied_is_not_given(world, t, proposing):
    named = {"to": "text", "relation": "also_known_as"}
    for fields in ({"positive": False}, {"confidence": 0.3}):
        decisions = proposing([Edit("ADD")], t("Nora", "is called", "Bo", **named, **fields))
        assert refusals(decisions) == ["ADD"]
    assert world.rows("alias") == []


def test_refusals_are_kept_in_the_journal_with_their_reason(world, t, proposing):
    world.say(t("Nora", "lives in", "Rome", to="place"), trust=0.9)
    edits = [Edit("DELETE", "f1", "ended", reason="moved"), Edit("ADD", reason="moved")]
    proposing(edits, t("Nora", "lives in", "Oslo", to="place"), trust=0.2)
    with world.store.read("main") as reader:
        entry = list(reader.journal())[-1]
    assert entry.author == "test/1"
    assert entry.decision[0].reason.startswith("refused: a source of trust 0.2")


def test_memory_repeating_itself_adds_nothing_and_a_user_repeating_it_is_support(world, t):
    world.say(t("Nora", "likes", "tea", named=False))
    for _ in range(50):
        world.say(t("Nora", "likes", "tea", named=False), origin="memory", speaker="assistant")
    assert len(world.supports("f1")) == 1
    world.say(t("Nora", "likes", "tea", named=False))
    assert len(world.supports("f1")) == 2


def test_saying_it_twice_in_one_breath_is_one_support(world, t):
    world.say(t("Nora", "likes", "tea", named=False), t("Nora", "loves", "tea", named=False))
    assert world.facts() == [("Nora", "likes", "tea")]
    assert len(world.supports("f1")) == 1


def test_a_batch_gives_the_graph_that_single_observations_give(world, t):
    from kgmem.language.relations import complete
    from kgmem.types import Observation

    sayings = [
        t("Nora", "lives in", "Rome", to="place"),
        t("Nora", "likes", "tea", named=False),
        t("Nora", "moved to", "Lisbon", to="place"),
        t("Nora", "loves", "tea", named=False),
        t("Nora", "is called", "Nonna", to="text", relation="also_known_as"),
        t("Nonna", "likes", "clay", named=False),
    ]
    for saying in sayings:
        world.say(saying)

    def all_at_once(draft):
        for i, saying in enumerate(sayings, start=1):
            draft.begin_step()
            time = world.said.replace(month=1, day=i + 1)
            episode = draft.add_episode(Observation(text=saying.text, time=time, speaker="Nora"))
            for found in complete([saying], draft.catalogue):
                case = draft.case(episode, found, None)
                (edits,) = world.policy.decide([case])
                draft.decide(case, edits, "rules/4")

    world.change(all_at_once, namespace="batch")

    def shape(namespace):
        with world.store.read(namespace) as reader:
            versions = [v for v in reader.scan("version") if v.recorded_to is None]
            return (
                [(v.fact, v.content, v.status, v.tier) for v in versions],
                [(e.id, e.name, e.merged_into) for e in reader.scan("entity")],
                [(s.id, s.fact, s.episode) for s in reader.scan("support")],
            )

    assert shape("batch") == shape("main")


def test_a_hub_of_many_facts_still_finds_the_one_that_counts(world, t):
    world.say(t("Nora", "lives in", "Rome", to="place"))
    world.say(*[t("Nora", "likes", f"dish {i}", named=False) for i in range(300)])
    world.say(t("Nora", "likes", "dish 7", named=False), t("Nora", "moved to", "Oslo", to="place"))
    assert world.facts("ended") == [("Nora", "lives_in", "Rome")]
    assert len([f for f in world.facts() if f[1] == "likes"]) == 300


def test_cases_made_together_and_decided_one_by_one_keep_their_entities(world, t):
    from kgmem.types import Observation

    triples = [
        t("Nora", "likes", "tea", named=False, modality="asked"),
        t("Nora", "likes", "tea", named=False),
        t("Nora", "likes", "clay", named=False),
    ]

    def plan(draft):
        draft.begin_step()
        episode = draft.add_episode(Observation(text="...", time=world.said, speaker="Nora"))
        cases = [draft.case(episode, triple, None) for triple in triples]
        for case, edits in zip(cases, world.policy.decide(cases), strict=True):
            draft.decide(case, edits, "rules/4")

    world.change(plan)
    assert world.facts() == [("Nora", "likes", "tea"), ("Nora", "likes", "clay")]
    assert [e.id for e in world.rows("entity")] == ["e1", "e2", "e3"]
