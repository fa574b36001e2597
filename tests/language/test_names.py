"""When two names are the same name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.language.names import compatible, more_telling, normalise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dr. Lee", "dr lee"),
        ("the IRS", "IRS"),
        ("Nora's cat", "Nora’s cat"),
        ("O'Brien", "OBrien"),
        ("Café  Central", "cafe\u0301 central"),
        ("ＡＢＣ", "abc"),
        ("STRASSE", "straße"),
        ("Rock-n-Roll", "rock n roll"),
    ],
)
def test_spellings_of_one_name_are_equal(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("王芳", "王刚"), ("Иван", "Ольга"), ("C", "C#"), ("C#", "C++"), ("محمد", "أحمد"), ("A", "")],
)
def test_different_names_stay_different(one, other):
    assert normalise(one) != normalise(other)


def test_a_name_of_an_article_alone_is_kept():
    assert normalise("The The") == "the"
    assert normalise("A") == "a"


def test_a_name_of_marks_alone_keeps_them():
    assert normalise("?!") == "?!"
    assert normalise("🐱") == "🐱"


@given(st.text(max_size=40))
def test_normalising_is_total_settled_and_storable(text):
    once = normalise(text)
    assert normalise(once) in (once, normalise(normalise(once)))
    assert once == once.strip()
    once.encode("utf-8")


def test_types_that_taggers_confuse_are_compatible_and_others_are_not():
    assert compatible("thing", "place")
    assert compatible("person", "animal")
    assert compatible("organization", "place")
    assert not compatible("person", "place")
    assert not compatible("spaceship", "person")
    assert compatible("spaceship", "spaceship")


def test_the_more_telling_type_wins_from_either_side():
    assert more_telling("thing", "place") == more_telling("place", "thing") == "place"
    assert more_telling("person", "animal") == more_telling("animal", "person") == "animal"
    assert more_telling("organization", "place") == "organization"
