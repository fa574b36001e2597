"""Edit policies: they choose how triples change the graph; the ledger has the last word."""

from kgmem.policy.compact import CompactPolicy
from kgmem.policy.rules import RulesPolicy

__all__ = ["CompactPolicy", "RulesPolicy"]
