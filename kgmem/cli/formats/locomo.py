"""LOCOMO files: each conversation with its turns, image captions and session times.

Source ids are `conv-26#D1:3`. The data is read from the user's path and never copied.
"""

from __future__ import annotations

from pathlib import Path

from kgmem.cli.formats.base import Options, Part


def parts(path: Path, options: Options) -> list[Part]:
    """One part a conversation; the thread is the conversation's id.

    Raises:
        FormatError: it is not a LOCOMO file.
        InputError: a conversation that was asked for is not in it.
    """
    from kgmem.bench.dataset import load, observations

    found = load(path, options.only)
    return [Part(c.id, len(c.turns), observations(c)) for c in found]
