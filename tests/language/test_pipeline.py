from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from kgmem.language import pipeline


def test_texts_are_parsed_in_order_and_repeats_share_a_document() -> None:
    first, second, third = pipeline.parse(["Dogs bark.", "Cats sleep.", "Dogs bark."])
    assert (first.text, second.text) == ("Dogs bark.", "Cats sleep.")
    assert first is third


def test_a_cached_text_is_not_parsed_again() -> None:
    (first,) = pipeline.parse(["Owls hunt at night."])
    (again,) = pipeline.parse(["Owls hunt at night."])
    assert first is again


def test_the_cache_is_bounded() -> None:
    pipeline.parse([f"Number {i}." for i in range(pipeline.CACHED + 20)])
    assert len(pipeline._cache) <= pipeline.CACHED


def test_more_texts_than_the_cache_holds_come_back_whole() -> None:
    texts = [f"Letter {i}." for i in range(pipeline.CACHED + 5)]
    assert [d.text for d in pipeline.parse(texts)] == texts


def test_overlong_text_is_cut() -> None:
    (doc,) = pipeline.parse(["a " * pipeline.LONGEST])
    assert len(doc.text) <= pipeline.LONGEST


def test_no_text_gives_no_document() -> None:
    assert pipeline.parse([]) == []


def test_threads_share_the_pipeline() -> None:
    texts = [f"Ana met Bo{i}." for i in range(40)]
    with ThreadPoolExecutor(8) as pool:
        docs = list(pool.map(lambda text: pipeline.parse([text])[0], texts))
    assert [d.text for d in docs] == texts


def test_importing_the_extractor_loads_no_spacy() -> None:
    code = "import sys, kgmem.extraction; print('spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
