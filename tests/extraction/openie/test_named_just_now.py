"""Who was just given a name is who "he" is, and each of two names has its own bearer."""

from __future__ import annotations

import pytest

from .conftest import Read, name, rows

SURE = 0.55


@pytest.mark.parametrize(
    "text",
    [
        "Our dog's name is Rufus and my daughter's name is Ida.",
        "My daughter's name is Ida and our dog's name is Rufus.",
        "My daughter's name is Ida, and our dog's name is Rufus.",
    ],
)
def test_two_names_in_one_sentence_have_each_their_bearer(read: Read, text: str) -> None:
    found = rows(read(text))
    assert {("Nora", "dog is", "Rufus"), ("Nora", "daughter is", "Ida")} <= found
    assert not {("Nora", "daughter is", "Rufus"), ("Nora", "dog is", "Ida")} & found
    assert not [o for _, _, o in found if o.endswith("name")]


def test_what_two_people_are_is_not_cut(read: Read) -> None:
    found = rows(read("I know that my mum and my dad are happy. I love my mum and my dad."))
    assert {("Nora", "loves", "Nora's mum"), ("Nora", "loves", "Nora's dad")} <= found


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("We named the baby Otis. He weighs eight pounds.", "Otis"),
        ("My husband Greg was there. We named the baby Otis. He weighs eight pounds.", "Otis"),
        ("We got a puppy. We named her Lola. She weighs four kilos.", "Lola"),
        ("Tom came by with a kitten. I called it Misty. He weighs eighty kilos.", "Tom"),
        ("Tom is here. Everyone calls him Boss. He weighs eighty kilos.", "Tom"),
    ],
)
def test_who_was_just_named_is_meant_by_the_next_pronoun(read: Read, text: str, who: str) -> None:
    (weighed,) = [t for t in read(text) if t.predicate == "weighs"]
    assert weighed.subject.name == who


def test_the_baby_is_whom_one_named(read: Read) -> None:
    found = read("We named the baby Otis. The baby weighs eight pounds.")
    assert [t.subject.name for t in found if t.predicate == "weighs"] == ["Otis"]
    assert "Otis" in {name(t.object) for t in found if t.predicate == "name is"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tom called. Sam came with his sister Ana.", {("Sam", "sister is", "Ana")}),
        ("My mum called. She wants to see Rome with my aunt Ruth.",
         {("Nora's mum", "wants to see", "Rome"), ("Nora", "aunt is", "Ruth")}),
        ("Felix drove down with his new girlfriend, Lena. She's a vet.",
         {("Felix", "new girlfriend is", "Lena"), ("Lena", "works as", "vet")}),
        ("Felix came with his girlfriend Lena. She's a vet.",
         {("Felix", "girlfriend is", "Lena"), ("Lena", "works as", "vet")}),
        ("My brother Raj is a cook.", {("Nora", "brother is", "Raj"), ("Raj", "works as", "cook")}),
    ],
)  # fmt: skip
def test_who_is_introduced_belongs_to_who_stands_before(
    read: Read, text: str, facts: set[tuple[str, str, str]]
) -> None:
    found = rows(read(text), SURE)
    assert facts <= found
    assert not [row for row in found if row[1].endswith(" is") and row[2] == "Tom"]
    assert ("Tom", "sister is", "Ana") not in found


def test_who_names_a_kitten_is_not_called_so(read: Read) -> None:
    found = rows(read("We named our kitten Miso. We nicknamed Miso Fizz."))
    assert ("Nora", "has", "Miso") in found
    assert not [row for row in found if row[0] == "Nora" and row[1] == "also known as"]
