from datetime import datetime, timedelta, timezone

import pytest

from kgmem.records import Episode, Subgoal
from kgmem.subgoals import closing, opening

START = datetime(2024, 5, 13, 9, 0, tzinfo=timezone.utc)


class Task:
    """Rows of one task, changed by plans as a store would."""

    def __init__(self):
        self.rows = {}
        self.episodes = []
        self.given = 0

    @property
    def now(self):
        return START + timedelta(minutes=len(self.episodes) + self.given)

    def put(self, plan):
        self.rows |= {s.id: s for s in plan.puts}
        for i in plan.drops:
            del self.rows[i]
        return plan

    def open(self, description, **options):
        self.given += 1
        options = {"task": "run", "episodes": self.episodes, **options}
        plan = opening(
            self.rows.values(),
            id=f"g{self.given}",
            description=description,
            now=self.now,
            **options,
        )
        self.put(plan)
        return plan.subgoal.id

    def close(self, identifier, status, **options):
        options = {"episodes": self.episodes, **options}
        plan = closing(self.rows.values(), identifier, status, now=self.now, **options)
        return self.put(plan).subgoal

    def step(self, subgoal, action, observation):
        for role, text in (("action", action), ("observation", observation)):
            number = len(self.episodes) + 1
            self.episodes.append(
                Episode(f"ep{number}", text, self.now, self.now, role=role, subgoal=subgoal)
            )

    def __getitem__(self, identifier) -> Subgoal:
        return self.rows[identifier]


@pytest.fixture
def task():
    return Task()
