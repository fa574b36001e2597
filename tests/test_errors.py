"""Errors that say what they are about."""

from __future__ import annotations

import pytest

from kgmem.errors import FormatError


@pytest.mark.parametrize("file", ["a", "not", "JSON", "line", "x.jsonl"])
def test_a_file_is_named_though_its_name_stands_in_the_message_by_chance(file):
    error = FormatError("not a line of JSON: x.jsonl-like", line=3).of(file)
    assert str(error) == f"{file}: line 3: not a line of JSON: x.jsonl-like"
    assert error.line == 3


@pytest.mark.parametrize("message", ["a.txt is empty", "a.txt: no words", "a.txt, case 'x': torn"])
def test_a_file_that_the_message_begins_with_is_named_once(message):
    for error in (FormatError(message), FormatError(message, line=2)):
        assert str(error.of("a.txt")) == str(error)
    assert str(FormatError("torn").of("a.txt").of("a.txt")) == "a.txt: torn"
