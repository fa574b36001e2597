"""What a memory is made of, each heavy part loaded when it is first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from kgmem.engine import caches
from kgmem.engine.recalled import Recalled
from kgmem.engine.worker import Worker
from kgmem.errors import EncoderMismatch, UnknownNamespace
from kgmem.language.tokens import estimate_tokens
from kgmem.protocols import LLM, Distiller, EditPolicy, Encoder, Extractor, Reader, Store
from kgmem.settings import Settings

if TYPE_CHECKING:
    from kgmem.snapshot import Snapshot, Snapshots


def utc_now() -> datetime:
    """The current time, zone-aware."""
    return datetime.now(timezone.utc)


@dataclass(slots=True)
class Parts:
    """The parts that the scopes of one memory share; None until first used.

    Attributes:
        encoder: or the spec that `kgmem.encoders.load` understands.
        extractor: None for spaCy OpenIE.
        policy: None for the rules.
        entity_types: the user's own types, name to description, for extraction.
        llm: answers and summaries; None for the graph answerer.
        distiller: None for the budgeted one.
        lock: held by the thread that writes. Readers never take it.
        loading: held while a part is loaded, never for longer.
        extracting: namespace and id of the pending episodes that a thread is extracting.
        served: questions asked so far, by namespace.
    """

    encoder: Encoder | str | None = None
    extractor: Extractor | None = None
    policy: EditPolicy | None = None
    llm: LLM | None = None
    entity_types: Mapping[str, str] = field(default_factory=dict)
    distiller: Distiller | None = None
    snapshots: Snapshots | None = None
    recalled: Recalled = field(default_factory=Recalled)
    worker: Worker = field(default_factory=Worker)
    encoder_checked: bool = False
    lock: threading.RLock = field(default_factory=threading.RLock)
    loading: threading.RLock = field(default_factory=threading.RLock)
    extracting: set[tuple[str, str]] = field(default_factory=set)
    served: dict[str, int] = field(default_factory=dict)

    def drop_kept(self) -> None:
        """Drop what this process keeps of texts to be quick: the forgotten may be among it."""
        self.recalled.clear()
        caches.clear()
        clear = getattr(self.encoder, "clear_cache", None)  # not every encoder keeps texts
        if clear is not None:
            clear()


@dataclass(frozen=True, slots=True)
class Engine:
    """A store, a namespace to write to, namespaces to read from, and the parts.

    Attributes:
        store: where the graph lives.
        namespace: what is written to and read from.
        reads: further namespaces that reads span; never written.
        settings: every number.
        parts: shared by all scopes of one memory.
        clock: what "now" is.
    """

    store: Store
    namespace: str
    settings: Settings
    parts: Parts
    reads: tuple[str, ...] = ()
    clock: Callable[[], datetime] = utc_now

    def scoped(self, namespace: str, reads: tuple[str, ...]) -> Engine:
        """The same memory seen from another namespace."""
        return replace(self, namespace=namespace, reads=reads)

    @property
    def spans(self) -> tuple[str, ...]:
        """The namespaces that reads span, the own one first."""
        return tuple(dict.fromkeys((self.namespace, *self.reads)))

    def encoder(self) -> Encoder:
        """The encoder, checked against the one whose vectors the store holds.

        Raises:
            EncoderMismatch: the store was written with another encoder.
        """
        parts = self.parts
        with parts.loading:
            from kgmem.encoders import load

            encoder = load(parts.encoder)
            if not parts.encoder_checked:
                check_encoder(self.store, encoder)
                parts.encoder, parts.encoder_checked = encoder, True
            return encoder

    def extractor(self) -> Extractor:
        """The extractor; spaCy OpenIE unless another was given."""
        with self.parts.loading:
            if self.parts.extractor is None:
                from kgmem.extraction import SpacyExtractor

                self.parts.extractor = SpacyExtractor()
            extractor: Extractor = self.parts.extractor
            return extractor

    def policy(self) -> EditPolicy:
        """The edit policy; the rules unless another was given."""
        with self.parts.loading:
            if self.parts.policy is None:
                from kgmem.policy import RulesPolicy

                self.parts.policy = RulesPolicy()
            return self.parts.policy

    def distiller(self) -> Distiller:
        """The distiller; the budgeted one unless another was given."""
        with self.parts.loading:
            if self.parts.distiller is None:
                from kgmem.distillation import BudgetDistiller

                self.parts.distiller = BudgetDistiller()
            return self.parts.distiller

    def snapshots(self) -> Snapshots:
        """The snapshots of all namespaces."""
        with self.parts.loading:
            if self.parts.snapshots is None:
                from kgmem.snapshot import Snapshots

                self.parts.snapshots = Snapshots(forgotten=self.parts.drop_kept)
            return self.parts.snapshots

    @contextmanager
    def view(
        self, namespace: str | None = None, *, known_at: datetime | None = None
    ) -> Iterator[tuple[Reader, Snapshot]]:
        """A pinned read and the snapshot at its revision (or as of `known_at`)."""
        with self.store.read(namespace or self.namespace) as reader:
            if known_at is None:
                yield reader, self.snapshots().current(reader)
            else:
                from kgmem.snapshot.past import Past

                snapshot = self.snapshots().at(reader, known_at)
                yield Past(reader, snapshot.gone) if snapshot.gone else reader, snapshot

    def count(self, text: str) -> int:
        """Tokens of a text, by the language model's tokenizer where there is one."""
        llm = self.parts.llm
        return estimate_tokens(text) if llm is None else llm.count_tokens(text)

    def require_namespace(self, namespace: str) -> None:
        """Refuse a namespace that nothing was ever written to.

        Raises:
            UnknownNamespace: there is none of that name.
        """
        names = self.store.namespaces()
        if namespace not in names:
            known = ", ".join(repr(name) for name in names[:10]) or "none"
            raise UnknownNamespace(f"no namespace {namespace!r} here; known: {known}")


def check_encoder(store: Store, encoder: Encoder) -> None:
    """Refuse to mix two encoders' vectors.

    Raises:
        EncoderMismatch: the store holds another encoder's vectors.
    """
    info = store.info
    if info.encoder and (info.encoder, info.dimension) != (encoder.id, encoder.dimension):
        raise EncoderMismatch(
            f"{info.location} holds vectors of {info.encoder!r} ({info.dimension} dimensions), "
            f"this memory was opened with {encoder.id!r} ({encoder.dimension}); open it with that "
            f"encoder, or run `kgmem reembed --db {info.location}`"
        )
    store.set_encoder(encoder.id, encoder.dimension)
