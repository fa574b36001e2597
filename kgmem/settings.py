"""Every number that a user may want to change, with the reason for its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kgmem.errors import InputError


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of a `Memory`; pass `Memory.open(..., settings=Settings(...))`.

    Attributes:
        timezone: IANA name that naive times are taken to be in.
        asserted: confidence from which a fact is asserted rather than tentative.
        recent: earlier observations of a thread that extraction may look at.
        neighbors: most facts that a policy sees for one triple.
        replans: how often a plan made on a stale revision is made again.
        limit: most candidates of a retrieval (Memory-R1: 60).
        width: facts that each query of the walk takes (AriGraph's w).
        depth: hops of the walk (AriGraph's d).
        threshold: least cosine for the walk to follow a fact, calibrated for the encoder.
        budget: default tokens of a context.
        batch: observations extracted, encoded and written together by `observe_many`.
        max_text: longest observation in characters; a longer one is refused.
        busy_timeout: seconds to wait for another writer.
        search: where questions are searched on a store that can do it itself (Neo4j): "snapshot"
            reads the namespace once and follows it, "server" reads what is around each question,
            "auto" is "server" for namespaces of more than `snapshot_facts`, and for the first two
            questions of a process to one with a vector index.
        snapshot_facts: facts up to which a namespace is read into memory.
    """

    timezone: str = "UTC"
    asserted: float = 0.6
    recent: int = 6
    neighbors: int = 24
    replans: int = 3
    limit: int = 60
    width: int = 6
    depth: int = 2
    threshold: float = 0.35
    budget: int = 800
    batch: int = 64
    max_text: int = 2_000_000
    busy_timeout: float = 30.0
    search: Literal["auto", "snapshot", "server"] = "auto"
    snapshot_facts: int = 300_000

    def __post_init__(self) -> None:
        """Refuse what would fail later.

        Raises:
            InputError: a value cannot be used; the message names it.
        """
        try:
            ZoneInfo(self.timezone)
        except (ValueError, OSError, ZoneInfoNotFoundError) as error:
            raise InputError(
                f"timezone {self.timezone!r} is unknown; use UTC or Europe/Rome"
            ) from error
        if self.search not in ("auto", "snapshot", "server"):
            raise InputError(
                f"Settings.search must be 'auto', 'snapshot' or 'server', not {self.search!r}"
            )
        for name in (
            "recent",
            "neighbors",
            "limit",
            "width",
            "depth",
            "budget",
            "batch",
            "max_text",
            "snapshot_facts",
        ):
            if getattr(self, name) < (0 if name in ("recent", "depth") else 1):
                raise InputError(f"Settings.{name} must be positive, not {getattr(self, name)!r}")
