"""The facade, end to end: real extraction, real encoder, real SQLite."""

from datetime import datetime, timezone
from typing import ClassVar

import pytest

from kgmem import Memory, Observation, Relation, Settings, errors
from kgmem.llm import ScriptedLLM


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "agent.kgmem") as opened:
        yield opened


def test_a_conversation_becomes_facts_with_evidence(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01T18:00Z")
    (fact,) = memory.facts("Nora", "adopted")
    assert fact.object == "Biscuit"
    assert fact.evidence[0].quote in "I adopted a cat named Biscuit."
    assert fact.evidence[0].speaker == "Nora"


def test_what_was_decided_is_told_with_its_reason(memory):
    seen = memory.observe("I live in Rome.", speaker="Nora", time="2024-05-01")
    assert [d.op for d in seen.edits] == ["ADD"]
    assert seen.edits[0].fact
    assert seen.edits[0].reason


def test_a_move_ends_the_old_home_and_a_second_cat_ends_nothing(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    memory.observe("I adopted another cat, Pickle!", speaker="Nora", time="2024-06-11")
    memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-07-01")
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Lisbon"]
    assert {f.object for f in memory.facts("Nora", "adopted")} == {"Biscuit", "Pickle"}


def test_valid_at_looks_at_the_world_as_it_was(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    memory.observe("I adopted another cat, Pickle!", speaker="Nora", time="2024-06-11")
    then = memory.facts("Nora", "adopted", valid_at="2024-05-20")
    assert [f.object for f in then] == ["Biscuit"]


def test_known_at_looks_at_what_memory_believed(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    before = datetime.now(timezone.utc)
    seen = memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-07-01")
    between = datetime.now(timezone.utc)
    memory.undo(seen.step)
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Rome"]
    assert [f.object for f in memory.facts("Nora", "lives in", known_at=before)] == ["Rome"]
    assert [f.object for f in memory.facts("Nora", "lives in", known_at=between)] == ["Lisbon"]


def test_undoing_an_undo_brings_the_step_back(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    seen = memory.observe("I moved to Lisbon.", speaker="Nora", time="2024-07-01")
    undone = memory.undo(seen.step)
    memory.undo(undone)
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Lisbon"]
    assert memory.verify().ok


def test_a_step_that_was_undone_already_says_by_which_step(memory):
    seen = memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    undone = memory.undo(seen.step)
    revision = memory.stats()["revision"]
    with pytest.raises(errors.InputError, match=f"{seen.step} was undone already, by {undone}"):
        memory.undo(seen.step)
    assert memory.stats()["revision"] == revision
    memory.undo(undone)
    memory.undo(seen.step)  # there again, so it can be undone again
    assert memory.facts("Nora") == []


def test_a_step_that_left_nothing_to_undo_says_that_its_words_stay(memory):
    seen = memory.observe("Hm, well.", speaker="Nora", time="2024-01-01")
    with pytest.raises(errors.InputError, match="its words stay"):
        memory.undo(seen.step)


def test_a_told_fact_needs_no_extraction_and_has_a_source(memory):
    memory.tell("Nora", "plan", "Pro", source="crm:981", valid_from="2024-05-01")
    (fact,) = memory.facts("Nora", "plan")
    assert (fact.object, fact.evidence[0].source) == ("Pro", "crm:981")
    assert memory.tell("Nora", "plan", "Pro", source="crm:981", valid_from="2024-05-01").repeated


def test_a_correction_retracts_and_its_history_says_so(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    (wrong,) = memory.facts("Nora", "lives in")
    memory.correct(wrong.id, object="Lisbon", author="Nora")
    (right,) = memory.facts("Nora", "lives in")
    assert right.object == "Lisbon"
    items = memory.history(wrong.id)
    assert [i.status for i in items] == ["live", "retracted"]
    assert items[-1].author == "Nora"


def test_forgetting_a_source_revives_what_it_had_ended_and_proves_itself(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01", source="a")
    memory.observe(
        "I moved to Reykjavik near the old harbour.", speaker="Nora", time="2024-07-01", source="b"
    )
    result = memory.forget(source="b")
    assert result.proved
    assert result.checked > 0
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Rome"]
    assert not memory.entities(like="Reykjavik")
    assert memory.verify().ok


def test_forgetting_a_namespace_leaves_the_others(memory):
    other = memory.scope("user:42")
    other.observe("I live in Oslo.", speaker="Kim", time="2024-01-01")
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    assert other.forget(namespace=True).proved
    assert other.facts() == []
    assert len(memory.facts("Nora")) == 1


def test_reads_span_the_namespaces_asked_for_and_writes_never(memory):
    org = memory.scope("org:acme")
    org.observe("Acme is based in Oslo.", speaker="Kim", time="2024-01-01")
    user = memory.scope("user:42", read=["org:acme"])
    user.observe("I work at Acme.", speaker="Nora", time="2024-01-02")
    assert {f.namespace for f in user.facts()} == {"user:42", "org:acme"}
    assert {f.namespace for f in org.facts()} == {"org:acme"}
    assert memory.facts() == []


def test_the_same_source_twice_changes_nothing_and_other_words_are_refused(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01", source="m1")
    before = memory.stats()
    assert memory.observe(
        "I live in Rome.", speaker="Nora", time="2024-01-01", source="m1"
    ).repeated
    assert memory.stats() == before
    with pytest.raises(errors.SourceConflict, match="m1"):
        memory.observe("I live in Oslo.", speaker="Nora", time="2024-01-01", source="m1")


def test_a_batch_gives_what_repeated_calls_give(tmp_path):
    said = [
        ("Nora", "I live in Rome with my sister Ana."),
        ("Kim", "Oh nice! I have a dog named Rex."),
        ("Nora", "I moved to Lisbon last week."),
        ("Kim", "He is four years old."),
    ]
    observations = [
        Observation(text, datetime(2024, 1, day + 1, tzinfo=timezone.utc), speaker, thread="t")
        for day, (speaker, text) in enumerate(said)
    ]
    with Memory.open(tmp_path / "one") as one, Memory.open(tmp_path / "many") as many:
        for o in observations:
            one.observe(o)
        many.observe_many(observations)
        assert [(f.id, f.text, f.status) for f in one.facts(ended=True, tentative=True)] == [
            (f.id, f.text, f.status) for f in many.facts(ended=True, tentative=True)
        ]


def test_chat_messages_are_taken_as_openai_has_them(memory):
    seen = memory.observe_messages(
        [
            {"role": "user", "content": "I live in Rome."},
            {"role": "assistant", "content": None, "tool_calls": []},
            {"role": "assistant", "content": [{"type": "text", "text": "Rome is lovely."}]},
        ],
        thread="t1",
        user="Nora",
    )
    assert len(seen) == 2
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Rome"]


def test_an_unknown_role_names_the_message(memory):
    with pytest.raises(errors.InputError, match="message 1"):
        memory.observe_messages(
            [{"role": "user", "content": "hi"}, {"role": "king", "content": "x"}]
        )


def test_observing_in_the_background_is_finished_by_resume(memory):
    seen = memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01", wait=False)
    assert seen.state == "pending"
    memory.resume()
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Rome"]


def test_neighbours_paths_and_timelines_walk_the_graph(memory):
    memory.observe("My sister Ana lives in Porto.", speaker="Nora", time="2024-01-01")
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    around = memory.neighbors("Nora", depth=2)
    assert {"Ana", "Biscuit"} <= set(around.names.values())
    assert "<svg" in around._repr_html_()
    way = memory.path("Biscuit", "Porto")
    assert way.entities[0] == "Biscuit"
    assert way.entities[-1] == "Porto"
    assert len(way.facts) == len(way.entities) - 1
    times = [f.said for f in memory.timeline("Nora")]
    assert times == sorted(times)


def test_the_graph_leaves_as_networkx_and_igraph(memory):
    memory.observe("My sister Ana lives in Porto.", speaker="Nora", time="2024-01-01")
    graph = memory.to_networkx()
    names = {data["name"] for _, data in graph.nodes(data=True)}
    assert {"Nora", "Ana", "Porto"} <= names
    assert memory.to_igraph().ecount() == graph.number_of_edges()


def test_cypher_reads_the_graph(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    rows = memory.query(
        "MATCH (e:Entity {namespace: $namespace, name: $n})-[f:FACT]->(o) "
        "RETURN f.predicate AS predicate, o.name AS name",
        n="Nora",
    )
    assert {"predicate": "adopted", "name": "Biscuit"} in rows.dicts()
    with pytest.raises(errors.QueryError):
        memory.query("CREATE (n:Entity) RETURN n")


def test_two_entities_become_one_and_two_again(memory):
    memory.observe("Robert Hale lives in Oslo.", speaker="Nora", time="2024-01-01")
    memory.observe("Bob works at Acme.", speaker="Nora", time="2024-01-02")
    memory.merge("Robert Hale", "Bob")
    assert {f.object for f in memory.facts("Bob")} >= {"Oslo", "Acme"}
    (view,) = memory.entities(like="Robert Hale")
    memory.split(view.merged[0])
    assert {f.object for f in memory.facts("Bob")} == {"Acme"}


def test_a_relation_of_the_users_own_holds_one_value_at_a_time(tmp_path):
    mentor = Relation(id="mentored_by", aliases=("is mentored by",), cardinality="one")
    with Memory.open(tmp_path / "m", relations=[mentor]) as memory:
        memory.tell("Nora", "is mentored by", "Ana", time="2024-01-01")
        memory.tell("Nora", "is mentored by", "Kim", time="2024-02-01")
        assert [f.object for f in memory.facts("Nora", "mentored_by")] == ["Kim"]
    with Memory.open(tmp_path / "m") as again:
        again.tell("Nora", "is mentored by", "Lee", time="2024-03-01")
        assert [f.object for f in again.facts("Nora", "mentored_by")] == ["Lee"]


def test_an_export_gives_an_equal_memory(tmp_path):
    with Memory.open(tmp_path / "a") as one, Memory.open(tmp_path / "b") as two:
        one.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
        one.observe("I moved to Lisbon.", speaker="Nora", time="2024-07-01")
        one.export(tmp_path / "out.jsonl")
        two.import_(tmp_path / "out.jsonl")
        assert two.import_(tmp_path / "out.jsonl") == {"default": one.stats()["revision"]}
        assert one.facts(ended=True) == two.facts(ended=True)
        assert two.verify().ok
        two.export(tmp_path / "again.jsonl")
        assert (tmp_path / "out.jsonl").read_text() == (tmp_path / "again.jsonl").read_text()


def test_a_broken_line_of_an_import_is_named_and_what_came_before_is_kept(tmp_path):
    with Memory.open(tmp_path / "a") as one, Memory.open(tmp_path / "b") as two:
        one.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
        one.export(tmp_path / "out.jsonl")
        lines = (tmp_path / "out.jsonl").read_text().splitlines()
        broken = tmp_path / "broken.jsonl"
        broken.write_text("\n".join([*lines[:3], "{nonsense", *lines[3:]]))
        with pytest.raises(errors.FormatError, match="line 4"):
            two.import_(broken)
        two.import_(tmp_path / "out.jsonl")
        assert one.facts() == two.facts()


def test_reembedding_changes_the_encoder_and_another_is_refused(tmp_path):
    file = tmp_path / "m"
    with Memory.open(file, encoder="hash") as memory:
        memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    with Memory.open(file) as memory:
        with pytest.raises(errors.EncoderMismatch, match="kgmem reembed"):
            memory.observe("I like tea.", speaker="Nora", time="2024-01-02")
        assert memory.reembed() > 0
        memory.observe("I like tea.", speaker="Nora", time="2024-01-02")
        assert len(memory.facts("Nora")) == 2


def test_rebuilding_keeps_what_people_told_and_corrected(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    (wrong,) = memory.facts("Nora", "lives in")
    memory.correct(wrong.id, object="Lisbon", author="Nora")
    memory.tell("Nora", "plan", "Pro", source="crm:981")
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    assert memory.rebuild() == 2
    assert [f.object for f in memory.facts("Nora", "lives in")] == ["Lisbon"]
    assert [f.object for f in memory.facts("Nora", "plan")] == ["Pro"]
    assert [f.object for f in memory.facts("Nora", "adopted")] == ["Biscuit"]
    assert memory.verify().ok


def test_subgoals_fold_and_survive_the_process(tmp_path):
    file = tmp_path / "m"
    with Memory.open(file) as memory:
        goal = memory.open_subgoal("find a vet for the cats", task="run-7")
        memory.observe("Call the vet on Main Street.", role="action", subgoal=goal.id)
        memory.observe("The vet is closed on Sundays.", role="observation", subgoal=goal.id)
        goal.close("failed", summary="closed on Sundays")
        memory.open_subgoal("book for Monday", task="run-7")
    with Memory.open(file) as memory:
        text = memory.working_memory(task="run-7", budget=1500)
        assert "closed on Sundays" in text
        assert "Main Street" not in text
        memory.unfold(goal.id)
        assert "Main Street" in memory.working_memory(task="run-7")


def test_an_observation_is_not_filed_under_a_closed_or_unknown_subgoal(memory):
    goal = memory.open_subgoal("find a vet", task="t")
    memory.observe("Call the vet.", role="action", subgoal=goal.id)
    goal.close("achieved")
    with pytest.raises(errors.InputError, match="achieved"):
        memory.observe("Call again.", role="action", subgoal=goal.id)
    with pytest.raises(errors.UnknownId, match="g99"):
        memory.observe("Call again.", role="action", subgoal="g99")


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01"])
def test_empty_text_is_refused(memory, text):
    with pytest.raises(errors.InputError, match="empty"):
        memory.observe(text, speaker="Nora")


def test_control_characters_and_lone_surrogates_are_replaced(memory):
    memory.observe("I live in Rome.\x00 \ud800", speaker="Nora", time="2024-01-01")
    assert memory.verify().ok


def test_a_naive_time_is_in_the_timezone_of_the_settings(memory):
    memory.observe("I live in Rome.", speaker="Nora", time=datetime(2024, 1, 1))
    assert memory.facts("Nora")[0].said == datetime(2024, 1, 1, tzinfo=timezone.utc)


def test_an_unknown_argument_value_names_itself(memory):
    with pytest.raises(errors.InputError, match="time"):
        memory.observe("I live in Rome.", time="the day before never")
    with pytest.raises(errors.InputError, match="role"):
        memory.observe("I live in Rome.", role="king")
    with pytest.raises(errors.InputError, match="trust"):
        memory.observe("I live in Rome.", trust=2.0)
    with pytest.raises(errors.UnknownId, match="Nobody"):
        memory.neighbors("Nobody")
    with pytest.raises(errors.UnknownId, match="f99"):
        memory.history("f99")


def test_text_that_memory_returned_adds_nothing_but_a_user_repeating_it_is_support(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01", thread="t")
    answer = memory.ask("Where does Nora live?")
    facts = memory.facts(tentative=True)
    for _ in range(3):
        memory.observe(answer.text, role="assistant", speaker="bot", time="2024-01-02", thread="t")
        memory.observe("I live in Rome.", role="user", origin="memory", time="2024-01-02")
    assert memory.facts(tentative=True) == facts
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-03", thread="t")
    (fact,) = memory.facts("Nora", "lives in")
    assert len(fact.evidence) == 2


def test_a_question_is_answered_from_the_graph_with_evidence(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01T18:00Z")
    memory.observe("I adopted another cat, Pickle!", speaker="Nora", time="2024-06-11T09:30Z")
    answer = memory.ask("Which pets does Nora have?")
    assert "Biscuit" in answer.text
    assert "Pickle" in answer.text
    assert {e.episode for e in answer.evidence} == {"ep1", "ep2"}
    assert "Biscuit" in answer._repr_html_()


def test_context_cites_ids_within_its_budget(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    context = memory.context("a present for Nora's cat?", budget=200)
    assert context.tokens <= 200
    assert all(f"[{c.id}]" in context.text for c in context.candidates)
    assert context.sources


def test_a_budget_without_room_for_anything_found_says_how_much_is_needed(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    with pytest.raises(errors.InputError, match=r"1 token .*; \d+ tokens have") as error:
        memory.context("Nora's cat?", budget=1)
    enough = int(str(error.value).split()[-3])
    context = memory.context("Nora's cat?", budget=enough)
    assert context.candidates
    assert context.tokens <= enough


def test_a_model_is_not_asked_about_what_a_budget_has_no_room_for(tmp_path):
    path = tmp_path / "agent.kgmem"

    def ask(budget):
        llm = ScriptedLLM(['{"answer": "Biscuit", "cited": []}'])
        with Memory.open(
            path, encoder="hash", namespace="own", read=["a-namespace-with-quite-a-long-name"],
            settings=Settings(budget=budget), llm=llm,
        ) as memory:  # fmt: skip
            return memory.ask("What is Nora's cat called?"), llm

    with Memory.open(path, encoder="hash", namespace="own") as memory:
        memory.observe("Tom likes tea.", speaker="Tom", time="2024-05-01")
        other = memory.scope("a-namespace-with-quite-a-long-name")
        other.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    with pytest.raises(errors.InputError, match=r"1 token .*; \d+ tokens have") as error:
        ask(1)
    enough = int(str(error.value).split()[-3])
    answer, llm = ask(enough)
    assert answer.context.candidates
    assert answer.context.tokens <= enough
    assert len(llm.calls) == 1


def test_a_distiller_that_keeps_nothing_blames_no_budget(tmp_path):
    with Memory.open(":memory:", encoder="hash", distiller=Emptying()) as memory:
        memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
        assert memory.context("Nora's cat?", budget=5).text == ""
    assert Emptying.budgets == [5, 1024]


class Emptying:
    """A distiller that keeps nothing."""

    budgets: ClassVar[list[int]] = []

    def distil(self, question, candidates, *, budget, count):
        self.budgets.append(budget)
        return []


def test_an_empty_memory_abstains_and_retrieves_nothing(memory):
    assert memory.ask("Where does Nora live?").abstained
    assert memory.retrieve("Where does Nora live?") == []
    assert memory.context("Where does Nora live?").text == ""
    assert memory.context("Where does Nora live?", budget=1).text == ""


def test_every_candidate_explains_itself(memory):
    memory.observe("I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01")
    candidates = memory.retrieve("Nora's cat", limit=20)
    assert candidates
    assert all(c.reason and c.parts and c.episodes for c in candidates)


def test_what_was_said_without_a_time_does_not_count_from_before_it_was_said(memory):
    memory.observe("I live in Rome.", speaker="Nora", time="2024-01-01")
    memory.observe("I moved to Graz.", speaker="Nora", time="2024-06-11")
    then = memory.facts("Nora", "lives in", valid_at="2024-05-10")
    assert [f.object for f in then] == ["Rome"]
    later = memory.facts("Nora", "lives in", valid_at="2024-06-12")
    assert [f.object for f in later] == ["Graz"]


def test_a_bad_observation_is_named_and_those_before_it_are_kept(memory):
    good = Observation("I live in Rome.", datetime(2024, 1, 1, tzinfo=timezone.utc), "Nora")
    bad = Observation("  ", datetime(2024, 1, 2, tzinfo=timezone.utc), "Nora")
    with pytest.raises(errors.InputError, match="observation 1"):
        memory.observe_many([good, bad, good])
    assert memory.stats()["episode"] == 1
