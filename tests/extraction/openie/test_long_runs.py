"""Runs of one word, sign or line, however long, are read in a time that grows with their length."""

from __future__ import annotations

from time import process_time

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.extraction.openie import amends, chains, extractor, lines, mended, sentences
from kgmem.extraction.openie import scene as scenes
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.scene import Mention, Mentioned, Slot
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref

from .conftest import NOON, Read, rows

SECONDS = 3.0
"""Far more than any of these takes; the patterns that they are for took minutes or never ended."""
SIZE = 20_000
BEFORE = (Observation("The train goes at 8:15.", NOON, "Nora"),)


@pytest.fixture(autouse=True, scope="module")
def _ready(extractor: SpacyExtractor) -> None:
    """The model is loaded before anything is timed."""
    extractor.extract([Observation("Nora met Bo on db-1.", NOON, "Nora")], ExtractionContext())


@pytest.mark.parametrize(
    "text",
    [
        "no " * 25 + "!x",
        "no, " * 300,
        "no\n" * 25 + "#",
        "Hmm " * 30 + "x",
        "hmm, " * 300,
        "I said " + "it " * 40,
    ],
)
def test_openings_of_a_correction_in_a_row(text: str) -> None:
    began = process_time()
    list(sentences.units(text, ["Nora"]))
    amends.sign(Mapped.of(text))
    amends.instead(Mapped.of(text))
    mended.mended(Observation(text, NOON, "Nora"), BEFORE, ["Nora"])
    assert process_time() - began < SECONDS


@pytest.mark.parametrize(
    "line",
    ["A" * 60 + "  ", "AB  CD  ", "AB (%)  ", " ", "a ", "a", "|", "| a ", "-", "exit  ", "k=v ",
     "a: ", "=", "1 passed ", "a."],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "!x"])
@pytest.mark.parametrize("length", [lines.LONGEST - 2, SIZE - 2])
def test_lines_of_one_kind(line: str, end: str, length: int) -> None:
    long = (line * length)[:length] + end
    text = "\n".join([long] * (SIZE // len(long)))
    about = Ref("probe", "thing", True)
    began = process_time()
    for reader in (lines.tables, lines.pairs, lines.results):
        list(reader(text, about, True, "test"))
    assert process_time() - began < SECONDS


@pytest.mark.parametrize(
    "text",
    ["deploy 2.4.1 ", "Postgres 15 is ", "the host db-1 ", ".", "?", "Aa-", "a/", "A"],
)
def test_names_and_signs_in_a_row(text: str) -> None:
    def seconds(size: int) -> float:
        observation = Observation((text * size)[:size] + "!x", NOON, "Nora")
        began = process_time()
        extractor._prepare(observation, BEFORE, ("Nora", "Jon"))
        return process_time() - began

    seconds(SIZE // 4)
    assert seconds(SIZE) < 12 * seconds(SIZE // 4) + 0.2


def test_what_was_said_before_does_not_lengthen_the_way_back() -> None:
    def seconds(count: int) -> float:
        ana = Ref("Ana", "person", True)
        here = [Mention(ana, "f", False, True, True, (at, 0)) for at in range(count)]
        slots = [Slot("she", (at, 4), at, False, True, 5, -1, frozenset()) for at in range(count)]
        before = Mention(ana, "f", False, True, True, (-100, 0))
        began = process_time()
        known, resolved = chains.follow(Mentioned((before, *here), tuple(slots)))
        assert known[0] == before
        assert {name for name, _ in resolved.values()} == {"Ana"}
        return process_time() - began

    seconds(200)
    assert seconds(1600) < 12 * seconds(400)


def test_facts_of_before_are_put_together_once(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[scenes.Scene] = []
    whole = extractor.assembly.assemble

    def counted(*given: object) -> object:
        calls.append(given[0])  # type: ignore[arg-type]
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(extractor.assembly, "assemble", counted)
    before = Observation("I live in Oslo. I own a boat.", NOON, speaker="Nora")
    text = "Correction: I live in Bergen. Correction: I own a canoe. Typo: I own a kayak."
    read(text, before)
    assert len(calls) == 2


def test_a_long_line_parts_what_stands_around_it(read: Read) -> None:
    text = f"host: web-1\nport: 8080\n{'x' * 600}\nhost: web-2\nport: 9090"
    found = rows(read(text, speaker="probe", role="tool"))
    assert {("web-1", "port is", "8080"), ("web-2", "port is", "9090")} <= found
    table = "NAME   NOMINATED NODE   CPU (%)\nweb-1   node-4   12"
    assert ("web-1", "nominated node is", "node-4") in rows(
        read(table, speaker="probe", role="tool")
    )
