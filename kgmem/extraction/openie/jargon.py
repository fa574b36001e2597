"""Word lists for technical text, from `kgmem/data/technical.toml`."""

from __future__ import annotations

from functools import cache

from kgmem import assets


@cache
def words(section: str, name: str) -> frozenset[str]:
    """The words of a list, lower case."""
    return frozenset(assets.toml("data", "technical.toml")[section][name].split())
