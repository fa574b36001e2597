from datetime import date
from pathlib import Path

from typer.testing import CliRunner

from kgmem.cli.app import app
from kgmem.stores.neo4j.guide import parameters, saved_queries, style


def test_the_browser_guide_names_files_that_are_there_and_shows_every_query():
    printed = CliRunner().invoke(app, ["neo4j", "browser-guide"])
    assert printed.exit_code == 0
    for query in saved_queries():
        assert query.title in printed.output
        assert query.text.splitlines()[0] in printed.output
    named = [w for w in printed.output.split() if w.endswith((".grass", ".cypher"))]
    assert len(named) == 2
    assert all(Path(name).is_file() for name in named)


def test_the_style_tells_entities_facts_retired_ones_episodes_and_subgoals_apart():
    text = style()
    colours = [
        text.split(f"node.{label} {{", 1)[1].split("color: ", 1)[1][:7]
        for label in ("Entity", "Fact", "Retired", "Episode", "Subgoal", "Version")
    ]
    assert len(set(colours)) == len(colours)
    for caption in ('"{name}"', '"{text}"', '"{caption}"', '"{description}"'):
        assert f"caption: {caption}" in text


def test_the_guides_week_holds_what_is_told_today():
    line = parameters(date(2026, 12, 1))
    assert line.startswith(":param {namespace: 'default', name: 'Nora'")
    for part in ("since: '2026-11-24'", "until: '2026-12-02'", "day: '2026-12-01'"):
        assert part in line
