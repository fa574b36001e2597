"""The rules of the graph, once, over plain data: edits in, rows of the journal's effects out."""

from kgmem.ledger.draft import Draft
from kgmem.ledger.fold import fold_fact, fold_names
from kgmem.ledger.index import Index

__all__ = ["Draft", "Index", "fold_fact", "fold_names"]
