"""What tools return is read by its form: objects, lines, tables, logs, results."""

from __future__ import annotations

import json

import pytest

from kgmem.extraction.openie import structured

from .conftest import Read, name, one, rows

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            '{"incident": "INC-9", "status": "open", "assignee": "Kim Lee"}',
            {("INC-9", "status is", "open"), ("INC-9", "assignee is", "Kim Lee")},
        ),
        ('{"case": 77, "owner": "Ana"}', {("case 77", "owner is", "Ana")}),
        ("{'device': 'lamp.hall', 'power': True}", {("lamp.hall", "power is", "true")}),
        (
            'Found: [{"title": "Plan", "room": "B2"}, {"title": "Demo", "room": "C1"}]',
            {("Plan", "room is", "B2"), ("Demo", "room is", "C1")},
        ),
        (
            '{"results": [{"id": 5, "limits": {"memory": "2Gi"}, "tags": ["a1", "b2"]}]}',
            {("5", "limits memory is", "2Gi"), ("5", "tags includes", "b2")},
        ),
        (
            '{"rows": 12, "size": "3 MB"}',
            {("probe", "rows is", "12"), ("probe", "size is", "3 MB")},
        ),
        (
            "service: mail\nport: 8025\nlog_level: WARN",
            {("mail", "port is", "8025"), ("mail", "log level is", "WARN")},
        ),
        ("light.hall: on\nlock.back-door: locked", {("light.hall", "state is", "on")}),
        ("task_id=load state=failed try_number=3", {("load", "state is", "failed")}),
        (
            "| room | humidity |\n|---|---|\n| cellar | 71 |",
            {("cellar", "humidity is", "71")},
        ),
        (
            "NAME        STATUS\napi-x2k     Running",
            {("api-x2k", "status is", "Running")},
        ),
        (
            "exit code 1: connection refused",
            {
                ("probe", "ended with", "exit code 1"),
                ("probe", "reported the error", "connection refused"),
            },
        ),
        (
            "FAILED tests/a.py::test_b - AssertionError: 1 != 2",
            {("tests/a.py::test_b", "failed with", "AssertionError: 1 != 2")},
        ),
        (
            "2024-06-12T10:58:03Z ERROR exporter[812]: address in use",
            {("exporter", "reported the error", "address in use")},
        ),
        ("3 failed, 41 passed in 12.6s", {("probe", "reported", "3 failed, 41 passed in 12.6s")}),
    ],
)
def test_a_form_gives_its_values(read: Read, text: str, facts: set[Fact]) -> None:
    found = read(text, speaker="probe", role="tool")
    assert facts <= rows(found, least=0.9)
    assert not [t for t in found if t.predicate == "said"]


def test_a_value_has_its_own_span(read: Read) -> None:
    text = '{"order": "77", "status": "sent", "carrier": "GLS"}'
    fact = one(read(text, speaker="shop", role="tool"), "carrier is")
    assert text[slice(*fact.span)].strip() == '"carrier": "GLS'


def test_people_who_paste_say_of_what(read: Read) -> None:
    assert ("mail", "port is", "25") in rows(read("service: mail\nport: 25"))
    assert not [t for t in read("Pros: cheap\nCons: far") if t.confidence > 0.6]
    assert not rows(read('{"a": 1, "b": 2}'), least=0.6)


@pytest.mark.parametrize(
    "text",
    ["I told her: we are leaving.", "Note: the shop is closed.", "Rex is my dog: he barks a lot."],
)
def test_sentences_with_a_colon_are_sentences(text: str) -> None:
    from kgmem.types import Observation

    from .conftest import NOON

    assert structured.read(Observation(text, NOON, speaker="Nora"), "x")[0] == []


def test_a_sentence_of_a_tool_is_parsed(read: Read) -> None:
    found = read("Release 3.0: the API supports XML.", speaker=None, addressee=None, role="tool")
    assert ("API", "supports", "XML") in rows(found)


def test_long_output_is_bounded(read: Read) -> None:
    rows_ = [{"id": f"h-{i}", "state": "up", "load": i} for i in range(500)]
    assert len(read(json.dumps(rows_), speaker="probe", role="tool")) <= structured.MOST


def test_a_long_log_is_no_prose(read: Read) -> None:
    line = "2024-05-01 12:00:00 ERROR api: request took 900 ms\n"
    found = read(line * 3000, speaker="probe", role="tool")
    assert {t.predicate for t in found} == {"reported the error"}


@pytest.mark.parametrize(
    "text", ["{", "[{]", '{"a": ' * 400, "[[[[", '{"a": {"b": {}}}', "||\n|-|"]
)
def test_broken_forms_do_no_harm(read: Read, text: str) -> None:
    found = read(f"{text}\n\nThe probe runs on db-2.", speaker="probe", role="tool")
    assert ("probe", "is hosted on", "db-2") in rows(found)
    for triple in found:
        assert name(triple.object) or triple.object is None
