"""Streams without end: small lives in which things change, their answers known by construction."""

from kgmem.training.generator.source import KINDS, Generated

__all__ = ["KINDS", "Generated"]
