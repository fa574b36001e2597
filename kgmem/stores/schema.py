"""The tables of the embedded store and the migrations that make them.

A key is one integer: the number of the namespace times `SPAN` plus the number of the id. One lookup
finds a row, a namespace is a range of keys in every table and, because SQLite appends the key to
every index entry, in every index: `subject = ? AND key BETWEEN ? AND ?` stays in the namespace.
Each row carries its record as JSON (`kgmem.codec`); the columns beside it are only those that are
looked up or loaded in bulk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeAlias

from kgmem.errors import NotADatabase, SchemaTooNew

SPAN = 1 << 36  # ids of a kind in one namespace; leaves room for 2**27 namespaces
APPLICATION_ID = 0x6B676D65  # "kgme", in the file's header

Migration: TypeAlias = Callable[[sqlite3.Connection], None]
MIGRATIONS: list[Migration] = []

_FIRST = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE namespace (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL, epoch INTEGER NOT NULL, counters TEXT NOT NULL);
CREATE TABLE episode (
  key INTEGER PRIMARY KEY, time REAL NOT NULL, source TEXT, thread TEXT NOT NULL, subgoal INTEGER,
  state TEXT NOT NULL, speaker TEXT, role TEXT NOT NULL, trust REAL NOT NULL, origin TEXT NOT NULL,
  body TEXT NOT NULL);
CREATE INDEX episode_source ON episode (source) WHERE source IS NOT NULL;
CREATE INDEX episode_thread ON episode (thread);
CREATE INDEX episode_subgoal ON episode (subgoal) WHERE subgoal IS NOT NULL;
CREATE INDEX episode_state ON episode (state);
CREATE TABLE entity (
  key INTEGER PRIMARY KEY, merged_into INTEGER, name TEXT NOT NULL, type TEXT NOT NULL,
  named INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX entity_merged_into ON entity (merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE alias (
  key INTEGER PRIMARY KEY, entity INTEGER NOT NULL, episode INTEGER, norm TEXT NOT NULL,
  name TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX alias_entity ON alias (entity);
CREATE INDEX alias_episode ON alias (episode) WHERE episode IS NOT NULL;
CREATE INDEX alias_norm ON alias (norm);
CREATE TABLE support (
  key INTEGER PRIMARY KEY, fact INTEGER NOT NULL, episode INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX support_fact ON support (fact);
CREATE INDEX support_episode ON support (episode);
CREATE TABLE ending (
  key INTEGER PRIMARY KEY, fact INTEGER NOT NULL, "by" INTEGER, episode INTEGER,
  body TEXT NOT NULL);
CREATE INDEX ending_fact ON ending (fact);
CREATE INDEX ending_by ON ending ("by") WHERE "by" IS NOT NULL;
CREATE INDEX ending_episode ON ending (episode) WHERE episode IS NOT NULL;
CREATE TABLE version (
  key INTEGER PRIMARY KEY, fact INTEGER NOT NULL, current INTEGER NOT NULL,
  subject INTEGER NOT NULL, object INTEGER, relation TEXT NOT NULL, packed BLOB NOT NULL,
  qualifiers BLOB, text TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX version_fact ON version (fact);
CREATE INDEX version_subject ON version (subject) WHERE current = 1;
CREATE INDEX version_object ON version (object) WHERE current = 1 AND object IS NOT NULL;
CREATE TABLE subgoal (
  key INTEGER PRIMARY KEY, task TEXT NOT NULL, parent INTEGER, status TEXT NOT NULL,
  body TEXT NOT NULL);
CREATE INDEX subgoal_task ON subgoal (task);
CREATE INDEX subgoal_parent ON subgoal (parent) WHERE parent IS NOT NULL;
CREATE INDEX subgoal_status ON subgoal (status);
CREATE TABLE relation (
  ns INTEGER NOT NULL REFERENCES namespace (id), id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (ns, id)) WITHOUT ROWID;
CREATE TABLE journal (
  key INTEGER PRIMARY KEY, step INTEGER, time TEXT NOT NULL, op TEXT NOT NULL,
  author TEXT NOT NULL, cause TEXT, reason TEXT NOT NULL, score REAL, payload TEXT);
CREATE INDEX journal_step ON journal (step) WHERE step IS NOT NULL;
CREATE TABLE terms_fact (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE terms_episode (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE vector_fact (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE vector_episode (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE vector_entity (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE staged_fact (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE staged_episode (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE staged_entity (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
INSERT INTO meta VALUES ('encoder', ''), ('dimension', 0), ('epoch', 0), ('unproved', 0);
"""


def migration(step: Migration) -> Migration:
    """Register a step; its position in `MIGRATIONS`, from 1, is the schema version it leads to."""
    MIGRATIONS.append(step)
    return step


@migration
def create_tables(connection: sqlite3.Connection) -> None:
    """Version 1."""
    for statement in _FIRST.split(";"):
        connection.execute(statement)


def version(connection: sqlite3.Connection) -> int:
    """The schema version of an open database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(
    connection: sqlite3.Connection, path: str, steps: Sequence[Migration] | None = None
) -> int:
    """Bring a database to the newest schema: each step is one transaction, so a kill loses none.

    Two processes may do this at once: the steps are taken under the write lock and the version is
    read again inside it.

    Args:
        connection: in autocommit mode.
        path: for error messages.
        steps: the migrations; all of `MIGRATIONS` when None.

    Returns:
        The schema version.

    Raises:
        NotADatabase: an SQLite file of another program.
        SchemaTooNew: written by a newer kgmem.
    """
    steps = MIGRATIONS if steps is None else steps
    if _known(connection, path, len(steps)) == len(steps):
        return len(steps)
    for target, step in enumerate(steps, start=1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _known(connection, path, len(steps)) < target:
                step(connection)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {target}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    return len(steps)


def _known(connection: sqlite3.Connection, path: str, newest: int) -> int:
    """The version of a database that is ours or empty."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    found = version(connection)
    if application != APPLICATION_ID:
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application or found or tables:
            raise NotADatabase(
                f"{path} is an SQLite database of another program; choose another path"
            )
    if found > newest:
        raise SchemaTooNew(
            f"{path} has schema {found}, this kgmem knows up to {newest}: "
            "pip install --upgrade kgmem"
        )
    return found
