import pytest

from kgmem import Memory


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "agent.kgmem", encoder="hash") as opened:
        yield opened
