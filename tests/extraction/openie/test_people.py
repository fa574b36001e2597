"""Names, kin, pets, nicknames, pronouns."""

from __future__ import annotations

import pytest

from kgmem.types import Observation, Ref

from .conftest import NOON, Read, name, one, rows


def test_a_named_pet_is_an_animal_with_a_kind(read: Read) -> None:
    found = read("I adopted a cat named Biscuit.")
    assert one(found, "adopted").object == Ref("Biscuit", "animal", True)
    assert ("Biscuit", "is a", "cat") in rows(found)


def test_a_name_behind_a_comma_names_the_noun(read: Read) -> None:
    found = read("I adopted another cat, Pickle!")
    assert one(found, "adopted").object == Ref("Pickle", "animal", True)


def test_kin_with_a_name_are_tied_to_their_owner(read: Read) -> None:
    found = read("My sister Ana lives in Lisbon with her husband.")
    assert ("Nora", "sister is", "Ana") in rows(found, least=0.6)
    fact = one(found, "lives in")
    assert fact.subject == Ref("Ana", "person", True)
    assert ("with", "Ana's husband") in {(q.role, name(q.term)) for q in fact.qualifiers}


def test_a_common_noun_of_the_speaker_gets_the_owner_in_its_name(read: Read) -> None:
    fact = one(read("My cat sleeps on the sofa."), "sleeps on")
    assert fact.subject == Ref("Nora's cat", "animal")


def test_having_kin_or_a_pet_follows_from_naming_it_as_ones_own(read: Read) -> None:
    assert ("Nora", "has", "Nora's dog") in rows(read("I walked my dog."), least=0.6)


@pytest.mark.parametrize("text", ["After losing my job, I moved.", "I sold my car."])
def test_what_one_parts_with_is_not_had(read: Read, text: str) -> None:
    assert not any(p == "has" for _, p, _ in rows(read(text)))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Call me Mel.", ("Nora", "also known as", "Mel")),
        ("My name is Nora Lind.", ("Nora", "also known as", "Nora Lind")),
        ("Robert Hale, everyone calls him Bob.", ("Robert Hale", "also known as", "Bob")),
        ("Thomas Grey, also known as Tom, is here.", ("Thomas Grey", "also known as", "Tom")),
    ],
)
def test_nicknames_are_aliases(read: Read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in rows(read(text), least=0.6)


def test_a_short_form_is_an_alias_only_where_the_text_uses_it(read: Read) -> None:
    fact = ("Melanie", "also known as", "Mel")
    assert fact in rows(read("Hey Mel! I bought a bike.", addressee="Melanie"))
    assert fact not in rows(read("I bought a bike.", addressee="Melanie"))


def test_a_short_form_stands_for_the_person(read: Read) -> None:
    found = read("I visited Mel yesterday.", addressee="Melanie")
    assert one(found, "visited").object == Ref("Melanie", "person", True)


def test_a_wifes_name_tells_who_the_wife_is(read: Read) -> None:
    assert ("Nora", "wife is", "Ana") in rows(read("My wife's name is Ana."))


def test_a_pronoun_means_the_only_person_mentioned(read: Read) -> None:
    found = read("My sister Ana came over. She brought a cake.")
    assert one(found, "brought").subject.name == "Ana"


def test_a_pronoun_takes_the_right_gender(read: Read) -> None:
    found = read("My brother and my aunt visited me. She cooked soup.")
    assert one(found, "cooked").subject.name == "Nora's aunt"


def test_a_pronoun_may_mean_who_was_mentioned_in_the_turn_before(read: Read) -> None:
    before = Observation("How is your mother?", NOON, speaker="Jon", addressee="Nora")
    found = read("She bought a boat.", before)
    assert one(found, "bought").subject.name == "Nora's mother"


def test_a_pronoun_without_antecedent_asserts_nothing(read: Read) -> None:
    assert not rows(read("She bought a boat."), least=0.6)


def test_it_never_asserts_what_it_means_by_guess(read: Read) -> None:
    found = read("I saw a play and a comet. It inspired me.")
    assert not any(p == "inspired" for _, p, _ in rows(found, least=0.6))


def test_the_addressee_is_the_other_participant(read: Read) -> None:
    before = Observation("I finally did it.", NOON, speaker="Ida")
    found = read("You are so brave!", before, addressee=None)
    assert ("Nora", "finds", "Ida") in rows(found)


def test_what_is_said_of_the_addressee_is_not_asserted_as_a_fact_about_them(read: Read) -> None:
    assert not any(s == "Jon" for s, _, _ in rows(read("You live in Oslo."), least=0.6))


def test_a_judgement_is_a_fact_about_who_judges(read: Read) -> None:
    fact = one(read("The new museum in Ghent is amazing."), "finds")
    assert fact.subject.name == "Nora"
    assert [(q.role, name(q.term)) for q in fact.qualifiers] == [("how", "amazing")]


def test_it_was_great_judges_what_was_just_told(read: Read) -> None:
    found = read("I ran a charity race last Saturday. It was really rewarding.")
    assert ("Nora", "found", "charity race") in rows(found)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I met my uncle.", "person"),
        ("I fed the hamster.", "animal"),
        ("I moved to Utrecht.", "place"),
        ("I attended a wedding.", "event"),
        ("I bought a camera.", "product"),
    ],
)
def test_objects_get_a_type(read: Read, text: str, kind: str) -> None:
    objects = [t.object for t in read(text) if isinstance(t.object, Ref)]
    assert kind in {o.type for o in objects}


def test_several_names_behind_a_plural_are_a_fact_each(read: Read) -> None:
    found = rows(read("I adopted two cats named Pip and Moss. My friends Ana and Bo helped me."))
    assert {("Nora", "adopted", "Pip"), ("Nora", "adopted", "Moss")} <= found
    assert {("Pip", "is a", "cat"), ("Moss", "is a", "cat")} <= found
    assert {("Nora", "friend is", "Ana"), ("Nora", "friend is", "Bo")} <= found
    assert {("Ana", "helped", "Nora"), ("Bo", "helped", "Nora")} <= found


def test_what_a_couple_owns_is_asserted_of_the_speaker(read: Read) -> None:
    assert ("Nora", "has", "Rex") in rows(read("We have two dogs, Rex and Luna."), least=0.6)


def test_what_is_said_of_everybody_is_not_asserted_of_the_speaker(read: Read) -> None:
    assert not rows(read("We all have different paths."), least=0.6)


def test_whom_one_has_is_told_by_the_role(read: Read) -> None:
    found = rows(read("I have a new boss, Rolf. Ana has a brother, Tom."))
    assert {("Nora", "boss is", "Rolf"), ("Ana", "brother is", "Tom")} <= found
    assert ("Rolf", "is a", "new boss") not in found


@pytest.mark.parametrize(
    "text",
    [
        "I had a boss named Rolf.",
        "I might have a new boss, Rolf.",
        "I don't have a boss named Rolf.",
    ],
)
def test_whom_one_does_not_have_now_has_no_role(read: Read, text: str) -> None:
    assert "boss is" not in {t.predicate for t in read(text)}


def test_a_namesake_is_no_relative_of_oneself(read: Read) -> None:
    found = rows(read("I have a sister named Nora too."))
    assert ("Nora", "sister is", "Nora") not in found
