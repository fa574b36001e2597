from datetime import datetime, timezone

import pytest

from kgmem.extraction.model_triples import Setting, triple, triples
from kgmem.types import Observation, Qualifier, Ref, Value

TEXT = "I adopted Biscuit last Sunday. My sister Ana swims every week, and you owe me 20 euros."


def setting(text=TEXT, **changes):
    observation = Observation(
        text, datetime(2024, 5, 1, 18, tzinfo=timezone.utc), speaker="Nora", thread="t"
    )
    return Setting(
        **{
            "observation": observation,
            "body": text,
            "addressee": "Leo",
            "names": frozenset(["Nora", "Leo"]),
            "types": ("Pet",),
            "extractor": "llm:x",
        }
        | changes
    )


def fact(**fields):
    return {"subject": "Nora", "predicate": "adopted", "object": "Biscuit"} | fields


def test_every_field_reaches_the_triple():
    found = triple(
        fact(
            subject_type="person",
            object_type="pet",
            qualifiers=[{"role": "from", "value": "the shelter", "type": "place"}],
            time="last Sunday",
            polarity="positive",
            modality="actual",
            kind="event",
            sentence="Nora adopted Biscuit from the shelter.",
            quote="I adopted Biscuit last Sunday",
            confidence=0.9,
            temporary=True,
            corrects="Pickle",
        ),
        setting(),
    )
    assert found.subject == Ref("Nora", "person", named=True)
    assert found.object == Ref("Biscuit", "Pet", named=True)
    assert found.qualifiers == (Qualifier("from", Ref("the shelter", "place", named=False)),)
    assert found.validity.start.earliest == datetime(2024, 4, 28, tzinfo=timezone.utc)
    assert TEXT[slice(*found.span)] == "I adopted Biscuit last Sunday"
    assert (found.kind, found.positive, found.modality) == ("event", True, "actual")
    assert (found.confidence, found.temporary, found.extractor) == (0.9, True, "llm:x")
    assert found.corrects == Ref("Pickle", "thing", named=True)
    assert found.text == "Nora adopted Biscuit from the shelter."


@pytest.mark.parametrize(
    ("name", "expected"),
    [("I", "Nora"), ("the user", "Nora"), ("you", "Leo"), ("Leo", "Leo"), ("Ana", "Ana")],
)
def test_first_and_second_person_are_speaker_and_addressee(name, expected):
    assert triple(fact(subject=name, quote="Ana"), setting()).subject.name == expected


def test_an_unresolved_pronoun_is_never_asserted():
    found = triple(fact(subject="She", quote="Ana swims", confidence=1.0), setting())
    assert found.confidence < 0.6


def test_a_fact_without_a_quotation_in_the_turn_is_less_sure_and_an_invented_one_least():
    quoted = triple(fact(quote="I adopted Biscuit"), setting())
    near = triple(fact(quote="I had adopted Biscuit last Sunday"), setting())
    invented = triple(fact(subject="Zoe", object="Rex", quote="Zoe bought Rex"), setting())
    assert quoted.confidence == 0.8
    assert invented.confidence < near.confidence < 0.6
    assert TEXT[slice(*near.span)] == "I adopted Biscuit last Sunday."


@pytest.mark.parametrize(
    ("fields", "predicate", "positive"),
    [
        ({"predicate": "eat", "polarity": "negative"}, "eat", False),
        ({"predicate": "does not eat"}, "eat", False),
        ({"predicate": "no longer works at"}, "works at", False),
        ({"predicate": "don't like", "polarity": "negative"}, "like", False),
        ({"predicate": "is not"}, "is", False),
        ({"predicate": "lives_in"}, "lives in", True),
        ({"predicate": "noted"}, "noted", True),
    ],
)
def test_negation_is_polarity_never_predicate(fields, predicate, positive):
    found = triple(fact(**fields), setting())
    assert (found.predicate, found.positive) == (predicate, positive)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"object": 20}, Value("20", "number")),
        ({"object": "20.5"}, Value("20.5", "number")),
        ({"object": "happy", "value_kind": "adjective"}, Value("happy", "adjective")),
        ({"object": "three years", "object_type": "duration"}, Value("three years", "duration")),
        ({"object": None}, None),
        ({"object": "null"}, None),
        ({"object": {"name": "Ana", "type": "person"}}, Ref("Ana", "thing", named=True)),
        ({"object": "x" * 200}, Value("x" * 200, "clause")),
        ({"object": "!!!"}, Value("!!!")),
        ({"object": "北京", "object_type": "place"}, Ref("北京", "place", named=True)),
        ({"object": "Nora's cat", "object_type": "animal"}, Ref("Nora's cat", "animal")),
        ({"object": "vet", "object_type": "doctor"}, Ref("vet", "thing")),
    ],
)
def test_values_stay_values_and_entities_keep_their_type(fields, expected):
    assert triple(fact(**fields), setting()).object == expected


def test_a_frequency_makes_a_habit():
    found = triple(
        {"subject": "Ana", "predicate": "swims", "time": "every week", "quote": "Ana swims"},
        setting(),
    )
    assert found.kind == "habit"
    assert found.validity is None
    assert found.qualifiers[0].role == "how_often"


def test_a_time_that_cannot_be_resolved_is_kept_as_a_qualifier():
    found = triple(fact(time="when I was little"), setting())
    assert found.validity is None
    assert found.qualifiers == (Qualifier("when", Value("when I was little", "clause")),)


def test_a_planned_weekday_lies_ahead():
    planned = triple(fact(time="on Friday", modality="planned"), setting())
    past = triple(fact(time="on Friday"), setting())
    assert planned.validity.start.earliest.day == 3
    assert past.validity.start.earliest < planned.validity.start.earliest


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"subject": "Nora"},
        {"subject": "", "predicate": "x"},
        {"subject": None, "predicate": "x"},
        {"subject": "Nora", "predicate": "not"},
        {"subject": ["Nora"], "predicate": "x"},
        {"subject": "...", "predicate": "x"},
    ],
)
def test_a_fact_without_subject_or_predicate_is_none(item):
    assert triple(item, setting()) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"qualifiers": "with Leo"},
        {"qualifiers": [1, None, {"role": "with"}, {"value": "x"}]},
        {"confidence": "high"},
        {"confidence": float("nan")},
        {"confidence": 7},
        {"confidence": True},
        {"modality": "maybe", "kind": 3, "polarity": [], "temporary": "yes"},
        {"quote": 12, "sentence": None, "time": {}},
    ],
)
def test_fields_of_the_wrong_kind_take_their_defaults(fields):
    found = triple(fact(**fields), setting())
    assert found.subject.name == "Nora"
    assert found.qualifiers == ()
    assert 0 <= found.confidence <= 1
    assert (found.modality, found.kind, found.positive) == ("actual", "state", True)


def test_qualifiers_may_come_as_a_mapping():
    found = triple(fact(qualifiers={"With": "Leo"}), setting())
    assert found.qualifiers == (Qualifier("with", Ref("Leo", "person", named=True)),)


def test_a_fact_without_a_sentence_gets_one():
    found = triple(fact(polarity="negative", qualifiers={"from": "Rome"}), setting())
    assert found.text == "Nora not adopted Biscuit from Rome"


def test_a_fact_given_twice_counts_once():
    assert len(triples([fact(), fact(), {"x": 1}], setting())) == 1
