"""The facade: one class through which everything is done. Each method is a few statements.

The lines of work are in `kgmem.engine`; the stages below it never call each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path as FilePath
from types import TracebackType
from typing import TYPE_CHECKING, Any

from kgmem.engine import (
    changes,
    conversion,
    exchange,
    files,
    intake,
    opening,
    reading,
    rebuilding,
    reembedding,
    tasks,
    upkeep,
    verification,
    walks,
    writing,
)
from kgmem.engine import entities as naming
from kgmem.engine import facts as lookup
from kgmem.engine import (
    filters as limits,
)
from kgmem.engine import (
    history as past,
)
from kgmem.engine import (
    messages as chat,
)
from kgmem.engine import predicates as wordings
from kgmem.engine.indexing import indexing
from kgmem.engine.state import Engine
from kgmem.errors import FormatError, InputError
from kgmem.protocols import LLM, Distiller, EditPolicy, Encoder, Extractor
from kgmem.records import Subgoal
from kgmem.results import (
    Answer,
    Candidate,
    Context,
    Decision,
    EntityView,
    Fact,
    Forgotten,
    HistoryItem,
    Neighborhood,
    Observed,
    Path,
    Report,
    Rows,
)
from kgmem.searching import VectorIndex
from kgmem.settings import Settings
from kgmem.types import Observation, SubgoalStatus

if TYPE_CHECKING:
    import igraph
    import networkx
    from pydantic import BaseModel

    from kgmem.language.relations import Relation

Moment = str | date | datetime | None


class Memory:
    """A temporal knowledge graph of what an agent observed. Thread-safe.

    Open one with `Memory.open`; use it as a context manager or call `close`.
    """

    def __init__(self, engine: Engine, *, owner: bool = True) -> None:
        """Wrap an engine; `Memory.open` is the way in."""
        self._engine = engine
        self._owner = owner

    # --- opening and closing ------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        location: str | FilePath = ":memory:",
        *,
        namespace: str = "default",
        read: Sequence[str] = (),
        encoder: Encoder | str | None = None,
        extractor: Extractor | str | None = None,
        policy: EditPolicy | str | None = None,
        llm: LLM | str | None = None,
        distiller: Distiller | str | None = None,
        relations: Sequence[Relation] = (),
        entity_types: Sequence[type[BaseModel]] = (),
        settings: Settings | None = None,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
    ) -> Memory:
        """Open or create a memory.

        Args:
            location: a file (created when missing), ":memory:", or the address of a Neo4j server:
                `neo4j://HOST:7687` or `bolt://HOST:7687`, with `+s` for TLS.
            namespace: whose memory; every call works in it.
            read: further namespaces that reads span; never written.
            encoder: None for the packaged MiniLM, an `Encoder`, or a spec (`st:DIR`, `hash`).
            extractor: None for spaCy OpenIE, "llm" to extract with `llm`, or an `Extractor`.
            policy: None or "rules", "compact" for the learned one that ships, "compact:FILE" for
                weights of `kgmem train edit`, "lm:DIR" for an adapter of
                `kgmem train edit-lm`, or an `EditPolicy`.
            llm: a language model or its spec (`openai:MODEL@URL`, `local:DIR`) that answers and
                summarises; None answers from the graph.
            distiller: None or "budget", "compact:FILE" for weights of `kgmem train distil`, or a
                `Distiller`.
            relations: relations of your own, kept in the namespace.
            entity_types: entity types of your own as pydantic models: the name and docstring of
                each reach the extraction prompt.
            settings: every number.
            auth: user and password of a Neo4j server; None takes KGMEM_NEO4J_USER and
                KGMEM_NEO4J_PASSWORD.
            database: of a Neo4j server; None takes KGMEM_NEO4J_DATABASE, else the default one.

        Raises:
            NotADatabase: the file is something else, or damaged.
            SchemaTooNew: it was written by a newer kgmem.
            EncoderMismatch: its vectors are another encoder's (raised on first use of vectors).
            StoreReadOnly: the file or its directory cannot be written.
            InputError: an argument cannot be used.
        """
        engine = opening.open_engine(
            opening.valid_path(location),
            namespace=namespace,
            read=tuple(read),
            encoder=encoder,
            extractor=extractor,
            policy=policy,
            llm=llm,
            distiller=distiller,
            entity_types=entity_types,
            settings=settings or Settings(),
            auth=auth,
            database=database,
        )
        memory = cls(engine)
        try:
            memory.define(*relations)
        except BaseException:
            memory.close()
            raise
        return memory

    def scope(self, namespace: str, *, read: Sequence[str] = ()) -> Memory:
        """The same store seen from another namespace; reads may span several, writes never.

        Closing a scope closes nothing; the memory it came from owns the store.
        """
        for name in (namespace, *read):
            opening.valid_namespace(name)
        return Memory(self._engine.scoped(namespace, tuple(read)), owner=False)

    def close(self) -> None:
        """Finish background work and release the store."""
        if self._owner:
            self._engine.parts.worker.close()
            self._engine.store.close()

    def __enter__(self) -> Memory:
        """Use the memory as a context manager."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def __repr__(self) -> str:
        """Where it lives and whose it is."""
        return f"<Memory {self._engine.store.info.location} namespace={self.namespace!r}>"

    @property
    def namespace(self) -> str:
        """The namespace that is written to."""
        return self._engine.namespace

    @property
    def settings(self) -> Settings:
        """Every number that can be changed."""
        return self._engine.settings

    def namespaces(self) -> list[str]:
        """The namespaces that the store holds."""
        return self._engine.store.namespaces()

    # --- taking in ----------------------------------------------------------------------------

    def observe(
        self,
        text: str | Observation,
        *,
        speaker: str | None = None,
        time: Moment = None,
        role: str | None = None,
        thread: str | None = None,
        subgoal: str | None = None,
        source: str | None = None,
        trust: float | None = None,
        origin: str | None = None,
        addressee: str | None = None,
        caption: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        wait: bool = True,
    ) -> Observed:
        """Take in one observation; see `kgmem.Observation` for the arguments.

        Args:
            text: the words, or a whole `Observation`.
            speaker: who said it.
            time: when; now if None. Naive times are in `Settings.timezone`. Times in the future
                are taken as they are: simulated agents live there.
            role: `user` unless given.
            thread: the conversation.
            subgoal: id of an open subgoal; None takes none.
            source: your id for it; the same id and words again change nothing.
            trust: 0..1.
            origin: "memory" for text that memory itself returned: it is kept, but adds no facts.
            addressee: who is spoken to.
            caption: description of an image that came along.
            metadata: anything JSON-able.
            wait: False returns at once; a background worker extracts (`resume` waits for it).

        Raises:
            InputError: an argument cannot be used.
            SourceConflict: the source id is known with other words.
            ModelError: a language model failed; the episode is stored as pending.
        """
        observation = intake.observation(
            self._engine,
            text,
            time=time,
            metadata=metadata,
            speaker=speaker,
            role=role,
            thread=thread,
            subgoal=subgoal,
            source=source,
            trust=trust,
            origin=origin,
            addressee=addressee,
            caption=caption,
        )
        return writing.take(self._engine, [observation], wait=wait)[0]

    def observe_many(
        self,
        observations: Iterable[Observation],
        *,
        progress: Callable[[int], None] | None = None,
        wait: bool = True,
    ) -> list[Observed]:
        """Take in many observations, in order; the result is that of repeated `observe`.

        Written in batches: when one fails, those before it are kept. `progress` is called with the
        number taken in so far.

        Raises:
            InputError: an observation cannot be used; the message tells which.
        """
        return writing.take_all(self._engine, observations, progress=progress, wait=wait)

    def observe_messages(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        thread: str = "",
        user: str = "user",
        assistant: str = "assistant",
        time: Moment = None,
        subgoal: str | None = None,
        wait: bool = True,
    ) -> list[Observed]:
        """Take in chat messages as OpenAI's API has them.

        Args:
            messages: each with `role` and `content` (a string or a list of parts); optional `name`
                (the speaker), `time`, and `id` (makes the call idempotent).
            thread: the conversation.
            user: who the user is, for messages without `name`.
            assistant: the same for the assistant.
            time: of messages before the first that carries one; now if None. Those without one
                have the time of the message before them.
            subgoal: id of an open subgoal.
            wait: False returns at once.

        Raises:
            InputError: a message cannot be read; the message tells which.
        """
        observations = chat.observations(
            self._engine,
            messages,
            thread=thread,
            user=user,
            assistant=assistant,
            time=time,
            subgoal=subgoal,
        )
        return self.observe_many(observations, wait=wait)

    def resume(self, *, progress: Callable[[int, int], None] | None = None) -> list[Observed]:
        """Finish pending extraction: what failed, was interrupted, or runs in the background.

        Raises:
            ModelError: the extractor's model failed again; what was finished stays finished.
        """
        self._engine.parts.worker.wait()
        return writing.resume(self._engine, progress=progress)

    # --- asking -------------------------------------------------------------------------------

    def ask(
        self,
        question: str,
        *,
        asker: str | None = None,
        now: Moment = None,
        valid_at: Moment = None,
        known_at: Moment = None,
        subgoal: str | None = None,
    ) -> Answer:
        """Answer a question with evidence, or abstain.

        Args:
            question: the words.
            asker: who "I" and "my" are.
            now: what "last week" is relative to.
            valid_at: answer about the world as it was then.
            known_at: answer from what memory believed then.
            subgoal: only from that subgoal's episodes and what they support.

        Raises:
            InputError: the question is empty or a time cannot be read; or, where a language model
                answers, `Settings.budget` has no room for anything of what was found.
        """
        question_ = reading.asked(
            self._engine, question, asker=asker, now=now, valid_at=valid_at, known_at=known_at
        )
        return reading.ask(self._engine, question_, limits.filters(self._engine, subgoal=subgoal))

    def context(
        self,
        question: str,
        *,
        budget: int | None = None,
        asker: str | None = None,
        now: Moment = None,
        valid_at: Moment = None,
        known_at: Moment = None,
        subgoal: str | None = None,
        exclude_working: str | None = None,
    ) -> Context:
        """Prompt-ready text with cited ids for a question, within a token budget.

        Args:
            question: the words.
            budget: most tokens; `Settings.budget` if None. What it has no room for is left out.
            asker: who "I" and "my" are.
            now: what "last week" is relative to.
            valid_at: the world as it was then.
            known_at: what memory believed then.
            subgoal: only from that subgoal.
            exclude_working: a task whose working memory is in the prompt already; its episodes
                are left out.

        Raises:
            InputError: an argument cannot be used, or the budget has no room for anything of what
                was found; the message names one that has. Where nothing was found, the context is
                empty.
        """
        question_ = reading.asked(
            self._engine, question, asker=asker, now=now, valid_at=valid_at, known_at=known_at
        )
        filters = limits.filters(self._engine, subgoal=subgoal, exclude_working=exclude_working)
        return reading.context(self._engine, question_, filters, budget=budget)

    def retrieve(
        self,
        question: str,
        *,
        limit: int | None = None,
        asker: str | None = None,
        now: Moment = None,
        valid_at: Moment = None,
        known_at: Moment = None,
        subgoal: str | None = None,
        exclude_working: str | None = None,
    ) -> list[Candidate]:
        """Facts and episodes for a question, best first, each with its scores and why.

        Raises:
            InputError: an argument cannot be used.
        """
        question_ = reading.asked(
            self._engine, question, asker=asker, now=now, valid_at=valid_at, known_at=known_at
        )
        filters = limits.filters(self._engine, subgoal=subgoal, exclude_working=exclude_working)
        return reading.retrieve(self._engine, question_, filters, limit=limit)

    # --- graph queries ------------------------------------------------------------------------

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        tentative: bool = False,
        ended: bool = False,
        limit: int | None = 100,
    ) -> list[Fact]:
        """Facts by what they say, newest first.

        Args:
            subject: name, alias or entity id.
            predicate: a relation by its id ("has_pet"), by other words for it or by its label ("has
                the pet"); where no fact has one that this means, a fact's own predicate. Words that
                nothing was said with find nothing: `predicates(like=...)` shows what there is.
            object: name, alias, entity id or literal.
            valid_at: those that held then, counted from when they were said where no start was
                given; None for those that are live.
            known_at: as memory believed then.
            tentative: also those that are not asserted.
            ended: also those that ended or were retracted.
            limit: most facts; None for all.

        Raises:
            InputError: a time cannot be read.
        """
        wanted = lookup.Wanted(
            subject, predicate, object, tentative=tentative, ended=ended, limit=limit
        )
        at, known = lookup.moments(self._engine, valid_at, known_at)
        return lookup.facts(self._engine, wanted, valid_at=at, known_at=known)

    def predicates(self, like: str | None = None, *, limit: int | None = 100) -> list[str]:
        """Ids of the relations that live asserted facts have, those of most facts first.

        Args:
            like: only those whose label has these words or is spelled alike, closest first.
            limit: most of them; None for all.

        Raises:
            InputError: the limit is not positive.
        """
        return wordings.predicates(self._engine, like, limit)

    def entities(
        self,
        like: str | None = None,
        *,
        type: str | None = None,
        limit: int | None = 100,
    ) -> list[EntityView]:
        """Entities, those with most facts first; `like` matches part of a name or alias."""
        return naming.entities(self._engine, like, type, limit)

    def neighbors(self, name: str, *, depth: int = 1, limit: int = 200) -> Neighborhood:
        """The live asserted facts within `depth` hops of an entity, nearest first.

        Raises:
            UnknownId: no entity has that name.
        """
        return walks.neighbors(self._engine, name, depth=depth, limit=limit)

    def path(self, start: str, end: str, *, longest: int = 4) -> Path:
        """A shortest chain of live asserted facts between two entities, at most `longest` long.

        Raises:
            UnknownId: no entity has one of the names.
        """
        return walks.path(self._engine, start, end, longest=longest)

    def timeline(self, name: str, *, limit: int | None = 200) -> list[Fact]:
        """The asserted facts about an entity in time order, ended ones included.

        Raises:
            UnknownId: no entity has that name.
        """
        return lookup.timeline(self._engine, name, limit=limit)

    def history(self, fact: str) -> list[HistoryItem]:
        """Every state of a fact, who decided it and on which words, oldest first.

        Raises:
            UnknownId: there never was such a fact, or it was forgotten.
        """
        return past.history(self._engine, fact)

    def query(
        self,
        cypher: str,
        *,
        across_namespaces: bool = False,
        parameters: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Rows:
        """Read-only Cypher with `$namespace` bound.

        Args:
            cypher: the statement.
            across_namespaces: allow a statement that does not use `$namespace`.
            parameters: parameters by name; further keywords are parameters too.
            **named: parameters.

        Raises:
            QueryError: it is invalid, it writes, or it does not bind its namespace.
        """
        return self._engine.store.query(
            self.namespace,
            cypher,
            {**(parameters or {}), **named},
            across_namespaces=across_namespaces,
        )

    def to_networkx(self, *, tentative: bool = False) -> networkx.MultiDiGraph:
        """The live facts between entities as a networkx graph; nodes are entity ids."""
        return conversion.to_networkx(self._engine, tentative=tentative)

    def to_igraph(self, *, tentative: bool = False) -> igraph.Graph:
        """The same as an igraph graph (extra `graph`).

        Raises:
            MissingExtra: igraph is not installed.
        """
        return conversion.to_igraph(self._engine, tentative=tentative)

    # --- changes by people and programs -------------------------------------------------------

    def define(self, *relations: Relation) -> None:
        """Add relations to the namespace's catalogue, or change them."""
        changes.define(self._engine, relations)

    def tell(
        self,
        subject: str,
        predicate: str,
        object: str | float,
        *,
        source: str | None = None,
        valid_from: Moment = None,
        valid_to: Moment = None,
        author: str | None = None,
        trust: float = 1.0,
        time: Moment = None,
    ) -> Observed:
        """Store a structured fact without extraction; the policy decides as for any other.

        Raises:
            InputError: an argument cannot be used.
            SourceConflict: the source id is known with another fact.
        """
        told = changes.Told(
            subject, predicate, object, source, valid_from, valid_to, author, trust, time
        )
        return changes.tell(self._engine, told)

    def correct(
        self,
        fact: str,
        *,
        object: str | float | None = None,
        predicate: str | None = None,
        author: str | None = None,
        reason: str = "",
    ) -> Observed:
        """Retract a fact (it was never so) and put the right one in its place.

        Raises:
            UnknownId: there is no such fact.
            InputError: nothing to correct was given.
        """
        return changes.correct(
            self._engine, fact, object=object, predicate=predicate, author=author, reason=reason
        )

    def retract(self, fact: str, *, author: str | None = None, reason: str = "") -> Observed:
        """Mark a fact as never true; it stays in the history.

        Raises:
            UnknownId: there is no such fact.
        """
        return changes.retract(self._engine, fact, author=author, reason=reason)

    def undo(self, step: str, *, author: str | None = None) -> str:
        """Void a step (`Observed.step`); returns the step of the undo, which can be undone itself.

        Raises:
            UnknownId: there is no such step.
            InputError: the step was forgotten, or nothing of it is left to undo: it was undone
                already (the message says by which step), or it changed nothing but kept words.
        """
        return changes.undo(self._engine, step, author=author)

    def merge(self, keep: str, other: str, *, author: str | None = None) -> str:
        """Make two entities one; `split` takes it back. Returns the step.

        Raises:
            UnknownId: an entity is not there.
            InputError: they are one already.
        """
        return changes.merge(self._engine, keep, other, author=author)

    def split(self, entity: str, *, author: str | None = None) -> str:
        """Take a merged entity (its id) out of the one it was merged into. Returns the step.

        Raises:
            UnknownId: there is no such entity.
            InputError: it is not merged.
        """
        return changes.split(self._engine, entity, author=author)

    # --- subgoals -----------------------------------------------------------------------------

    def open_subgoal(self, description: str, *, task: str = "", parent: str | None = None) -> Goal:
        """Open a subgoal (HiAgent's partition of episodes); its open sibling is closed.

        Raises:
            UnknownId: the parent is not there.
            InputError: the parent is closed, or the description is empty.
        """
        return Goal(self, tasks.open_subgoal(self._engine, description, task=task, parent=parent))

    def subgoal(self, id: str) -> Goal:
        """A handle on a subgoal, open or closed.

        Raises:
            UnknownId: there is none.
        """
        return Goal(self, tasks.subgoal(self._engine, id))

    def close_subgoal(self, id: str, status: SubgoalStatus, *, summary: str = "") -> Goal:
        """Close a subgoal as achieved, failed or abandoned, folded to a summary.

        Raises:
            UnknownId: there is none.
            InputError: it is closed already, or the status is unknown.
        """
        return Goal(self, tasks.close_subgoal(self._engine, id, status, summary=summary))

    def unfold(self, *ids: str, fold: bool = False) -> None:
        """Show closed subgoals in full in later renders (or folded again).

        Raises:
            UnknownId: one is not there.
        """
        tasks.unfold(self._engine, ids, unfolded=not fold)

    def working_memory(
        self, *, task: str = "", budget: int | None = None, last_only: bool = False
    ) -> str:
        """A task's working memory: closed subgoals folded, the open one in full.

        Args:
            task: which task.
            budget: most tokens; None for no limit.
            last_only: of the open one show the last observation only.
        """
        return tasks.working_memory(self._engine, task=task, budget=budget, last_only=last_only)

    # --- upkeep -------------------------------------------------------------------------------

    def forget(
        self,
        *,
        source: str | Sequence[str] | None = None,
        entity: str | None = None,
        episode: str | Sequence[str] | None = None,
        before: Moment = None,
        after: Moment = None,
        namespace: bool = False,
        dry_run: bool = False,
    ) -> Forgotten:
        """Erase episodes and all that only they supported, and prove it.

        Args:
            source: source ids.
            entity: every episode that mentions the entity through a fact or an alias. Where its
                names stand in others, `Forgotten.still_named` says so.
            episode: episode ids.
            before: episodes from before this time.
            after: episodes from this time on.
            namespace: the whole namespace.
            dry_run: remove nothing, only count what would go.

        Raises:
            InputError: nothing was selected.
            UnknownId: a source, entity or episode is not there.
        """
        selection = upkeep.Selection(
            sources=_many(source),
            entity=entity,
            episodes=_many(episode),
            before=before,
            after=after,
            namespace=namespace,
        )
        if dry_run:
            return upkeep.would_forget(self._engine, selection)
        return upkeep.forget(self._engine, selection)

    def verify(self) -> Report:
        """Check the graph against its journal, and the store's files."""
        return verification.verify(self._engine, self.namespace)

    def rebuild(self, *, progress: Callable[[int, int], None] | None = None) -> int:
        """Extract all episodes again with today's extractor; keeps what people told and corrected.

        Returns:
            How many episodes were read again.
        """
        return rebuilding.rebuild(self._engine, progress=progress)

    def reembed(
        self,
        encoder: Encoder | str | None = None,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Embed everything in the store with another encoder; safe to interrupt and run again.

        Returns:
            How many texts were embedded.
        """
        return reembedding.reembed(self._engine, encoder, progress=progress)

    def create_vector_index(
        self, progress: Callable[[str, int, int], None] | None = None
    ) -> VectorIndex:
        """Index the namespace's vectors in Neo4j, so that a question need not load it.

        Args:
            progress: told what is done (`fact`, `episode`, `entity`, `index`), how much, of how
                much.

        Raises:
            InputError: the memory is in a file, which needs none.
            StoreError: it cannot be made; the message says what to do.
        """
        return indexing(self._engine).create_vector_index(self.namespace, progress)

    def drop_vector_index(self) -> bool:
        """Take the namespace's vector index away; returns whether there was one."""
        return indexing(self._engine).drop_vector_index(self.namespace)

    def vector_index(self) -> VectorIndex:
        """How the namespace's vector index stands."""
        return indexing(self._engine).vector_index(self.namespace)

    def export(
        self,
        path: str | FilePath,
        *,
        namespaces: Sequence[str] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Write the memory as JSONL, lossless, journal included; returns the number of lines.

        The file takes its name only when it is whole; one of that name before stays until then.

        Args:
            path: of the file.
            namespaces: which; the own one when None.
            progress: called with the number of lines written so far.

        Raises:
            UnknownNamespace: one of the namespaces is not there.
            InputError: the file cannot be written.
        """
        chosen = [self.namespace] if namespaces is None else list(namespaces)
        target = FilePath(opening.valid_path(path))
        lines = exchange.export_lines(self._engine, chosen)
        return files.write(target, lines if progress is None else exchange.counted(lines, progress))

    def import_(
        self,
        path: str | FilePath,
        *,
        into: str | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, int]:
        """Read an export; safe to interrupt and run again. Returns journal entries by namespace.

        Raises:
            FormatError: a line cannot be read (with the file's name and its number).
            InputError: the namespace already holds something else.
            EncoderMismatch: the file's vectors are another encoder's.
        """
        if into is not None:
            opening.valid_namespace(into)
        with files.reading(FilePath(opening.valid_path(path))) as file:
            try:
                counts = exchange.import_lines(self._engine, file, into=into, progress=progress)
            except FormatError as error:
                raise error.of(FilePath(file.name).name) from error
        for namespace in counts:
            self._engine.snapshots().drop(namespace)
        return counts

    def stats(self) -> dict[str, int]:
        """Rows by kind in the namespace, its revision, and the bytes of the whole store."""
        return upkeep.stats(self._engine)


@dataclass(frozen=True, slots=True)
class Goal:
    """A handle on a subgoal.

    Attributes:
        memory: where it lives.
        record: the subgoal as it was when the handle was made.
    """

    memory: Memory
    record: Subgoal

    @property
    def id(self) -> str:
        """`g3`."""
        return self.record.id

    @property
    def status(self) -> SubgoalStatus:
        """As it was when the handle was made."""
        return self.record.status

    @property
    def summary(self) -> str:
        """What it was folded to."""
        return self.record.summary

    def close(self, status: SubgoalStatus, *, summary: str = "") -> Goal:
        """Close it; see `Memory.close_subgoal`."""
        return self.memory.close_subgoal(self.id, status, summary=summary)

    def __enter__(self) -> Goal:
        """Use the subgoal as a context manager."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it as achieved, or as failed when an exception leaves the block."""
        current = self.memory.subgoal(self.id)
        if current.status == "open":
            current.close("achieved" if kind is None else "failed")

    def __repr__(self) -> str:
        """Id, status and description."""
        return f"<subgoal {self.id} {self.status} {self.record.description!r}>"


def _many(value: str | Sequence[str] | None) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Sequence):
        raise InputError(f"give an id or a list of ids, not {type(value).__name__}")
    return tuple(value)


__all__ = ["Decision", "Goal", "Memory"]
