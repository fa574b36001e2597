"""What a process keeps of texts to be quick: none of it outlives what is forgotten."""

from __future__ import annotations

import re
import sys

from kgmem.answering import phrases
from kgmem.language import pipeline


def clear() -> None:
    """Empty every cache of kgmem that may hold words of a memory.

    Those of its functions that are bounded to more than one entry are; the others are called with
    what ships alone, and whoever keys a cache by words of a memory or a question bounds it.
    """
    pipeline.clear_cache()
    phrases.clear_cache()
    re.purge()  # patterns made of names are kept by the module that compiles them
    loaded = [module for name, module in list(sys.modules.items()) if name.startswith("kgmem.")]
    for module in loaded:
        for function in list(vars(module).values()):
            parameters = getattr(function, "cache_parameters", None)
            if parameters is not None and (parameters()["maxsize"] or 0) > 1:
                function.cache_clear()
