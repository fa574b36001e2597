"""Observations to triples: by dependency rules (`openie`) or by a language model (`model`)."""

from kgmem.extraction.model import LLMExtractor
from kgmem.extraction.openie import SpacyExtractor

__all__ = ["LLMExtractor", "SpacyExtractor"]
