"""Readings kept on disk: extracting and embedding a stream costs far more than stepping it.

A file for each stream, named by a hash of what its readings depend on: the words, the encoder, and
the code that reads them. So what another version read is never taken for one's own.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter

import kgmem
from kgmem.engine.writing import Reading
from kgmem.training.streams import Stream
from kgmem.types import Observation, Triple

_READERS = ("extraction", "language", "encoders", "data")
_NOT_READ = ("streams_", "edit_cues")
_TRIPLES = TypeAdapter(dict[int, tuple[Triple, ...]])


class KeptReadings:
    """A folder of readings.

    Args:
        folder: made when the first is kept.
        reader: ids of the extractor and the encoder.
    """

    def __init__(self, folder: Path, reader: str) -> None:
        """Touch nothing yet."""
        self._folder = folder
        self._reader = reader

    def get(self, stream: Stream) -> dict[int, Reading] | None:
        """The readings of a stream by step, or None when they are not kept."""
        path = self._path(stream)
        if not path.is_file():
            return None
        with np.load(path) as file:
            triples = _TRIPLES.validate_json(file["triples"].tobytes())
            vectors = {i: (file[f"v{i}"], file[f"p{i}"]) for i in triples}
        return {i: Reading(found, *vectors[i]) for i, found in triples.items()}

    def put(self, stream: Stream, readings: Mapping[int, Reading]) -> None:
        """Keep the readings of a stream; a kill leaves no half of a file."""
        self._folder.mkdir(parents=True, exist_ok=True)
        text = _TRIPLES.dump_json({i: r.triples for i, r in readings.items()})
        arrays: dict[str, npt.NDArray[Any]] = {"triples": np.frombuffer(text, np.uint8)}
        for i, reading in readings.items():
            arrays |= {f"v{i}": reading.vector, f"p{i}": reading.vectors}
        path = self._path(stream)
        half = path.with_suffix(f".{uuid.uuid4().hex}.part")  # the folder may be shared
        with half.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        half.replace(path)

    def _path(self, stream: Stream) -> Path:
        digest = hashlib.sha256(f"{self._reader}\n{_code()}\n{stream.id}".encode())
        for i, step in enumerate(stream.steps):
            if isinstance(step, Observation):
                said = (i, step.text, step.time, step.speaker, step.role, step.origin, step.thread)
                digest.update(repr(said).encode())
        return self._folder / f"{digest.hexdigest()[:24]}.npz"


@cache
def _code() -> str:
    """Hash of the modules and word lists that turn words into triples and vectors."""
    digest = hashlib.sha256()
    for part in _READERS:
        for path in sorted((Path(kgmem.__file__).parent / part).rglob("*")):
            if path.suffix in (".py", ".toml") and not path.name.startswith(_NOT_READ):
                digest.update(path.read_bytes())
    return digest.hexdigest()
