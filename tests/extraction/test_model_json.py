import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.extraction.model_json import Partial, values, without_thoughts


def only(text):
    found = values(without_thoughts(text))
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Sure! Here it is:\n```\n{"a": 1}\n```\nAnything else?', {"a": 1}),
        ('<think>{"draft": 0}</think>{"a": 1}', {"a": 1}),
        ('<THINKING>\nhm\n</THINKING>\n[{"a": 1}]', [{"a": 1}]),
        ('so { it is... </think> {"a": 1}', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ('[{"a": 1,},]', [{"a": 1}]),
        ("{'a': 'it''s', 'b': None}", {"a": "it''s", "b": None}),
        ("{'a': 'Nora's cat', 'ok': True}", {"a": "Nora's cat", "ok": True}),
        ("{a: 1, b: two words}", {"a": 1, "b": "two words"}),
        ('{"a": "she said "hi" to me", "b": 1}', {"a": 'she said "hi" to me', "b": 1}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ('{\n// the pet\n"a": 1 /* one */\n}', {"a": 1}),
        ("{“a”: “b”}", {"a": "b"}),
        ('{"a": 1.5, "b": -2, "c": false}', {"a": 1.5, "b": -2, "c": False}),
        ('{"a": "\\u738b \\"x\\" \\n",}', {"a": '王 "x" \n'}),
        ('{"a" : [ 1 2 ]}', {"a": ["1 2"]}),
    ],
)
def test_what_models_write_is_read(text, expected):
    found = only(text)
    assert found.value == expected
    assert not found.cut


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"a": 1}, {"a": 2', [{"a": 1}, {}]),
        ('[{"a": 1}, {"a"', [{"a": 1}, {}]),
        ('[{"a": 1}, {', [{"a": 1}, {}]),
        ('[{"a": 1},', [{"a": 1}]),
        ('{"t": [{"a": "x"}, {"a": "unfin', {"t": [{"a": "x"}, {}]}),
        ('{"t": [{"a": "x", "b": tr', {"t": [{"a": "x"}]}),
        ('{"t":', {}),
    ],
)
def test_a_reply_that_broke_off_gives_what_was_whole(text, expected):
    found = only(text)
    assert found.value == expected
    assert found.cut


def test_an_object_that_broke_off_is_marked():
    found = only('[{"a": 1}, {"b": 2, "c": "un')
    assert [type(item) for item in found.value] == [dict, Partial]


def test_several_values_come_in_order():
    found = values('{"turn": 1}\n{"turn": 2}\nand [3]')
    assert [item.value for item in found] == [{"turn": 1}, {"turn": 2}, [3]]


@pytest.mark.parametrize("text", ["", "no json here", "a } b ] c", "<think>{'a': 1}", "{not json}"])
def test_prose_gives_nothing(text):
    assert not [found for found in values(without_thoughts(text)) if found.value]


@pytest.mark.parametrize(
    "text", ["[" * 20_000, '{"a":' * 20_000, '["x' * 20_000, "{" * 20_000, "'[\"" * 20_000]
)
def test_a_model_that_repeats_itself_is_given_up_on_soon(text):
    start = time.perf_counter()
    values(text)
    assert time.perf_counter() - start < 5


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=4))
def test_valid_json_is_read_as_json_reads_it(value):
    assert only(json.dumps(value)).value == value


@given(st.text(alphabet="{}[]\",:'\\ab1 \n", max_size=60))
def test_no_text_makes_it_fail(text):
    values(text)
