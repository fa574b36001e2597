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
        (
            '{"build": {"number": 418, "status": "failed", "branch": "fix/CART-22"}}',
            {("build 418", "status is", "failed"), ("build 418", "branch is", "fix/CART-22")},
        ),
        (
            '{"tests": [{"name": "test_cart", "status": "failed"}], "total": 9}',
            {("probe", "test includes", "test_cart"), ("test_cart", "status is", "failed")},
        ),
        (
            '{"failed": ["test_pay", "test_ship"], "passed": 12}',
            {("test_pay", "status is", "failed"), ("test_ship", "status is", "failed")},
        ),
        (
            '{"shipment": 5512, "sender": {"handle": "kite_shop", "tier": "gold"}}',
            {("shipment 5512", "sender is", "kite_shop"), ("kite_shop", "tier is", "gold")},
        ),
        (
            '{"job": {"id": 7, "eta": "10:00"}, "warnings": [{"code": "W12", "text": "low ink"}]}',
            {("job 7", "eta is", "10:00"), ("W12 warning", "text is", "low ink")},
        ),
        (
            '{"trip": 88, "fare": {"amount": 42.5, "currency": "CHF"}, "desks": {"Ana": "4B",'
            ' "Bo": "4C"}, "rider": "x"}',
            {("trip 88", "fare is", "42.5 CHF"), ("Bo", "desk is", "4C")},
        ),
        (
            '{"Id": "i-07", "Limits": {"State": "on", "Type": "t3"}}',
            {("i-07", "limits state is", "on"), ("i-07", "limits type is", "t3")},
        ),
        (
            '{"status": "ok", "count": 2, "order_id": "Z-19"}',
            {("Z-19", "status is", "ok"), ("Z-19", "count is", "2")},
        ),
        (
            '{"key": "CAP-4", "fields": {"state": "Done", "new_owner": "Ivo", "old_owner": "Bo"}}',
            {
                ("CAP-4", "state is", "Done"),
                ("CAP-4", "owner is", "Bo"),
                ("CAP-4", "owner is", "Ivo"),
            },
        ),
        (
            '{"issue": "CAP-5", "field": "status", "from": "open", "to": "closed"}',
            {("CAP-5", "status is", "open"), ("CAP-5", "status is", "closed")},
        ),
        (
            '[{"id": "q-1", "rows": 5}, {"id": "q-2", "rows": 6}, {"id": "q-3", "ro',
            {("q-1", "rows is", "5"), ("q-2", "rows is", "6")},
        ),
        (
            "camera=Nikon Z6 lens=50 state=ok",
            {("probe", "camera is", "Nikon Z6"), ("probe", "lens is", "50")},
        ),
        (
            "name: web-1\nstate: up\nname: web-2\nstate: down",
            {("web-1", "state is", "up"), ("web-2", "state is", "down")},
        ),
        ("replicas: 2 -> 4", {("probe", "replicas is", "2"), ("probe", "replicas is", "4")}),
        ("max_conn 50 → 80", {("probe", "max conn is", "80")}),
        (
            "sku | name | stock\nK-1 | kettle | 4\nK-2 | mug | 0",
            {("K-1", "stock is", "4"), ("K-2", "name is", "mug")},
        ),
        (
            "minute,rain_mm\n5,0.1\n10,0.4",
            {("minute 5", "rain mm is", "0.1"), ("minute 10", "rain mm is", "0.4")},
        ),
        (
            "time,stop,state\n2024-05-01 10:00,Depot,loaded\n2024-05-01 11:30,Quay,sealed",
            {("probe", "state is", "loaded"), ("probe", "stop is", "Quay")},
        ),
        (
            "1. IC 505   08:10-11:55   via Ulm   EUR 39.00\n2. RE 9   09:00-15:20   direct   free",
            {
                ("IC 505", "is via", "Ulm"),
                ("IC 505", "price is", "EUR 39.00"),
                ("RE 9", "time is", "09:00-15:20"),
                ("RE 9", "note includes", "direct"),
            },
        ),
        (
            "POST https://shop.example/pay -> 503",
            {("POST https://shop.example/pay", "status is", "503")},
        ),
        ("HTTP/1.1 404 Not Found", {("probe", "http status is", "404 Not Found")}),
        (
            "step build ....... passed (41s)\nstep scan ....... FAILED (3s)",
            {
                ("step build", "status is", "passed"),
                ("step scan", "status is", "FAILED"),
                ("step scan", "duration is", "3s"),
            },
        ),
        (
            "✓ parses dates\n✗ rounds totals: expected 3, got 2",
            {
                ("parses dates", "status is", "passed"),
                ("rounds totals", "status is", "failed"),
                ("rounds totals", "failed with", "expected 3, got 2"),
            },
        ),
        (
            "tests/a.py::test_x PASSED [ 50%]\n--- FAIL: TestSum (0.02s)",
            {("tests/a.py::test_x", "status is", "passed"), ("TestSum", "status is", "failed")},
        ),
        ("run 7731 finished: failed", {("run 7731", "status is", "failed")}),
        (
            "ERROR 2024-09-02 mailer: relay refused",
            {("mailer", "reported the error", "relay refused")},
        ),
        (
            "06:30:00 INFO  batch 12 started\n06:31:07 ERROR feed offline",
            {("batch 12", "status is", "started"), ("probe", "reported the error", "feed offline")},
        ),
        (
            '2024-06-05 12:58:41 level=error lane=mail reason="no route"',
            {("probe", "lane is", "mail"), ("probe", "reason is", "no route")},
        ),
        (
            "vial V-3: pH 5.9, mass 12.1 g, owner kim",
            {
                ("vial V-3", "ph is", "5.9"),
                ("vial V-3", "mass is", "12.1 g"),
                ("vial V-3", "owner is", "kim"),
            },
        ),
        (
            "Epoch 7/20 - loss: 0.31 - val_loss: 0.44",
            {("epoch 7/20", "loss is", "0.31"), ("epoch 7/20", "val loss is", "0.44")},
        ),
        (
            "rows: 812 | nulls: 4 | dupes: 0",
            {("probe", "rows is", "812"), ("probe", "nulls is", "4")},
        ),
        ("edge3 : ok=5 failed=1", {("edge3", "ok is", "5"), ("edge3", "failed is", "1")}),
        ("14:00-15:30 Budget review (room C)", {("Budget review", "time is", "14:00-15:30")}),
        (
            'Lead #77 "Kite" moved: new -> qualified (by ana)',
            {("lead 77", "status is", "new"), ("lead 77", "status is", "qualified")},
        ),
        (
            "       recall   support   share\n left   0.62   312   0.1\n kept   0.97   820   0.9",
            {("left", "recall is", "0.62"), ("kept", "support is", "820")},
        ),
        (
            "meta:\n  name: web\nspec:\n  replicas: 4",
            {("web", "replicas is", "4")},
        ),
        (
            " id | name | state\n----+------+-------\n  7 | Alma | idle\n  9 | Bo | busy",
            {("Alma", "state is", "idle"), ("Bo", "id is", "9")},
        ),
        ("pump 3 ~ 71 C ~ 40%", {("probe", "reported", "pump 3 ~ 71 C ~ 40%")}),
        (
            "[main 9c1f00d] Add a retry\n2b7ac41 Drop the cache",
            {
                ("9c1f00d", "message is", "Add a retry"),
                ("2b7ac41", "message is", "Drop the cache"),
            },
        ),
        (
            "commit 77aa01c\nAuthor: Ines Roy <ines@x.example>\n\n    Speed up import",
            {
                ("77aa01c", "author is", "Ines Roy"),
                ("77aa01c", "message is", "Speed up import"),
            },
        ),
        (
            "--- a/srv/app.toml\n+++ b/srv/app.toml\n@@ -1,2 +1,2 @@\n-workers = 2\n+workers = 6",
            {
                ("srv/app.toml", "workers is", "2"),
                ("srv/app.toml", "workers is", "6"),
                ("probe", "shows a change of", "srv/app.toml"),
            },
        ),
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


@pytest.mark.parametrize(
    ("text", "error", "file", "line"),
    [
        (
            "Traceback (most recent call last):\n  File \"run.py\", line 3, in <module>\n    go()\n"
            "  File \"lib/go.py\", line 21, in go\n    raise ValueError('no seat')\n"
            "ValueError: no seat",
            "ValueError: no seat", "lib/go.py", "21",
        ),
        (
            "org.x.QueueException: full\n\tat org.x.Queue.put(Queue.java:77)\n"
            "\tat org.x.Main.main(Main.java:5)",
            "org.x.QueueException: full", "Queue.java", "77",
        ),
        (
            "RangeError: too deep\n    at walk (/app/walk.js:12:9)\n    at /app/index.js:3:1",
            "RangeError: too deep", "/app/walk.js", "12",
        ),
        (
            "thread 'main' panicked at src/tree.rs:8:5:\nno root",
            "panic: no root", "src/tree.rs", "8",
        ),
    ],
)  # fmt: skip
def test_a_traceback_is_one_event(read: Read, text: str, error: str, file: str, line: str) -> None:
    found = read(f"{text}\nThe probe runs on db-2.", speaker="probe", role="tool")
    event = one(found, "reported the error")
    assert name(event.object) == error
    assert [name(q.term) for q in event.qualifiers] == [f"{file}:{line}"]
    assert (name(one(found, "file is").object), name(one(found, "line is").object)) == (file, line)
    assert ("probe", "is hosted on", "db-2") in rows(found)
    assert len(found) == 5


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("Meeting\n   at noon in room 4", 0),
        ("Standup:\n   at 9:30", 0),
        ("Dinner: the four of us\n   at Luigi's", 0),
        ("IllegalStateException\n   at Foo.bar(Native Method)", 1),
        ("Oops: full\n   at put (/app/walk.js:12:9)", 1),
        ("ParseError: no end\n   at the last line", 1),
    ],
)
def test_at_under_a_word_is_a_place_in_code_only_behind_an_error_or_with_a_file(
    read: Read, text: str, errors: int
) -> None:
    found = read(text, speaker="probe", role="tool")
    assert len([t for t in found if t.predicate == "reported the error"]) == errors


def test_moments_of_a_table_say_when(read: Read) -> None:
    text = "time,stop,state\n2024-05-01 10:00,Depot,loaded\n2024-05-01 11:30,Quay,sealed"
    found = [t for t in read(text, speaker="probe", role="tool") if t.predicate == "state is"]
    assert [t.validity.wording for t in found if t.validity] == [
        "10 am on 1 May 2024", "11:30 am on 1 May 2024",
    ]  # fmt: skip


def test_a_long_log_tells_its_errors_first(read: Read) -> None:
    lines = [f"12:00:{i:02d} INFO  tick {i} kept" for i in range(40)]
    found = read("\n".join([*lines, "12:01:00 ERROR disk gone"]), speaker="probe", role="tool")
    assert "disk gone" in {name(t.object) for t in found}
    assert len([t for t in found if t.predicate == "logged"]) < 10


@pytest.mark.parametrize("cut", [0, 40])
def test_a_megabyte_of_json_gives_no_more_than_its_first_facts(read: Read, cut: int) -> None:
    nested = {"id": "n-1", "parts": [{"id": f"p-{i}", "of": [{"id": i}] * 12} for i in range(12)]}
    text = json.dumps([{"id": f"h-{i}", "load": i, "more": nested} for i in range(600)])
    assert len(text) > 1_000_000
    found = read(text[: len(text) - cut], speaker="probe", role="tool")
    assert 10 < len(found) <= structured.MOST


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


@pytest.mark.parametrize(
    "text",
    [
        "Lisbon, Portugal\nOslo, Norway",
        "Lisbon,Portugal\nOslo,Norway",
        "Friday, windy\nSaturday, foggy",
        "Hi Kim, what is new\nNot much, and you",
        "Thanks Kim, bye\nSee you, 12:30",
        "Ok, thanks\nFine, bye",
    ],
)
def test_lines_with_commas_are_no_table_without_a_header(read: Read, text: str) -> None:
    told = read(text, speaker="probe", role="tool")
    assert not [t for t in told if "'s " in t.text and t.predicate.endswith(" is")]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("city,country\nLisbon,Portugal\nOslo,Norway", {("Oslo", "country is", "Norway")}),
        ("fruit,left\nplum,4\npear,9", {("plum", "left is", "4"), ("pear", "left is", "9")}),
        ("fruit, sold\nplum, 4 EUR\npear, 9 EUR", {("pear", "sold is", "9 EUR")}),
        ("badge,shift\nB-7,late\nB-9,early", {("B-7", "shift is", "late")}),
        ("fruit,left_over\nplum,some", {("plum", "left over is", "some")}),
    ],
)
def test_commas_make_a_table_under_a_header(
    read: Read, text: str, facts: set[tuple[str, str, str]]
) -> None:
    assert facts <= rows(read(text, speaker="probe", role="tool"))


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ('{"kid": 2, "patient": "Ana"}', "kid 2"),
        ('{"grid_id": "G1", "covid": "19-b", "load": 3}', "G1"),
        ('{"piano": 3, "maker": "Yara"}', "piano 3"),
        ('{"userid": "u-5", "state": "on"}', "u-5"),
        ('{"orderid": 12, "state": "paid"}', "order 12"),
        ('{"taskId": 12, "state": "done"}', "task 12"),
        ('{"at": "x", "ID": "k-9", "state": "on"}', "k-9"),
    ],
)
def test_ids_are_keys_that_say_so(read: Read, text: str, about: str) -> None:
    assert {t.subject.name for t in read(text, speaker="probe", role="tool")} == {about}


def test_what_is_true_or_false_is_no_amount(read: Read) -> None:
    text = '{"job": 7, "quota": {"value": true, "unit": "GB"}}'
    found = rows(read(text, speaker="probe", role="tool"))
    assert ("job 7", "quota is", "true GB") not in found
    assert ("job 7", "quota is", "True GB") not in found
    assert ("job 7", "quota value is", "true") in found
