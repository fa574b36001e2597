"""A generated memory of a task agent with known evidence: does retrieval suit more than chats?

    python benchmarks/retrieval/agent_memory.py --seed 0

One user (who owns most facts), an assistant and tools talk about services, hosts, people, tickets
and a private life, over eight weeks. Questions of one hop, of two hops (the owner of a service,
then the owner's city), about lists, replies and tool results, each with the episodes that answer
it. Prints evidence recall of kgmem, with parts switched off, beside plain BM25, dense and their
fusion.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone

import numpy as np

from kgmem import Memory, Observation
from kgmem.bench.ranking import bm25, fuse
from kgmem.encoders import default
from kgmem.engine.reading import asked, understood
from kgmem.retrieval import Weights, retrieve

USER = "Mara"
PEOPLE = ["Tomas", "Yuki", "Priya", "Olek", "Dana", "Samir", "Ines", "Bruno", "Hana", "Felix"]
CITIES = ["Lisbon", "Oslo", "Turin", "Gdansk", "Lyon", "Graz", "Porto", "Bergen", "Ghent", "Split"]
SERVICES = [
    f"{a}-{b}"
    for a in ("billing", "search", "upload", "invoice", "login", "report")
    for b in ("api", "worker", "cache", "gateway")
]
HOSTS = [f"{n}{i}" for n in ("falcon", "heron", "osprey") for i in range(1, 7)]
PROBLEMS = ["a memory leak", "slow queries", "a full disk", "expired certificates", "bad routing"]
SMALL = [
    "Thanks, that helps a lot.",
    "Okay, let me look into it.",
    "Good morning! What is on the list today?",
    "Sounds good to me.",
    "Sorry for the delay, the meeting ran long.",
    "Done, anything else?",
    "That was a long week.",
]
LIFE = [
    ("I prefer oat milk in my coffee.", "What milk does {u} like in coffee?"),
    ("My sister Clara is visiting from Vienna this weekend.", "Who is visiting {u}?"),
    ("I am allergic to peanuts, please remember that.", "What is {u} allergic to?"),
    ("I started learning the cello in spring.", "Which instrument is {u} learning?"),
    ("My flight to Madrid leaves on Friday at nine.", "Where is {u} flying to?"),
    ("I sold my old bicycle and bought a kayak.", "What did {u} buy?"),
]


@dataclass
class World:
    """Observations with their sources, and questions with the sources that answer them."""

    observations: list[Observation] = field(default_factory=list)
    questions: list[tuple[str, str, frozenset[str]]] = field(default_factory=list)

    def say(self, text: str, speaker: str | None, role: str, time: datetime) -> str:
        """Add an observation; returns its source id."""
        source = f"s{len(self.observations)}"
        thread = f"day-{time:%Y%m%d}"
        self.observations.append(
            Observation(text, time, speaker, role, thread, source=source)  # type: ignore[arg-type]
        )
        return source


@dataclass
class Script:
    """What is to be said, in stretches that stay together, and what is asked about it."""

    chance: random.Random
    talks: list[tuple[object, tuple[tuple[str, str | None, str], ...]]] = field(
        default_factory=list
    )
    asked: list[tuple[str, str, list[object]]] = field(default_factory=list)

    def talk(self, key: object, *turns: tuple[str, str | None, str]) -> None:
        """Add turns of (text, speaker, role) that come one after the other."""
        self.talks.append((key, turns))

    def ask(self, kind: str, question: str, *keys: object) -> None:
        """Add a question that the talks of some keys answer."""
        self.asked.append((kind, question, list(keys)))


def work(script: Script) -> None:
    """Services with their owners, hosts, versions, reviewers and tickets."""
    chance = script.chance
    place = {h: chance.choice(CITIES) for h in HOSTS}
    home = {p: chance.choice(CITIES) for p in PEOPLE}
    for s in SERVICES:
        owner, host, reviewer = (chance.choice(x) for x in (PEOPLE, HOSTS, PEOPLE))
        script.talk(("owner", s), (f"{owner} is the owner of {s}.", USER, "user"))
        script.talk(("host", s), (f"{s} runs on {host} now.", USER, "user"))
        script.ask("one hop", f"Who is the owner of {s}?", ("owner", s))
        hops = ("owner", s), ("home", owner)
        script.ask("two hops", f"In which city does the owner of {s} work?", *hops)
        hops = ("host", s), ("place", host)
        script.ask("two hops", f"In which city is the machine that {s} runs on?", *hops)
        version = f"{chance.randint(1, 9)}.{chance.randint(0, 30)}"
        done = f"deploy {s}: version {version} succeeded in {chance.randint(20, 300)} s"
        script.talk(("deploy", s), (f"Deploy {s}, please.", USER, "user"), (done, "deploy", "tool"))
        script.ask("tool", f"Which version of {s} was deployed?", ("deploy", s))
        question = f"Who should review the change to {s}?"
        asks, says = (question, "assistant", "assistant"), (f"{reviewer}.", USER, "user")
        script.talk(("review", s), asks, says)
        script.ask("reply", question, ("review", s))
        ticket = f"I opened ticket T-{chance.randint(1000, 9999)} for {chance.choice(PROBLEMS)}"
        script.talk(("ticket", s), (f"{ticket} on {s}.", "assistant", "assistant"))
        script.ask("one hop", f"Which ticket was opened for {s}?", ("ticket", s))
    for h in HOSTS:
        script.talk(("place", h), (f"{h} stands in the {place[h]} data center.", USER, "user"))
    for p in PEOPLE:
        script.talk(("home", p), (f"{p} works in the {home[p]} office.", USER, "user"))


def events(script: Script) -> None:
    """Restarts, status reports, the user's own life and small talk."""
    chance = script.chance
    for p in PEOPLE:
        keys = [("restart", p, s) for s in chance.sample(SERVICES, 4)]
        for key in keys:
            why = chance.choice(PROBLEMS)
            text = f"{p} restarted {key[2]} this morning because of {why}."
            script.talk(key, (text, USER, "user"))
        script.ask("list", f"Which services did {p} restart?", *keys)
    for h in HOSTS * 3:
        load = f"status {h}: load {chance.random() * 8:.2f}, disk {chance.randint(20, 99)} %"
        script.talk(None, (load, "status", "tool"))
    for text, question in LIFE:
        script.talk(text, (text, USER, "user"))
        script.ask("user", question.format(u=USER), text)
    for _ in range(150):
        who = chance.choice([(USER, "user"), ("assistant", "assistant")])
        script.talk(None, (chance.choice(SMALL), *who))


def generate(seed: int) -> World:
    """The memory: what is said is drawn first, the order of saying it second."""
    script = Script(random.Random(seed))
    work(script)
    events(script)
    script.chance.shuffle(script.talks)
    world = World()
    sources: dict[object, str] = {}
    time = datetime(2025, 3, 3, 8, tzinfo=timezone.utc)
    for i, (key, turns) in enumerate(script.talks):
        time = time.replace(hour=8) + timedelta(days=1) if i % 12 == 11 else time
        for text, speaker, role in turns:
            time += timedelta(minutes=script.chance.randint(1, 9))
            # The last turn of a talk is the one that answers.
            sources[key] = world.say(text, speaker, role, time)
    for kind, question, keys in script.asked:
        world.questions.append((kind, question, frozenset(sources[k] for k in keys)))
    return world


def table(world: World, rank: Callable[[str], Sequence[str]], name: str) -> None:
    """Recall at 5 and 10 by kind of question."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for kind, question, gold in world.questions:
        ranked = list(rank(question))
        five, ten = (len(gold & set(ranked[:k])) / len(gold) for k in (5, 10))
        found[kind].append((five, ten))
        found["all"].append((five, ten))
    cells = []
    for kind in ("one hop", "two hops", "tool", "reply", "list", "user", "all"):
        five, ten = np.mean(found[kind], axis=0) * 100
        cells.append(f"{kind} {five:.0f}/{ten:.0f}")
    print(f"{name:24s} " + "  ".join(cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--set", nargs="*", default=[], help="NAME=VALUE,... of Weights, a row each"
    )
    args = parser.parse_args()
    world = generate(args.seed)
    encoder = default()
    bodies = [f"{o.speaker}: {o.text}" for o in world.observations]
    ids = [str(o.source) for o in world.observations]
    lexical, vectors = bm25(bodies), encoder.encode(bodies)
    now = world.observations[-1].time + timedelta(days=1)
    print(f"{len(bodies)} episodes, {len(world.questions)} questions; recall @5/@10")

    def turns(words: bool, dense: bool) -> Callable[[str], Sequence[str]]:
        def rank(question: str) -> Sequence[str]:
            scores = [lexical(question)] if words else []
            scores += [vectors @ encoder.encode([question])[0]] if dense else []
            return [ids[i] for i in fuse(scores)]

        return rank

    table(world, turns(True, False), "bm25")
    table(world, turns(False, True), "dense")
    table(world, turns(True, True), "rrf")
    with Memory.open() as memory:
        memory.observe_many(world.observations)
        engine = memory._engine
        base = Weights()
        no_facts = replace(base, fact=0.0, told=0.0, rank=0.0, relevance=0.0, bridge=0.0)
        variants = {"kgmem": base, "without facts": no_facts}
        variants |= {f"without {n}": replace(base, **{n: 0.0}) for n in ("bridge", "kin")}
        for pair in args.set:
            values = {k: float(v) for k, _, v in (p.partition("=") for p in pair.split(","))}
            variants[pair] = replace(base, **values)
        for name, weights in variants.items():

            def rank(question: str, weights: Weights = weights) -> Sequence[str]:
                with understood(engine, asked(engine, question, now=now), engine.namespace) as view:
                    analysed, reader, snapshot = view
                    found = retrieve(
                        analysed,
                        snapshot=snapshot,
                        reader=reader,
                        encoder=encoder,
                        settings=replace(engine.settings, weights=weights),
                    )
                sources = {e.episode: str(e.source) for c in found for e in c.evidence}
                ordered = dict.fromkeys(e for c in found for e in c.episodes)
                return [sources[e] for e in ordered if e in sources]

            table(world, rank, name)


if __name__ == "__main__":
    main()
