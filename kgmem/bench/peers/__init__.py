"""Other memories behind one small protocol, so that both benchmarks can run them.

`mem0` and `geny` are rivals from the registry (extra `peers`), run without a language model, with
kgmem's own encoder where they take one, and with the settings that served them best on conv-26 and
conv-30; `rrf` is plain fusion of BM25 and dense over the same texts.
"""

from __future__ import annotations

from kgmem.bench.peers.base import Note, Peer
from kgmem.errors import InputError

__all__ = ["PEERS", "RIVALS", "Note", "Peer", "load"]

RIVALS = ("mem0", "geny")
PEERS = ("rrf", *RIVALS)


def load(name: str) -> Peer:
    """A peer by name, empty.

    Raises:
        InputError: an unknown name.
        MissingExtra: the rival is not installed.
    """
    if name == "mem0":
        from kgmem.bench.peers.mem0 import Mem0

        return Mem0()
    if name == "geny":
        from kgmem.bench.peers.geny import Geny

        return Geny()
    if name == "rrf":
        from kgmem.bench.peers.fusion import Fusion

        return Fusion()
    raise InputError(f"no peer {name!r}; there are {', '.join(PEERS)}")
