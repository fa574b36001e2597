"""Word lists for technical text, from `kgmem/data/technical.toml`."""

from __future__ import annotations

from functools import cache

from kgmem import assets


@cache
def words(section: str, name: str) -> frozenset[str]:
    """The words of a list, lower case; phrases where it has bars between them."""
    listed: str = assets.toml("data", "technical.toml")[section][name]
    return frozenset(listed.split("|") if "|" in listed else listed.split())
