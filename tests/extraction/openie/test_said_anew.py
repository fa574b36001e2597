"""Kinds of everyday sentences that were once read as what they do not say."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from kgmem.language import pipeline
from kgmem.types import Observation, Ref

NOON = datetime(2024, 5, 1, 12, tzinfo=timezone.utc)


def told(triples):
    """Subject, predicate and object of what is sure."""
    sure = [t for t in triples if t.confidence >= 0.6]
    return {
        (t.subject.name, t.predicate, t.object.name if isinstance(t.object, Ref) else None)
        for t in sure
    }


@pytest.mark.parametrize(
    ("text", "form", "lemma"),
    [
        ("Rob hates rain.", "hates", "hate"),
        ("Rob hoped for snow.", "hoped", "hope"),
        ("Rob is riding a bike.", "riding", "ride"),
        ("Rob stares at walls.", "stares", "stare"),
        ("Rob hops about.", "hops", "hop"),
        ("Rob hopped about.", "hopped", "hop"),
        ("Rob passes the shop.", "passes", "pass"),
        ("Rob visited Rome.", "visited", "visit"),
    ],
)
def test_verbs_that_share_their_short_form_are_told_apart(text, form, lemma):
    (doc,) = pipeline.parse([text])
    assert [t.lemma_ for t in doc if t.text == form] == [lemma]


def test_an_adverb_before_a_pair_is_no_part_of_a_name(read):
    assert ("Kim", "split up with", "Joe") in told(read("Yesterday Joe and Kim split up."))
    heard = {t.predicate: t.object for t in read("Apparently Joe and Kim split up.")}
    assert heard["split up with"].name == "Joe"


def test_a_given_nickname_is_not_who_somebody_is(read):
    assert "Bulldog" not in {o for _, _, o in told(read("I used to call my boss Bulldog."))}
    assert ("Nora", "sister is", "Ana") in told(read("I called my sister Ana last night."))


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Is your mum still working at the hospital?", "No, retired last spring."),
        ("Did your sister pass her exam?", "Yes, passed with a distinction!"),
    ],
)
def test_what_follows_a_yes_about_somebody_else_is_not_said_of_oneself(read, question, reply):
    before = Observation(question, NOON, speaker="Jon", addressee="Nora")
    found = told(read(reply, before))
    assert found
    assert all(predicate in {"has"} for subject, predicate, _ in found if subject == "Nora")


def test_a_length_that_is_replied_dates_the_state(read):
    before = Observation("How long have you lived in Leeds?", NOON, speaker="Jon")
    (found,) = [t for t in read("Nearly six years.", before) if t.predicate == "has lived in"]
    assert found.validity.start.earliest.year == 2018


def test_a_trip_that_one_is_off_to_lies_ahead(read):
    (found,) = [t for t in read("Off to Porto on Friday.") if t.predicate == "is off to"]
    assert found.modality == "planned"
    assert found.validity.start.earliest > NOON


def test_another_clause_behind_where_one_is_stands_alone(read):
    found = told(read("Home alone this week, Jess is in Bath."))
    assert ("Jess", "is in", "Bath") in found
    assert "home" not in {subject for subject, _, _ in found}


def test_what_was_borrowed_of_somebody_has_a_borrower(read):
    found = told(read("Borrowed Tim's ladder, must give it back."))
    assert ("Nora", "borrowed", "Tim's ladder") in found
    assert all(subject in {"Nora", "Tim"} for subject, _, _ in found)


def test_whose_name_somebody_forgets_is_no_thing(read):
    found = told(read("The new intern, whose name I forget, is from Malta."))
    assert ("new intern", "is from", "Malta") in found
    assert all("forget" not in predicate for _, predicate, _ in found)
