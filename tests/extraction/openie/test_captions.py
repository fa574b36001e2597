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


def test_a_picture_is_shared_once_whatever_words_and_caption_say(read):
    found = read("Look at my new bike!", caption="a photo of a red bike leaning on a wall")
    (shared,) = [t for t in found if t.predicate.startswith("shared a")]
    assert shared.object.name == "Nora's new bike"
    assert ("showing", "a red bike leaning on a wall") in {
        (q.role, q.term.text) for q in shared.qualifiers if q.role == "showing"
    }
    assert "showing a red bike leaning on a wall" in shared.text


def test_a_picture_that_the_words_do_not_speak_of_is_told_by_its_caption(read):
    found = read("We had fun at the lake.", caption="a photo of a lake with hills behind")
    shared = [t for t in found if t.predicate == "shared a photo of"]
    assert [t.object.text for t in shared] == ["a lake with hills behind"]


def test_a_picture_that_was_taken_and_one_that_is_shared_are_told_both(read):
    found = read("I took a photo of my dog.", caption="a photo of a dog on the beach")
    assert {"took a photo of", "shared a photo of"} <= {t.predicate for t in found}
