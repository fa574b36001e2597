"""From the arguments of `Memory.open` to an engine; nothing heavy is loaded here."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING

from kgmem.engine.state import Engine, Parts
from kgmem.errors import InputError
from kgmem.protocols import LLM, Distiller, EditPolicy, Encoder, Extractor, Store
from kgmem.settings import Settings

if TYPE_CHECKING:
    from pydantic import BaseModel


LONGEST_FILE_NAME = 240
"""Bytes; file systems take 255, and SQLite appends to it."""


def open_engine(
    location: str,
    *,
    namespace: str,
    read: tuple[str, ...],
    encoder: Encoder | str | None,
    extractor: Extractor | str | None,
    policy: EditPolicy | str | None,
    llm: LLM | str | None,
    distiller: Distiller | str | None,
    entity_types: Sequence[type[BaseModel]],
    settings: Settings,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
) -> Engine:
    """Open the store and put the parts together.

    Raises:
        InputError: an argument cannot be used.
        StoreError: the store cannot be opened.
    """
    for name in (namespace, *read):
        valid_namespace(name)
    if settings.ranker:
        from kgmem.retrieval.learned import load

        load(settings.ranker)  # refused now rather than at the first question
    model = _model(llm)
    parts = Parts(
        encoder=encoder,
        extractor=_extractor(extractor, model),
        policy=_policy(policy),
        llm=model,
        entity_types=_types(entity_types),
        distiller=_distiller(distiller),
    )
    store = open_store(location, settings, auth=auth, database=database)
    return Engine(store, namespace, settings, parts, read)


def open_store(
    location: str,
    settings: Settings,
    *,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
) -> Store:
    """The store at a location: a file, ":memory:", or the address of a Neo4j server.

    Args:
        location: where.
        settings: every number.
        auth: user and password of a Neo4j server; None takes them from the environment.
        database: of a Neo4j server; None takes it from the environment, else the default one.

    Raises:
        InputError: the location is of no known kind.
        StoreError: it cannot be opened.
    """
    if "://" in location:
        from kgmem.stores.neo4j import open_neo4j

        return open_neo4j(location, settings, auth, database)
    if auth is not None or database is not None:
        raise InputError("auth and database are for a Neo4j address, not for a file")
    from kgmem.stores import EmbeddedStore

    return EmbeddedStore(location, timeout=settings.busy_timeout)


def valid_path(path: object) -> str:
    """A path or a location as text.

    Raises:
        InputError: it is neither text nor a path, or cannot be the name of a file.
    """
    if not isinstance(path, (str, PathLike)):
        raise InputError(f"give a file name, not {type(path).__name__}")
    name = str(path)
    last = len(name.replace("\\", "/").rpartition("/")[2].encode("utf-8", "surrogatepass"))
    if not name.strip() or "\x00" in name or last > LONGEST_FILE_NAME:
        raise InputError(f"{name[:60]!r} cannot be the name of a file; give another")
    try:
        name.encode("utf-8", "surrogateescape")  # undecodable bytes of a real name pass
    except UnicodeEncodeError as error:
        raise InputError(f"{name[:60]!r} cannot be the name of a file: {error.reason}") from error
    return name


def valid_namespace(name: str) -> str:
    """A namespace name that can be used.

    Raises:
        InputError: it is empty, longer than 200 characters, or holds control characters.
    """
    if not isinstance(name, str) or not name or len(name) > 200 or not name.isprintable():
        raise InputError(f"namespace {name!r:.80}: use 1 to 200 printable characters")
    return name


def _model(llm: LLM | str | None) -> LLM | None:
    if not isinstance(llm, str):
        return llm
    from kgmem.llm import load

    return load(llm)


def _extractor(extractor: Extractor | str | None, llm: LLM | None) -> Extractor | None:
    if not isinstance(extractor, str):
        return extractor
    if extractor == "spacy":
        return None
    if extractor != "llm":
        raise InputError(f"extractor {extractor!r}: use 'spacy', 'llm', or an Extractor")
    if llm is None:
        raise InputError("extractor='llm' needs a model: pass llm=...")
    from kgmem.extraction import LLMExtractor, SpacyExtractor

    return LLMExtractor(llm, fallback=SpacyExtractor())


def _policy(policy: EditPolicy | str | None) -> EditPolicy | None:
    if policy is None or policy == "rules":
        return None
    if not isinstance(policy, str):
        return policy
    name, colon, file = policy.partition(":")
    if name == "lm" and file:
        from kgmem.policy.lm import LmEditPolicy

        return LmEditPolicy.load(file)
    if name != "compact" or (colon and not file):
        raise InputError(
            f"policy {policy!r}: use 'rules', 'compact', 'compact:FILE', 'lm:DIR', or an EditPolicy"
        )
    from kgmem.policy.compact import CompactPolicy

    return CompactPolicy.load(file or None)


def _distiller(distiller: Distiller | str | None) -> Distiller | None:
    if distiller is None or distiller == "budget":
        return None
    if not isinstance(distiller, str):
        return distiller
    name, _, file = distiller.partition(":")
    if name != "compact" or not file:
        raise InputError(f"distiller {distiller!r}: use 'budget', 'compact:FILE', or a Distiller")
    from kgmem.distillation import CompactDistiller

    return CompactDistiller.load(file)


def _types(models: Sequence[type[BaseModel]]) -> Mapping[str, str]:
    return {m.__name__.lower(): inspect.getdoc(m) or m.__name__ for m in models}
