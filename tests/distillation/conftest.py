from datetime import datetime, timedelta, timezone

import pytest

from kgmem.results import Candidate, Evidence, Fact
from kgmem.types import Bound, Validity

NOW = datetime(2024, 5, 8, 12, tzinfo=timezone.utc)


class Make:
    """Candidates without a memory."""

    now = NOW

    @staticmethod
    def day(offset: int) -> Bound:
        moment = NOW.replace(hour=0) + timedelta(days=offset)
        return Bound(moment, moment + timedelta(days=1), "day")

    @staticmethod
    def episode(n, text, *, speaker="Nora", day=0, score=1.0):
        time = NOW + timedelta(days=day)
        evidence = Evidence(f"ep{n}", 0, len(text), text, speaker, time)
        return Candidate(
            f"ep{n}",
            "episode",
            text,
            time,
            score,
            reason="close in meaning",
            episodes=(f"ep{n}",),
            evidence=(evidence,),
            speaker=speaker,
        )

    @staticmethod
    def fact(n, text, *, ep=1, subject="Nora", obj="", validity=None, day=0, score=1.0, **more):
        time = NOW + timedelta(days=day)
        values = {
            "status": "live", "tier": "asserted", "kind": "state", "positive": True,
            "modality": "actual", "relation": "has", **more,
        }  # fmt: skip
        fact = Fact(
            id=f"f{n}", subject=subject, subject_id=f"e{subject}", predicate="has", object=obj,
            object_id=None, text=text, qualifiers={}, validity=validity or Validity(), said=time,
            confidence=1.0, trust=1.0, ended_by=(), evidence=(), namespace="main", **values,
        )  # fmt: skip
        return Candidate(
            f"f{n}", "fact", text, time, score, episodes=(f"ep{ep}",), fact=fact, reason="words"
        )


@pytest.fixture
def make():
    return Make
