"""Numbers in words are numbers, and words that only end like them are not."""

from __future__ import annotations

import re

import pytest

from kgmem.answering.measures import amounts
from kgmem.answering.numerals import WORDS
from kgmem.answering.sides import _COUNT, _YEARS


@pytest.mark.parametrize("word", ["one", "twelve", "thirteen", "fifteen", "twenty", "forty"])
def test_number_words_count(word):
    assert re.fullmatch(WORDS, word)
    assert _COUNT.search(f"almost {word}")
    assert _YEARS.fullmatch(f"about {word}")


@pytest.mark.parametrize("word", ["party", "pretty", "canteen", "umpteen", "thirsty", "tense"])
def test_words_that_end_like_numbers_do_not_count(word):
    assert not _COUNT.search(word)
    assert not _YEARS.fullmatch(word)


def test_ages_of_two_words_are_ages():
    assert _YEARS.fullmatch("forty-two")
    assert _YEARS.fullmatch("only seventy one")


def test_amounts_in_words_are_read_with_their_unit():
    found = amounts("It is sixty kilometres from the canteen.", ("length",))
    assert [a.text for a in found] == ["sixty kilometres"]
