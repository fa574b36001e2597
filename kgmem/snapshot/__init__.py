"""Snapshots: one namespace at one revision as arrays, for search and the ledger's lookups."""

from kgmem.snapshot.cache import Snapshots
from kgmem.snapshot.following import Outdated
from kgmem.snapshot.snapshot import Snapshot

__all__ = ["Outdated", "Snapshot", "Snapshots"]
