"""Relative clauses, announced clauses, helpers that the parser misplaces, names of several."""

import pytest

from .conftest import rows

LIKELY = 0.6


@pytest.mark.parametrize(
    ("text", "giver", "verb", "thing"),
    [
        ("I keep a compass that my uncle gave me before the trip.",
         "Nora's uncle", "gave", "compass"),
        ("I read the novel that Ana lent me.", "Ana", "lent", "novel"),
        ("I ride the bike my father built me.", "Nora's father", "built", "bike"),
    ],
)  # fmt: skip
def test_who_was_given_a_thing_is_not_taken_for_the_thing(read, text, giver, verb, thing):
    triples = read(text)
    given = [t for t in triples if t.predicate == verb]
    assert (giver, verb, thing) in rows(given)
    assert all(t.text.count(verb) == 1 for t in given)
    assert any(q.role in {"to", "for"} for t in given for q in t.qualifiers)


def test_a_stressing_reflexive_is_neither_object_nor_said(read):
    found = read("Leo gave me a card that he drew himself.")
    assert not any("drew Leo" in t.text or "himself" in t.text for t in found)
    assert ("Leo", "gave", "card") in rows(found)


@pytest.mark.parametrize(
    ("text", "activity"),
    [
        ("It's wonderful that you can keep the old songs alive.",
         "that Jon can keep the old songs alive"),
        ("It's great that Ana won the race.", "that Ana won the race"),
        ("It's nice to have friends.", "having friends"),
    ],
)  # fmt: skip
def test_a_judged_clause_keeps_its_tense_and_a_judged_deed_has_none(read, text, activity):
    assert ("Nora", "finds", activity) in rows(read(text))


@pytest.mark.parametrize(
    ("text", "modality", "start"),
    [
        ("I'd be honored to use your photo.", "hypothetical", "would be"),
        ("Leo will be thrilled to meet Biscuit.", "planned", "will be"),
        ("I'd painted the fence before.", "actual", "had painted"),
    ],
)
def test_helpers_keep_their_meaning_wherever_the_parser_hangs_them(read, text, modality, start):
    found = [t for t in read(text) if t.predicate.startswith(start)]
    assert [t.modality for t in found] == [modality]


def test_a_case_that_may_come_is_not_how_things_are(read):
    found = read("I wear the ring whenever I need courage. I was tired when I moved to Ashford.")
    likely = rows(found, LIKELY)
    assert ("Nora", "moved to", "Ashford") in likely
    assert not any(predicate == "needs" for _, predicate, _ in likely)


def test_what_several_are_called_is_no_name_of_one(read):
    assert not any(t.predicate == "also known as" for t in read("We're called the Harbor Kings."))


def test_a_title_is_written_with_its_spaces(read):
    found = read('My film is nearly done. It\'s called "The Last Knot".')
    assert "The Last Knot" in {o for _, _, o in rows(found)}
    assert not any("\u01c0" in t.text for t in found)
