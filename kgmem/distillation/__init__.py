"""Distillation: the few candidates that answer, within a token budget, as prompt-ready text."""

from kgmem.distillation.budget import BudgetDistiller
from kgmem.distillation.compact import CompactDistiller
from kgmem.distillation.rendering import line_of, render_context

__all__ = ["BudgetDistiller", "CompactDistiller", "line_of", "render_context"]
