import json
from datetime import datetime, timezone

import pytest

from kgmem.cli.formats import Options, detect, load
from kgmem.errors import FormatError, InputError

NOW = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)
OPTIONS = Options(now=NOW)

LOCOMO = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Nora",
            "speaker_b": "Sam",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Nora", "dia_id": "D1:1", "text": "I adopted a cat."},
                {
                    "speaker": "Sam",
                    "dia_id": "D1:2",
                    "text": "Look at mine!",
                    "blip_caption": "a photo of a black cat",
                },
            ],
            "session_2_date_time": "9:05 am on 1 June, 2023",
            "session_2": [{"speaker": "Nora", "dia_id": "D2:1", "text": "Hello again."}],
        },
        "qa": [],
    },
    {
        "sample_id": "talk-2",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Paul",
            "session_1_date_time": "12:00 pm on 2 May, 2023",
            "session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "Hi Paul."}],
        },
        "qa": [],
    },
]


@pytest.fixture
def write(tmp_path):
    def make(content, name="talk.txt"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path

    return make


def read(path, options=OPTIONS, format=None):
    return [o for part in load(path, options, format) for o in part.observations]


# --- what a file is -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (json.dumps(LOCOMO), "locomo"),
        (json.dumps(LOCOMO, indent=2), "locomo"),
        ('{"text": "hi"}\n{"text": "ho"}\n', "jsonl"),
        ('\ufeff{"text": "hi"}\n', "jsonl"),
        ('[{"text": "hi", "role": "user"}]', "jsonl"),
        ('[{"role": "user", "content": "hi"}]', "chat"),
        ('{"role": "user", "content": "hi"}\n', "chat"),
        ('{"messages": [{"role": "user", "content": "hi"}]}', "chat"),
        ('{\n "messages": [\n{"role": "user", "content": "hi"}]}', "chat"),
        ("Nora: hi\nSam: ho\n", "text"),
        ("[2024-05-01 18:00] Nora: hi\n", "text"),
        ("王芳: 你好\n", "text"),
    ],
)
def test_the_format_is_seen_from_the_file(write, content, expected):
    assert detect(write(content)) == expected


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        (b"SQLite format 3\x00\x10\x00", "zero bytes"),
        (b"Nora: caf\xe9\n", "not UTF-8"),
        ('{"kgmem": 1, "encoder": ""}\n', "kgmem import"),
        ('{"title": "x"}\n', "'title'"),
        ("[1, 2]", "no objects"),
        ('[{"text": "a"},\n{"text": "b"\n]', "line 3: not JSON"),
        ('{"text": "a"\n"b"}', "line 2: not JSON"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(write, content, words):
    with pytest.raises(FormatError, match=words):
        detect(write(content))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="gone"):
        load(tmp_path / "gone.txt", OPTIONS)


# --- LOCOMO ---------------------------------------------------------------------------------------


def test_locomo_turns_come_with_ids_times_and_captions(write):
    first, second, third, other = read(write(json.dumps(LOCOMO)))
    assert [o.source for o in (first, second, third)] == [
        "talk-1#D1:1",
        "talk-1#D1:2",
        "talk-1#D2:1",
    ]
    assert first.time == datetime(2023, 5, 8, 13, 56, tzinfo=timezone.utc)
    assert third.time.date().isoformat() == "2023-06-01"
    assert second.caption == "a photo of a black cat"
    assert {first.thread, other.thread} == {"talk-1", "talk-2"}
    assert other.speaker == "Ana"


def test_one_locomo_conversation_can_be_chosen(write):
    path = write(json.dumps(LOCOMO))
    assert {o.thread for o in read(path, Options(now=NOW, only=("talk-2",)))} == {"talk-2"}
    with pytest.raises(InputError, match="talk-9"):
        read(path, Options(now=NOW, only=("talk-9",)))


# --- JSON Lines -----------------------------------------------------------------------------------


def test_every_field_of_an_observation_is_read(write):
    row = {
        "text": "hello",
        "speaker": "Nora",
        "time": "2024-05-01T18:00:00+02:00",
        "role": "assistant",
        "thread": "t1",
        "subgoal": "g3",
        "source": "crm:1",
        "trust": 0.4,
        "origin": "memory",
        "addressee": "Sam",
        "caption": "a cat",
        "metadata": {"a": 1},
        "channel": "mail",
    }
    (o,) = read(write(json.dumps(row)))
    assert (o.text, o.speaker, o.role, o.thread, o.subgoal) == (
        "hello",
        "Nora",
        "assistant",
        "t1",
        "g3",
    )
    assert (o.source, o.trust, o.origin, o.addressee, o.caption) == (
        "crm:1",
        0.4,
        "memory",
        "Sam",
        "a cat",
    )
    assert o.time == datetime(2024, 5, 1, 16, tzinfo=timezone.utc)
    assert o.metadata == {"a": 1, "channel": "mail"}


def test_what_carries_no_source_or_time_gets_the_line_and_now(write):
    one, two = read(write('{"text": "ok"}\n\n{"text": "ok"}\n', "log.jsonl"))
    assert (one.source, two.source) == ("log#1", "log#3")
    assert one.time == NOW
    assert one.thread == "log"


@pytest.mark.parametrize(
    "stamp", [1714586400, 1714586400000, 1714586400.0, "2024-05-01T18:00:00Z", "2024-05-01 18:00"]
)
def test_times_are_read_in_the_ways_that_logs_write_them(write, stamp):
    (o,) = read(write(json.dumps({"text": "hi", "timestamp": stamp})))
    assert o.time == datetime(2024, 5, 1, 18, tzinfo=timezone.utc)


def test_naive_times_are_in_the_zone_given(write):
    path = write('{"text": "hi", "time": "2024-05-01 18:00"}')
    (o,) = read(path, Options(now=NOW, timezone="Europe/Vienna"))
    assert o.time == datetime(2024, 5, 1, 16, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('{"text": ""}', "'text'"),
        ('{"speaker": "Nora"}', "'text'"),
        ('{"text": 3}', "'text'"),
        ('{"text": "a", "role": "king"}', "role 'king'"),
        ('{"text": "a", "time": "someday soon"}', "time"),
        ('{"text": "a", "time": 1e300}', "Unix time"),
        ('{"text": "a", "trust": "high"}', "'trust'"),
        ('{"text": "a", "metadata": 3}', "'metadata'"),
        ('{"text": "a", "speaker": ["x"]}', "'speaker'"),
        ('{"text": "a", "speeker": "x"}', "did you mean 'speaker'"),
        ("[1]", "not a JSON object"),
        ('{"text": "a"', "not JSON"),
    ],
)
def test_a_malformed_line_is_named_after_those_before_it_were_given(write, row, words):
    lines = ['{"text": "fine"}'] * 6999 + [row, '{"text": "later"}']
    (part,) = load(write("\n".join(lines), "big.jsonl"), OPTIONS)
    given = []
    with pytest.raises(FormatError, match=words) as caught:
        given.extend(part.observations)
    assert caught.value.line == 7000
    assert str(caught.value).startswith("line 7000: ")
    assert len(given) == 6999


def test_an_item_of_a_list_is_named_as_an_item(write):
    with pytest.raises(FormatError, match="item 2"):
        read(write('[{"text": "a"},\n\n\n{"text": ""}]'))


# --- chat messages --------------------------------------------------------------------------------

MESSAGES = [
    {"role": "system", "content": "You are kind."},
    {"role": "user", "content": "I adopted a cat.", "time": "2024-05-01T18:00:00Z", "id": "m2"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
    {"role": "tool", "content": "3 vets found", "tool_call_id": "c1"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Lovely!"},
            {"type": "image_url", "image_url": {"url": "x"}},
        ],
    },
    {"role": "user", "name": "Sam", "content": "Hello."},
]


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(MESSAGES),
        json.dumps({"messages": MESSAGES}),
        json.dumps({"messages": MESSAGES}, indent=1),
        json.dumps([{"id": "talk", "messages": MESSAGES}]),
        "\n".join(map(json.dumps, MESSAGES)),
    ],
)
def test_chat_messages_are_read_in_every_shape_they_are_stored_in(write, content):
    options = Options(now=NOW, user="Nora", assistant="Ada")
    found = read(write(content, "talk.json"), options)
    assert [(o.role, o.speaker, o.text) for o in found] == [
        ("system", None, "You are kind."),
        ("user", "Nora", "I adopted a cat."),
        ("tool", None, "3 vets found"),
        ("assistant", "Ada", "Lovely!"),
        ("user", "Sam", "Hello."),
    ]
    assert found[1].time == datetime(2024, 5, 1, 18, tzinfo=timezone.utc)
    assert found[0].time == NOW
    assert [o.source for o in found] == ["talk#1", "talk#m2", "talk#4", "talk#5", "talk#6"]


def test_several_conversations_in_one_file_stay_apart(write):
    rows = [{"messages": [{"role": "user", "content": f"hi {i}"}]} for i in range(3)]
    parts = load(write("\n".join(map(json.dumps, rows)), "many.jsonl"), OPTIONS)
    assert [p.name for p in parts] == ["many-1", "many-2", "many-3"]
    sources = [o.source for p in parts for o in p.observations]
    assert sources == ["many-1#1", "many-2#1", "many-3#1"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"role": "king", "content": "x"}, "role 'king'"),
        ({"content": "x"}, "'role'"),
        ({"role": "user", "content": 3}, "content must be"),
        ("hello", "'role'"),
    ],
)
def test_a_message_that_cannot_be_read_is_numbered(write, message, words):
    content = json.dumps({"messages": [{"role": "user", "content": "hi"}, message]})
    with pytest.raises(FormatError, match=f"message 2.*{words}"):
        read(write(content))


# --- plain text -----------------------------------------------------------------------------------


def test_plain_text_gives_turns_with_their_continuations(write):
    text = (
        "[2024-05-01 18:00]\nNora: I adopted a cat.\n  It is grey: very grey.\n\n"
        "Sam Miller: Lovely\nno way: he said so\n[2024-05-02 09:00] Nora: [smiles] Yes.\n"
    )
    found = read(write(text))
    assert [(o.speaker, o.text) for o in found] == [
        ("Nora", "I adopted a cat.\nIt is grey: very grey."),
        ("Sam Miller", "Lovely\nno way: he said so"),
        ("Nora", "[smiles] Yes."),
    ]
    assert [o.time.day for o in found] == [1, 1, 2]
    assert [o.source for o in found] == ["talk#1", "talk#2", "talk#3"]


@pytest.mark.parametrize(
    "name", ["Nora", "Sam Miller", "Dr. Lee", "O'Brien", "Иван", "王芳", "Élise"]
)
def test_names_in_any_script_speak(write, name):
    (o,) = read(write(f"{name}: hello\n"))
    assert (o.speaker, o.text) == (name, "hello")


def test_roles_are_taken_from_the_names_of_roles(write):
    found = read(write("action: go east\nobservation: You see a door.\nuser: hi\nAssistant: ho\n"))
    assert [(o.role, o.speaker) for o in found] == [
        ("action", None),
        ("observation", None),
        ("user", "user"),
        ("assistant", "assistant"),
    ]


def test_text_without_a_speaker_is_refused_with_its_line(write):
    with pytest.raises(FormatError, match=r"line 2.*Speaker: text"):
        read(write("\nonce upon a time\n"))


def test_the_same_file_gives_the_same_sources_and_a_longer_one_only_adds(write):
    before = [o.source for o in read(write("Nora: a\nSam: b\n"))]
    after = [o.source for o in read(write("Nora: a\nSam: b\nNora: c\n"))]
    assert after[:2] == before


def test_a_format_can_be_forced(write):
    path = write('{"text": "hi"}\n')
    with pytest.raises(FormatError, match="Speaker: text"):
        read(path, format="text")


def test_a_message_without_a_time_has_that_of_the_one_before_it(write):
    first = {"role": "user", "content": "I live in Rome.", "time": "2024-05-01T18:00Z"}
    second = {"role": "tool", "content": "3 vets found"}
    found = read(write(json.dumps([second, first, second]), "talk.json"), Options(now=NOW))
    then = datetime(2024, 5, 1, 18, tzinfo=timezone.utc)
    assert [o.time for o in found] == [NOW, then, then]
