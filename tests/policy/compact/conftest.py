from dataclasses import replace
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import numpy as np
import pytest

from kgmem.policy.compact.network import shapes
from kgmem.protocols import Case, Neighbor
from kgmem.records import Content, EntityId, Episode
from kgmem.types import Ref, Triple, Validity

START = datetime(2024, 1, 5, 10, tzinfo=timezone.utc)


def content(relation, target, **more):
    filler = EntityId(target) if target is not None else None
    return Content("e1", relation, relation, filler, f"Nora {relation} {target}", **more)


def neighbor(fact, relation, target, *, day=0, name="", **more):
    made = content(relation, target, **more.pop("content", {}))
    said = (START + timedelta(days=day)).isoformat()
    fields = {
        "status": "live",
        "tier": "asserted",
        "trust": 1.0,
        "supports": 1,
        "said": said,
        "similarity": 0.8,
        "relation_to": "same_subject_relation",
        "object_name": name or target,
        "object_named": True,
        "first_said": said,
    }
    return Neighbor(fact, made, **(fields | more))


def case(words, relation, target, *neighbors, day=60, cardinality="one", tier="asserted", **more):
    """Nora says something about herself, with the words of `at`."""
    named, said_there = more.pop("named", True), more.pop("at", words)
    object_ = Ref(more.pop("name", target or ""), "place", named=named) if target else None
    start = words.index(said_there)
    corrects = more.pop("corrects", None)
    trust = more.pop("trust", 1.0)
    triple = Triple(
        Ref("Nora", "person", named=True),
        relation,
        object_,
        (start, start + len(said_there)),
        words,
        **more,
    )
    moment = START + timedelta(days=day)
    said = content(
        relation,
        target,
        kind=triple.kind,
        positive=triple.positive,
        modality=triple.modality,
        temporary=triple.temporary,
        validity=triple.validity or Validity(),
    )
    return Case(
        triple=replace(triple, relation=relation),
        content=said,
        episode=Episode("ep9", words, moment, moment, speaker="Nora", trust=trust),
        tier=tier,
        neighbors=neighbors,
        cardinality=cardinality,
        corrects=corrects,
    )


@pytest.fixture
def build():
    """Makes cases and neighbours."""
    return SimpleNamespace(case=case, neighbor=neighbor, start=START)


@pytest.fixture
def moved():
    """Nora lived in Rome (f1) and says that she lives in Lisbon."""
    return case("I live in Lisbon now.", "lives_in", "e3", neighbor("f1", "lives_in", "e2"))


@pytest.fixture
def weights():
    draw = np.random.default_rng(3)
    return {k: draw.normal(scale=0.2, size=s).astype(np.float32) for k, s in shapes().items()}
