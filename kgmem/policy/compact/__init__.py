"""Edits chosen by a small network over plain features of a case; trained by `kgmem train edit`."""

from kgmem.policy.compact.policy import CompactPolicy

__all__ = ["CompactPolicy"]
