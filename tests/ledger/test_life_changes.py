"""What people say when their lives change, from the sentence to the graph."""

from datetime import datetime, timezone

import pytest

from kgmem import Memory
from kgmem.types import Observation

NOW = datetime(2024, 5, 1, tzinfo=timezone.utc)


def told(*sentences):
    """The live and the ended facts that the sentences make, as (relation, object)."""
    with Memory.open(":memory:") as memory:
        for sentence in sentences:
            memory.observe(sentence, speaker="Nora")
        facts = [f for f in memory.facts(ended=True, tentative=True) if f.positive]
    live = {(f.relation, f.object) for f in facts if f.status == "live"}
    return live, {(f.relation, f.object) for f in facts if f.status == "ended"}


@pytest.mark.parametrize(
    "news",
    ["I got divorced.", "I'm single now.", "Paul is my ex-husband.", "My ex-husband is Paul.",
     "Paul and I divorced last month.", "I'm divorced.", "I got a divorce.", "I am a widow now."],
)  # fmt: skip
def test_a_marriage_ends(news):
    live, ended = told("I'm married to Paul.", news)
    assert ("married_to", "Paul") in ended
    assert "married_to" not in {relation for relation, _ in live}


@pytest.mark.parametrize(
    "news",
    ["My friend Kim got divorced.", "Paul and I are getting a divorce.", "I was single for years.",
     "I'm not single.", "Kim is a single mother.", "Sam is Kim's ex-husband."],
)  # fmt: skip
def test_a_marriage_outlasts_other_news(news):
    live, _ = told("I'm married to Paul.", news)
    assert ("married_to", "Paul") in live


def test_one_is_single_or_engaged_or_married():
    live, ended = told("I'm single.", "I'm engaged!", "I'm married now.")
    assert {o for r, o in live if r == "relationship_status"} == {"married now"}
    assert {o for r, o in ended if r == "relationship_status"} == {"single", "engaged"}


@pytest.mark.parametrize(
    ("news", "employer"),
    [
        ("I joined Google last week.", "Google"),
        ("I joined Stripe as a designer.", "Stripe"),
        ("I joined Spotify.", "Spotify"),
        ("I got a job at Siemens.", "Siemens"),
        ("I started working for Siemens.", "Siemens"),
        ("I'm now with Siemens.", "Siemens"),
        ("Siemens hired me.", "Siemens"),
    ],
)
def test_a_new_employer_ends_the_old_job(news, employer):
    live, ended = told("I work at IBM.", news)
    assert ("works_at", employer) in live
    assert ("works_at", "IBM") in ended


@pytest.mark.parametrize(
    "news",
    ["I joined the chess club.", "I joined Gold Gym.", "I joined the army.", "I joined Greenpeace.",
     "I joined the Berlin Choir.", "I joined Facebook.", "I joined the Beatles.",
     "My mom hired Joe.", "I worked as a nurse at Mercy in 2010."],
)  # fmt: skip
def test_what_is_joined_beside_a_job_does_not_end_it(news):
    live, _ = told("I work at IBM.", news)
    assert ("works_at", "IBM") in live


@pytest.mark.parametrize(
    "news", ["I quit Zalando.", "I left Zalando.", "I was fired from Zalando."]
)
def test_the_employer_of_a_title_is_an_employer(news):
    live, ended = told("I work as a data engineer at Zalando.", news)
    assert ("works_at", "Zalando") in ended
    assert "works_at" not in {relation for relation, _ in live}


@pytest.mark.parametrize(
    "news", ["Rex died yesterday.", "Rex died last week.", "I had to put Rex down."]
)
def test_a_dead_pet_is_nobodys(news):
    _, ended = told("I have a dog named Rex.", news)
    assert ("has_pet", "Rex") in ended


@pytest.mark.parametrize("news", ["Rex ran away.", "I put Rex down on the sofa.", "Kim died."])
def test_a_living_pet_stays(news):
    live, _ = told("I have a dog named Rex.", news)
    assert ("has_pet", "Rex") in live


@pytest.mark.parametrize("city", ["Paris", "Bergen", "Lyon", "Malmo", "Izmir"])
def test_a_name_one_moves_to_is_a_home_whatever_a_tagger_thinks(city):
    live, ended = told("I live in Oslo.", f"I moved to {city}.")
    assert ("lives_in", city) in live
    assert ("lives_in", "Oslo") in ended


@pytest.mark.parametrize(
    "news",
    [("I moved to Google.",), ("I moved over to team Blue.",), ("I moved to Acme Labs.",),
     ("I work at Quantix.", "I moved to Quantix."), ("Sarah likes tea.", "I moved to Sarah.")],
)  # fmt: skip
def test_employers_teams_and_people_are_no_homes(news):
    live, _ = told("I live in Oslo.", *news)
    assert {o for r, o in live if r == "lives_in"} == {"Oslo"}


@pytest.mark.parametrize(
    "known", ["I have a black cat and a grey tabby.", "I have a cat. The cat is a grey tabby."]
)
def test_a_description_that_gets_a_name_is_the_pet_it_describes(known):
    live, _ = told(known, "The grey tabby is called Smoke.")
    assert ("has_pet", "Smoke") in live
    assert {o for r, o in live if r == "has_pet"} <= {"Smoke", "black cat"}


def test_a_pet_and_its_death_may_be_told_at_once():
    with Memory.open(":memory:") as memory:
        said = ["I have a dog named Rex.", "Rex died yesterday."]
        memory.observe_many([Observation(text, NOW, speaker="Nora") for text in said])
        facts = memory.facts(predicate="has_pet", ended=True)
        assert [(f.object, f.status) for f in facts] == [("Rex", "ended")]
