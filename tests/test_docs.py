import re
from pathlib import Path

import pytest
from typer.main import get_command

from kgmem.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]


def blocks(path, language="python"):
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def run(source, name, scope):
    exec(compile(source, name, "exec"), scope)


def test_the_ten_lines_of_the_readme_run_and_do_what_they_say(capsys):
    (source,) = blocks(ROOT / "README.md")
    assert len([line for line in source.splitlines() if line]) <= 11
    scope = {}
    run(source, "README.md", scope)
    shown = capsys.readouterr().out
    scope["memory"].close()
    assert re.search(r"Biscuit.{1,5}Pickle|Pickle.{1,5}Biscuit", shown)
    assert "[ep1 2024-05-01 Nora]" in shown.splitlines()[-1]
    assert "Pickle" not in shown.splitlines()[-1]


def test_every_block_of_the_python_api_page_runs_in_order(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    scope = {}
    for source in blocks(ROOT / "docs" / "python-api.md"):
        run(source, "docs/python-api.md", scope)
    assert "Biscuit" in capsys.readouterr().out


def test_every_command_stands_in_the_cli_page():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name in get_command(app).commands:
        assert f"kgmem {name}" in page, name


def test_the_architecture_has_one_diagram():
    assert len(blocks(ROOT / "docs" / "architecture.md", "mermaid")) == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_install_command_of_the_readme_is_that_of_ci():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "install -c constraints.txt -e '.[dev]'" in readme
    assert re.search(r"install .*-c constraints.txt -e '.\[dev\]'", script)
