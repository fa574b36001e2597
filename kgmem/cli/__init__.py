"""The command line of kgmem: thin functions over the facade.

Nothing heavy is imported before a command runs, so that `kgmem --help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 done, 1 refused or problems found, 2 usage, 130 interrupted."""
    from kgmem.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what anyone said must be printable anywhere
            stream.reconfigure(errors="backslashreplace")
    app(args=None if argv is None else list(argv), prog_name="kgmem")
