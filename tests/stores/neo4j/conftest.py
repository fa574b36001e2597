"""A conversation of sixty turns, and memories on both stores to have it in."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from kgmem import Memory
from kgmem.encoders import HashEncoder
from kgmem.types import Observation

TURNS = [
    ("Nora", "Hi Tom! I moved to Lisbon in March 2021."),
    ("Tom", "Wow! I still live in Rome and work at Acme."),
    ("Nora", "I adopted a cat named Biscuit last week."),
    ("Tom", "How old is Biscuit?"),
    ("Nora", "Biscuit is two years old. She hates the vet."),
    ("Tom", "My sister Ana works at a bakery in Rome."),
    ("Nora", "Did Ana bake the cake for your wedding?"),
    ("Tom", "Yes. Ana made it with almonds. I love almonds."),
    ("Nora", "I do not eat meat any more."),
    ("Tom", "I bought a red bicycle yesterday."),
    ("Nora", "Nice. I sold my car in April."),
    ("Tom", "I quit my job at Acme on Monday."),
    ("Nora", "Really? What will you do now?"),
    ("Tom", "I started a small workshop with my friend Omar."),
    ("Nora", "Omar Haddad? I met him at the harbour festival in 2019."),
    ("Tom", "Yes, Omar Haddad. He plays the cello."),
    ("Nora", "I adopted another cat, Pickle!"),
    ("Tom", "Two cats! Does Biscuit like Pickle?"),
    ("Nora", "Biscuit likes Pickle very much."),
    ("Tom", "We are moving to Porto next month."),
    ("Nora", "Great, Porto is near Lisbon. I visited Porto in May 2022."),
    ("Tom", "I no longer live in Rome. I live in Porto now."),
    ("Nora", "My brother Leo is a nurse. He lives in Oslo."),
    ("Tom", "Leo visited us in Porto last Saturday."),
    ("Nora", "Leo loves hiking. He climbed Galdhopiggen two years ago."),
    ("Tom", "I am learning Portuguese every Tuesday evening."),
    ("Nora", "I teach yoga at the Casa Verde studio."),
    ("Tom", "Ana moved to Porto too. She opened her own bakery."),
    ("Nora", "What is the bakery called?"),
    ("Tom", "It is called Miga."),
    ("Nora", "I ate at Miga with Leo on Sunday."),
    ("Tom", "I am planning a trip to Japan in October."),
    ("Nora", "I lived in Kyoto for three years."),
    ("Tom", "I painted the workshop blue."),
    ("Nora", "I lost my umbrella at the station."),
    ("Tom", "Omar repaired my bicycle."),
    ("Nora", "I am allergic to peanuts."),
    ("Tom", "I sold the bicycle and bought a van."),
    ("Nora", "Leo married Ingrid in June 2023."),
    ("Tom", "Congratulations to Leo and Ingrid!"),
    ("Nora", "Ingrid is a pilot."),
    ("Tom", "I won a prize for a chair that I designed."),
    ("Nora", "I am reading a novel by Saramago."),
    ("Tom", "My favourite colour is green."),
    ("Nora", "I had a meeting with Dr. Lee this morning."),
    ("Tom", "Is Dr. Lee your dentist?"),
    ("Nora", "Yes, Dr. Lee is my dentist."),
    ("Tom", "I have two daughters, Mia and Zoe."),
    ("Nora", "How old are Mia and Zoe?"),
    ("Tom", "Mia is six and Zoe is nine."),
    ("Nora", "I gave Zoe a telescope for her birthday."),
    ("Tom", "Zoe loves the telescope. She wants to be an astronomer."),
    ("Nora", "I broke my arm in January."),
    ("Tom", "I am sorry. I went to the hospital with Omar in February."),
    ("Nora", "I quit teaching yoga."),
    ("Tom", "I do not like coffee."),
    ("Nora", "I moved to Madrid last month."),
    ("Tom", "So you no longer live in Lisbon?"),
    ("Nora", "Right, I live in Madrid now. The cats live with me."),
    ("Tom", "I will visit you in December."),
]


def talk(memory):
    """The conversation, in parts singly and in parts as batches, and some edits by people."""
    start = datetime(2024, 1, 3, 9, tzinfo=timezone.utc)
    goal = memory.open_subgoal("plan the visit", task="run-7")
    turns = [
        {
            "text": text,
            "speaker": speaker,
            "time": start + timedelta(days=2 * n, minutes=7 * n),
            "thread": f"t{n // 20}",
            "source": f"talk#{n}",
            "subgoal": goal.id if n in (3, 31, 59) else None,
        }
        for n, (speaker, text) in enumerate(TURNS)
    ]
    for turn in turns[:12]:
        memory.observe(**turn)
    memory.observe_many([Observation(**turn) for turn in turns[12:]])
    memory.tell("Nora", "plan", "Pro", source="crm:981", valid_from="2024-05-01", author="crm")
    cats = memory.facts("Nora", "adopted")
    memory.correct(cats[0].id, object="Crumb", author="Nora")
    step = memory.tell("Tom", "lives in", "Faro", author="someone").step
    memory.undo(step)
    memory.merge("Omar", "Omar Haddad", author="Tom")
    (lee,) = (e.id for e in memory.entities("Dr. Lee") if e.name == "Dr. Lee")
    memory.merge("Nora's dentist", "Dr. Lee", author="Tom")
    memory.split(lee, author="Tom")
    goal.close("achieved", summary="he comes in December")


class Clock:
    """The same now for both stores: a minute later each time."""

    def __init__(self):
        self.time = datetime(2024, 9, 1, tzinfo=timezone.utc)

    def __call__(self):
        self.time += timedelta(minutes=1)
        return self.time


def open_with_clock(location, **options):
    memory = Memory.open(location, encoder=HashEncoder(), **options)
    memory._engine = replace(memory._engine, clock=Clock())
    return memory


@pytest.fixture
def opened():
    return open_with_clock


@pytest.fixture
def both(neo4j_server):
    address, auth = neo4j_server["address"], neo4j_server["auth"]
    with open_with_clock(":memory:") as embedded, open_with_clock(address, auth=auth) as server:
        yield embedded, server


@pytest.fixture(name="talk")
def conversation():
    """Has the conversation with a memory."""
    return talk


@pytest.fixture
def raw(neo4j_server, neo4j_driver):
    """Runs a statement with the driver alone; returns the result's records and summary."""

    def run(text, **parameters):
        with neo4j_driver["driver"].session() as session:
            result = session.run(text, parameters)
            return list(result), result.consume()

    return run


@pytest.fixture
def talk_turns():
    """The conversation's turns."""
    return TURNS
