"""Extraction without a language model: rules over a dependency parse."""

from kgmem.extraction.openie.extractor import SpacyExtractor

__all__ = ["SpacyExtractor"]
