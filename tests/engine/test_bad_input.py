"""Arguments that cannot be used give a typed error or are cleaned; what is stored can be read."""

import json
from datetime import datetime, timezone

import pytest

from kgmem import Memory, Observation, errors
from kgmem.types import Ref, Triple

LONE = "\ud800x"
NOW = datetime(2024, 5, 1, tzinfo=timezone.utc)


@pytest.fixture
def told(memory):
    memory.tell("Nora", "visited", "Turku", source="a", time="2024-01-01")
    return memory


def check(memory):
    """Everything can still be read: the journal, the graph, an answer, an export."""
    assert memory.verify().ok
    memory.facts(tentative=True, ended=True)
    memory.ask("Where was Nora?")
    memory.history("f1")


@pytest.mark.parametrize(
    "field", ["speaker", "source", "thread", "addressee", "caption", "role", "origin", "subgoal"]
)
@pytest.mark.parametrize("value", [LONE, "a\x00b", "", 5, ["x"], {"a": 1}, "x" * 3000])
def test_an_odd_field_of_an_observation_is_cleaned_or_refused(told, field, value):
    try:
        told.observe(f"I like tea and {field}.", **{field: value})
    except errors.InputError as error:
        assert field in str(error) or "id" in str(error)  # noqa: PT017 - both ways are right
    check(told)


@pytest.mark.parametrize("text", ["", "  \n", "\x00", 5, None, b"bytes", ["x"]])
def test_text_that_is_none_is_refused(told, text):
    with pytest.raises(errors.InputError):
        told.observe(text)


@pytest.mark.parametrize("trust", [-0.1, 1.1, float("nan"), "high", [1]])
def test_trust_is_a_number_from_0_to_1(told, trust):
    with pytest.raises(errors.InputError, match="trust"):
        told.observe("I like tea.", trust=trust)


@pytest.mark.parametrize("metadata", ["x", [1], 5, {"k": LONE}, {LONE: 1}, {"k": object()}])
def test_metadata_that_is_not_json_is_refused(told, metadata):
    with pytest.raises(errors.InputError, match="metadata"):
        told.observe("I like tea.", metadata=metadata)


def test_metadata_is_kept_as_json_keeps_it(told):
    told.observe("I like tea.", source="m", metadata={1: (2, 3), "at": NOW, "nan": float("nan")})
    check(told)
    with told._engine.store.read("default") as reader:
        (episode,) = reader.find("episode", "source", ["m"])
    assert episode.metadata == {"1": [2, 3], "at": "2024-05-01T00:00:00Z", "nan": None}


@pytest.mark.parametrize("time", ["0001-01-01", "9999-12-31T23:59-12:00", datetime.max, "soon", 5])
def test_times_out_of_range_or_reason_are_refused_everywhere(told, time):
    for call in (
        lambda: told.observe("I came yesterday.", time=time),
        lambda: told.ask("Where?", now=time),
        lambda: told.facts(valid_at=time),
        lambda: told.facts(known_at=time),
        lambda: told.tell("Nora", "plan", "Pro", valid_from=time),
        lambda: told.forget(before=time),
    ):
        with pytest.raises(errors.InputError):
            call()
    check(told)


@pytest.mark.parametrize("time", ["2024-01-01T10:00", "2999-01-01", "0002-01-02", "9997-12-30"])
def test_naive_future_and_distant_times_are_taken(told, time):
    told.observe("Yesterday I bought a bike, and in two weeks I fly to Rome.", time=time)
    told.ask("What did I buy last week?", now=time, valid_at=time, known_at=time)
    check(told)


@pytest.mark.parametrize("value", [LONE, 5, None, ["x"], {"a": 1}, "", "f99999999999999999999"])
def test_no_other_argument_breaks_more_than_its_own_call(told, value):
    calls = [
        lambda: told.ask(value),
        lambda: told.ask("Where?", asker=value),
        lambda: told.ask("Where?", subgoal=value),
        lambda: told.context("Where?", exclude_working=value),
        lambda: told.retrieve(value),
        lambda: told.facts(value),
        lambda: told.facts(predicate=value),
        lambda: told.facts(object=value),
        lambda: told.entities(value),
        lambda: told.neighbors(value),
        lambda: told.path(value, value),
        lambda: told.timeline(value),
        lambda: told.history(value),
        lambda: told.query(value),
        lambda: told.tell(value, "likes", "tea"),
        lambda: told.tell("Nora", value, "tea"),
        lambda: told.tell("Nora", "likes", value),
        lambda: told.tell("Nora", "likes", "tea", author=value),
        lambda: told.correct(value, object="x"),
        lambda: told.correct("f1", object=value),
        lambda: told.correct("f1", predicate=value),
        lambda: told.retract(value),
        lambda: told.undo(value),
        lambda: told.merge(value, value),
        lambda: told.split(value),
        lambda: told.open_subgoal(value),
        lambda: told.open_subgoal("d", task=value),
        lambda: told.subgoal(value),
        lambda: told.unfold(value),
        lambda: told.working_memory(task=value),
        lambda: told.forget(source=value),
        lambda: told.forget(entity=value),
        lambda: told.forget(episode=value),
        lambda: told.scope(value),
        lambda: told.scope("ok", read=[value]),
        lambda: told.observe_many([value]),
        lambda: told.observe_messages([value]),
        lambda: told.observe_messages([{"role": value, "content": "hello"}]),
        lambda: told.observe_messages([{"role": "user", "content": "hello"}], thread=value),
        lambda: told.export(value) if not isinstance(value, str) else None,
        lambda: told.import_(value),
        lambda: told.reembed(value) if value is not None else None,
        lambda: Memory.open(value) if not isinstance(value, str) else None,
        lambda: Memory.open(namespace=value) if not isinstance(value, str) else None,
    ]
    for call in calls:
        try:
            call()
        except errors.KgmemError as error:
            assert str(error)  # noqa: PT017 - refusing and cleaning are both right
    check(told)


def test_a_source_is_found_in_any_form_of_unicode(told):
    told.observe("I like tea.", source="caf\u00e9")
    assert told.observe("I like tea.", source=" cafe\u0301 ").repeated
    assert told.forget(source="cafe\u0301").episodes == 1


class Odd:
    """An extractor of somebody's own that yields what it should not."""

    id = "odd"
    slow = False

    def __init__(self, **fields):
        self.fields = fields

    def extract(self, observations, context):
        fields = {"predicate": "likes", "object": Ref("tea"), **self.fields}
        return [
            [Triple(Ref("Nora", named=True), span=(0, 1), text=o.text, **fields)]
            for o in observations
        ]


@pytest.mark.parametrize("fields", [{"confidence": float("nan")}, {"kind": "rumour"}])
def test_what_could_not_be_read_again_is_never_written(tmp_path, fields):
    with Memory.open(tmp_path / "m", encoder="hash", extractor=Odd(**fields)) as memory:
        memory.tell("Nora", "visited", "Turku")
        with pytest.raises(errors.InputError, match="cannot be stored"):
            memory.observe("I like tea.")
        assert memory.stats()["episode"] == 1
        check(memory)


def test_an_export_replaces_an_earlier_one_only_when_it_is_whole(told, tmp_path):
    path = tmp_path / "backup.jsonl"
    told.export(path)
    before = path.read_bytes()
    with pytest.raises(errors.UnknownNamespace):
        told.export(path, namespaces=["default", "nowhere"])
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.part")) == []
    with pytest.raises(errors.InputError, match="directory"):
        told.export(tmp_path)
    with pytest.raises(errors.InputError, match="cannot write"):
        told.export(tmp_path / "no" / "such" / "folder.jsonl")


def test_a_malformed_line_7000_of_an_import_is_named_and_what_came_before_it_is_kept(
    told, tmp_path
):
    path = tmp_path / "backup.jsonl"
    told.observe_many(Observation(f"Fact number {n}.", NOW, source=f"s{n}") for n in range(40))
    told.export(path)
    lines = path.read_text().splitlines()
    entries = [n for n, line in enumerate(lines) if '"seq"' in line]
    bad = entries[len(entries) // 2]
    for damage, message in (
        ("{", "not JSON"),
        ('"\\ud800"', "not a JSON object"),
        ("[" * 100_000, "not JSON"),
        (lines[bad].replace('"seq":', '"sek":'), "not a line"),
        (lines[bad].replace('"effects":[', '"effects":[["ep99999",{"id":5}],'), "payload"),
    ):
        copy = tmp_path / f"{len(message)}{len(damage)}.jsonl"
        copy.write_text("\n".join([*lines[:bad], damage, *lines[bad + 1 :]]))
        target = told.scope(f"copy{len(message)}{len(damage)}")
        with pytest.raises(errors.FormatError, match=f"line {bad + 1}: .*{message}") as caught:
            target.import_(copy, into=target.namespace)
        assert caught.value.line == bad + 1
        target.import_(path, into=target.namespace)  # the sound file completes it
        assert target.verify().ok
        assert target.stats()["episode"] == told.stats()["episode"]


def test_an_import_of_bytes_that_are_no_utf8_names_the_line(told, tmp_path):
    path = tmp_path / "backup.jsonl"
    told.export(path)
    path.write_bytes(path.read_bytes().replace(b"Turku", b"Turk\xfc"))
    with pytest.raises(errors.FormatError, match=r"line \d+: not UTF-8") as caught:
        told.import_(path, into="copy")
    assert b"Turk\xfc" in path.read_bytes().splitlines()[caught.value.line - 1]


def test_an_export_names_its_lines_in_json(told, tmp_path):
    told.export(tmp_path / "a.jsonl")
    heads = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert heads[0]["kgmem"] == 1
    assert heads[-1] == {"end": True}


@pytest.mark.parametrize("deep", ["[" * 5000 + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 5000])
def test_a_result_nested_too_deep_is_no_data_and_the_rest_is_still_answered(memory, deep):
    memory.observe("I live in Turku.", speaker="Nora", time="2024-01-01")
    goal = memory.open_subgoal("find the list")
    memory.observe(deep, role="tool", speaker="sh", subgoal=goal.id, time="2024-01-02")
    memory.close_subgoal(goal.id, "achieved")
    check(memory)
    assert memory.ask("Where does Nora live?").text == "Turku"
