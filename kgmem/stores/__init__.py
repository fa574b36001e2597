"""Where the graph is kept: one contract (`protocols.Store`), one file on a laptop by default."""

from kgmem.stores.embedded import EmbeddedStore

__all__ = ["EmbeddedStore"]
