"""The rules of the graph, once, over plain data: edits in, rows of the journal's effects out."""

from kgmem.ledger.draft import Draft
from kgmem.ledger.fold import fold_fact, fold_names
from kgmem.ledger.forgetting import ForgetPlan, forget
from kgmem.ledger.index import Index
from kgmem.ledger.people import Corrected, correct, merge_entities, retract, split_entity
from kgmem.ledger.renewing import Verdicts, uphold_verdicts, verdicts, withdraw
from kgmem.ledger.undoing import undo

__all__ = [
    "Corrected",
    "Draft",
    "ForgetPlan",
    "Index",
    "Verdicts",
    "correct",
    "fold_fact",
    "fold_names",
    "forget",
    "merge_entities",
    "retract",
    "split_entity",
    "undo",
    "uphold_verdicts",
    "verdicts",
    "withdraw",
]
