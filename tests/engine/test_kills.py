"""A short form of `benchmarks/scale/kills_memory.py`."""

import importlib
import sys
from pathlib import Path

import pytest

SCALE = Path(__file__).parents[2] / "benchmarks" / "scale"


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are POSIX")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(SCALE))
    kills = importlib.import_module("kills_memory")
    report = kills.kill_all(kills=8, seed=3, folder=tmp_path)
    assert report["problems"] == []
    assert report["acknowledged_steps"] > 8
