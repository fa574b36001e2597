"""Answers: from the graph without a language model, or with one over a distilled context."""

from __future__ import annotations

from kgmem.answering.graph import answer_from_graph
from kgmem.answering.model import answer_with_model
from kgmem.answering.reply import NOTHING

__all__ = ["NOTHING", "answer_from_graph", "answer_with_model"]
