"""Runs of one word, sign or line, however long, are read in a time that grows with their length."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from kgmem.extraction import SpacyExtractor
from kgmem.extraction.openie import (
    amends,
    chains,
    extractor,
    lines,
    mended,
    sentences,
    structured,
)
from kgmem.extraction.openie import scene as scenes
from kgmem.extraction.openie.mapped import Mapped
from kgmem.extraction.openie.scene import Mention, Mentioned, Slot
from kgmem.protocols import ExtractionContext
from kgmem.types import Observation, Ref, Role

from .conftest import NOON, Read, rows

SIZE = 20_000
BEFORE = (Observation("The train goes at 8:15.", NOON, "Nora"),)
SIZES = (16, 24, 32, 48, 64, 128, 256, sentences.LONGEST // 2)
NOISE = 0.005
"""Seconds that are added to both times: what is quicker tells nothing."""


def within(times: float, work: Callable[[int], object], small: int, large: int) -> bool:
    """Whether the large size takes less than so many times what the small one does; best of 3."""

    def seconds(size: int) -> float:
        began = process_time()
        work(size)
        return process_time() - began + NOISE

    return any(seconds(large) < times * seconds(small) for _ in range(3))


@pytest.fixture(autouse=True, scope="module")
def _ready(extractor: SpacyExtractor) -> None:
    """The model is loaded before anything is timed."""
    extractor.extract([Observation("Nora met Bo on db-1.", NOON, "Nora")], ExtractionContext())


RUNS = [
    " ", "\n", "A", "a", ".", ",", "-", "1", "!", "'", "_", "/", "=", "|", "no ", "no, ", "AB ",
    "word ", "Ana ", "it's ", "and ", "12 ", "a.", "a-", "the ", "I ", "hmm ", "—", "worked ",
]  # fmt: skip
FOLDER = Path(extractor.__file__).parent
SOURCES = {path.stem: path.read_text() for path in FOLDER.glob("*.py")}
WHOLE = re.compile(
    r"structured\..*|worlds\._SENTENCE|lines\._LINE|sentences\._(?:END|DATA)|technical\._(?!FORM|CODED|NOT_BEFORE|OWNED|SIZED|ODD)\w+|grammar\..*"
)
"""Patterns that meet whole texts; the others meet a sentence, a line or a word."""


def patterns() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Every pattern of the extractor with what it is used for, by the name of its module."""
    for module, source in SOURCES.items():
        found = vars(import_module(f"{extractor.__package__}.{module}"))
        for name, value in found.items():
            if re.search(rf"^{name}\b[^\n]*=", source, re.MULTILINE):
                for pattern in _within(value):
                    yield f"{module}.{name}", _use(name, pattern, source)


def _within(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (tuple, list, Mapping)):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _within(item)


def _use(name: str, pattern: re.Pattern[str], source: str) -> Callable[[str], object]:
    """The pattern as it is applied: at the start of a text, or anywhere in it."""
    anchored = name == "SENTENCES" or re.search(rf"\b{name}\.(?:full)?match\(", source)
    elsewhere = re.search(rf"\b{name}\.(?:search|finditer|findall|sub|split)\(|sub\({name}", source)
    if anchored and not elsewhere:
        return pattern.match
    return lambda text: deque(pattern.finditer(text), maxlen=0)


PATTERNS = list(patterns())


def test_every_pattern_is_found() -> None:
    names = {name for name, _ in PATTERNS}
    assert {"mended._FRAGMENT", "amends._AMENDS", "grammar.SENTENCES", "slips.OF_KIND"} <= names
    assert len(PATTERNS) > sum(source.count("= re.compile(") for source in SOURCES.values()) * 0.9


@pytest.mark.parametrize("end", ["", "!x"])
@pytest.mark.parametrize("run", RUNS)
def test_no_pattern_explodes_within_a_sentence(run: str, end: str) -> None:
    for name, use in PATTERNS:
        for small, large in pairwise(SIZES):

            def work(size: int, use: Callable[[str], object] = use) -> None:
                use((run * size)[:size] + end)

            began = process_time()
            work(large)
            if process_time() - began > 4 * NOISE:
                assert within((large / small) ** 2.5, work, small, large), (name, large)


@pytest.mark.parametrize("end", ["", "!x"])
@pytest.mark.parametrize("run", RUNS)
def test_a_pattern_for_whole_texts_takes_linear_time(run: str, end: str) -> None:
    for name, use in PATTERNS:
        if WHOLE.fullmatch(name):

            def work(size: int, use: Callable[[str], object] = use) -> None:
                use((run * size)[:size] + end)

            began = process_time()
            work(SIZE)
            if process_time() - began > 4 * NOISE:
                assert within(10, work, SIZE // 4, SIZE), name


@pytest.mark.parametrize(
    "run", ["no ", "no, ", "no\n", "Hmm ", "hmm, ", "it ", "sorry, ", "I said it "]
)
def test_openings_of_a_correction_in_a_row(run: str) -> None:
    def work(size: int) -> None:
        text = run * size + "!x"
        list(sentences.units(text, ["Nora"]))
        amends.sign(Mapped.of(text))
        amends.instead(Mapped.of(text))
        mended.mended(Observation(text, NOON, "Nora"), BEFORE, ["Nora"])

    assert within(20, work, 10, 20)
    assert within(20, work, 100, 400)


@pytest.mark.parametrize(
    "line",
    ["A" * 60 + "  ", "AB  CD  ", "AB (%)  ", " ", "a ", "a", "|", "| a ", "-", "exit  ", "k=v ",
     "a: ", "=", "1 passed ", "a.", "x ... ", "a,", "at a(", "+a: ", "ok ", "a -> ", "12:00 ",
     "- a  "],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "!x"])
def test_lines_of_one_kind(line: str, end: str) -> None:
    about = Ref("probe", "thing", True)

    def work(size: int, length: int) -> None:
        long = (line * length)[:length] + end
        text = "\n".join([long] * (size // len(long)))
        list(lines.pairs(text, about, True, "test"))
        for reader in structured.ways(about, NOON, True, "test"):
            list(reader(list(next(lines.runs(text), []))))

    long = lines.LONGEST - 2
    assert within(20, lambda size: work(size, size - 2), long // 4, long)
    assert within(10, lambda size: work(size, long), SIZE // 4, SIZE)
    assert within(10, lambda size: work(size, size - 2), SIZE // 4, SIZE)


@pytest.mark.parametrize(
    "text",
    ["deploy 2.4.1 ", "Postgres 15 is ", "the host db-1 ", ".", "?", "Aa-", "a/", "A"],
)
def test_names_and_signs_in_a_row(text: str) -> None:
    def work(size: int) -> None:
        observation = Observation((text * size)[:size] + "!x", NOON, "Nora")
        extractor._prepare(observation, BEFORE, ("Nora", "Jon"))

    assert within(10, work, SIZE // 4, SIZE)


@pytest.mark.parametrize(
    "text", [" ", "a", "Zz9+", "a.", "- ", "no, ", "I know Bo. ", "{", "k: v\n"]
)
@pytest.mark.parametrize("role", ["user", "tool"])
def test_a_text_of_one_kind(text: str, role: Role, extractor: SpacyExtractor) -> None:
    def work(size: int) -> None:
        observation = Observation((text * size)[:size], NOON, "Nora", role=role)
        extractor.extract([observation], ExtractionContext())

    assert within(10, work, SIZE // 16, SIZE // 4)


def test_what_was_said_before_does_not_lengthen_the_way_back() -> None:
    def work(count: int) -> None:
        ana = Ref("Ana", "person", True)
        here = [Mention(ana, "f", False, True, True, (at, 0)) for at in range(count)]
        slots = [Slot("she", (at, 4), at, False, True, 5, -1, frozenset()) for at in range(count)]
        before = Mention(ana, "f", False, True, True, (-100, 0))
        known, resolved = chains.follow(Mentioned((before, *here), tuple(slots)))
        assert known[0] == before
        assert {name for name, _ in resolved.values()} == {"Ana"}

    assert within(10, work, 400, 1600)


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
