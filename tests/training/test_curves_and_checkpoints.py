import pytest

from kgmem.errors import FormatError, InputError
from kgmem.training import checkpoints, curves

ROWS = [{"step": 0.0, "validation": 0.5}, {"step": 1.0, "reward": 0.25, "kl": 0.0, "entropy": 0.3}]


def test_a_curve_is_written_and_read_as_lines_of_json(tmp_path):
    path = tmp_path / "run" / "curve.jsonl"
    curves.write(path, ROWS)
    assert curves.read(path) == ROWS
    assert len(path.read_text().splitlines()) == 2


def test_a_damaged_curve_names_the_line(tmp_path):
    path = tmp_path / "curve.jsonl"
    path.write_text('{"step": 1}\n[1]\n')
    with pytest.raises(FormatError, match="line 2"):
        curves.read(path)
    path.write_text("{oops\n")
    with pytest.raises(FormatError, match="line 1"):
        curves.read(path)


def test_a_curve_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    curves.draw(tmp_path / "curve.png", {"grpo": ROWS, "ppo": ROWS}, "both")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_goes_on_where_it_was_left(tmp_path):
    torch = pytest.importorskip("torch")
    assert checkpoints.load(tmp_path, {"seed": 1}) is None
    checkpoints.save(tmp_path, {"run": {"seed": 1}, "step": 3, "w": torch.ones(2)})
    state = checkpoints.load(tmp_path, {"seed": 1})
    assert state["step"] == 3
    assert state["w"].tolist() == [1.0, 1.0]
    assert [p.name for p in tmp_path.iterdir()] == [checkpoints.FILE]


def test_a_run_with_other_settings_is_not_gone_on_with(tmp_path):
    pytest.importorskip("torch")
    checkpoints.save(tmp_path, {"run": {"seed": 1, "rate": 0.1}})
    with pytest.raises(InputError, match=r"other settings \(seed=1\)"):
        checkpoints.load(tmp_path, {"seed": 2, "rate": 0.1})


def test_a_damaged_checkpoint_is_named(tmp_path):
    pytest.importorskip("torch")
    (tmp_path / checkpoints.FILE).write_bytes(b"not a checkpoint")
    with pytest.raises(InputError, match="delete it"):
        checkpoints.load(tmp_path, {})
