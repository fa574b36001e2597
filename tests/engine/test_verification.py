import sqlite3

import pytest

from kgmem import Memory


def damaged(tmp_path, statement):
    """A report on a memory into whose file somebody wrote by hand."""
    file = tmp_path / "m.kgmem"
    with Memory.open(file, encoder="hash") as memory:
        memory.tell("Nora", "visited", "Turku", source="a")
        assert memory.verify().ok
    connection = sqlite3.connect(file)
    with connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()
    with Memory.open(file, encoder="hash") as memory:
        return memory.verify()


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM support", "is in the journal but not in the store"),
        ("DELETE FROM support", "has a current version but no support"),
        ("UPDATE entity SET body = replace(body, 'Turku', 'Espoo')", "differs between"),
        ("DELETE FROM episode", "which is not there"),
    ],
)
def test_rows_that_somebody_changed_by_hand_are_found(tmp_path, statement, found):
    report = damaged(tmp_path, statement)
    assert not report.ok
    assert any(found in problem for problem in report.problems)
