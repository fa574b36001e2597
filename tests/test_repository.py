import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def neo4j():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["neo4j"]


def test_compose_runs_neo4j_5_community(neo4j):
    assert re.fullmatch(r"neo4j:5\.\d+(\.\d+)?-community", neo4j["image"])


def test_compose_publishes_browser_and_bolt_on_this_machine_only(neo4j):
    assert set(neo4j["ports"]) == {"127.0.0.1:7474:7474", "127.0.0.1:7687:7687"}


def test_compose_takes_the_password_from_the_environment_and_has_no_default(neo4j):
    assert re.match(r"neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}$", neo4j["environment"]["NEO4J_AUTH"])


def test_compose_keeps_data_in_a_volume_and_checks_health_with_a_query(neo4j):
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    named = {v.split(":")[0]: v.split(":")[1] for v in neo4j["volumes"]}
    assert named["neo4j-data"] == "/data"
    assert set(named) == set(compose["volumes"])
    check = neo4j["healthcheck"]
    assert "RETURN 1" in check["test"][1]
    # A single $ would be filled in by compose from the host, where the variable is not set.
    assert not re.search(r"(?<!\$)\$\{NEO4J_AUTH", check["test"][1])


def test_the_licence_is_the_whole_apache_licence():
    text = (ROOT / "LICENSE").read_text()
    assert "Apache License" in text
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in text
    assert "9. Accepting Warranty or Additional Liability" in text


def test_the_changelog_has_the_current_version():
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.M).group(1)
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text()
