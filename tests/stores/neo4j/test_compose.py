"""`docker-compose.yml` against the server at hand: what it sets is known there."""

from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.neo4j
COMPOSE = Path(__file__).parents[3] / "docker-compose.yml"


def settings():
    """Names of the file's settings, as the image's start script makes them of the variables."""
    environment = yaml.safe_load(COMPOSE.read_text())["services"]["neo4j"]["environment"]
    names = (name.removeprefix("NEO4J_") for name in environment if name != "NEO4J_AUTH")
    return {name.replace("__", "\0").replace("_", ".").replace("\0", "_") for name in names}


def test_every_setting_of_compose_is_one_of_the_servers(neo4j_server, raw):
    found, _ = raw("SHOW SETTINGS YIELD name")
    known = {row["name"] for row in found}
    wanted = settings()
    assert "server.memory.heap.max_size" in wanted
    assert wanted <= known
