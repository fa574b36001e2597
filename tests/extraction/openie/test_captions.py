import pytest

from kgmem.extraction.openie.captions import split


@pytest.mark.parametrize(
    ("caption", "parts"),
    [
        ("a dog on a couch", ["a dog on a couch"]),
        ("two kayaks parked near a wall above the old harbor",
         ["two kayaks parked near a wall", "above the old harbor"]),
        ("a lake and hills seen from a rocky ledge",
         ["a lake and hills seen", "from a rocky ledge"]),
        ("a bowl with a black and white flower design",
         ["a bowl", "with a black and white flower design"]),
        ("a table with a lamp on it and a cat asleep under it",
         ["a table with a lamp on it", "a cat asleep under it"]),
        ("a group of people sitting around a long table",
         ["a group of people", "sitting around a long table"]),
        ("a harbor with colorful wooden houses and mountains behind",
         ["a harbor with colorful wooden houses and mountains behind"]),
        ("a man holding a trophy in front of a truck",
         ["a man holding a trophy", "in front of a truck"]),
    ],
)  # fmt: skip
def test_a_long_caption_is_cut_where_a_part_of_its_own_begins(caption, parts):
    assert split(caption) == parts
