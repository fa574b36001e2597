import pytest
from typer.testing import CliRunner

from kgmem.cli.app import app


def run(*arguments):
    return CliRunner().invoke(app, ["train", "edit", *arguments])


def test_the_folder_has_to_be_said():
    done = run()
    assert done.exit_code == 2
    assert "--out" in done.output


def test_an_unknown_algorithm_is_refused(tmp_path):
    done = run("--out", str(tmp_path), "--algorithm", "sarsa")
    assert done.exit_code == 1
    assert "there are grpo, ppo" in done.output


@pytest.mark.slow
def test_training_tells_what_it_does_and_names_the_weights(tmp_path):
    pytest.importorskip("torch")
    sizes = ("--seed", "14", "--streams", "2", "--rounds", "1", "--examined", "1")
    done = run("--out", str(tmp_path), "--steps", "2", "--processes", "1", *sizes)
    assert done.exit_code == 0, done.output
    assert "stepped 2 streams" in done.output
    assert "update 2: reward" in done.output
    assert done.output.splitlines()[-1].endswith("edit-grpo.safetensors")
    assert (tmp_path / "edit-grpo.safetensors").is_file()
