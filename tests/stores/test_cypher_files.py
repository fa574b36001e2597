"""Cypher lives in files: each is loaded somewhere, and what is loaded exists."""

import re
from pathlib import Path

from kgmem import assets

ROOT = Path(assets.__file__).parent


def test_every_cypher_file_is_loaded_and_every_load_has_a_file():
    folder = assets.root("cypher")
    files = {str(f.relative_to(folder).with_suffix("")) for f in folder.rglob("*.cypher")}
    sources = "".join(f.read_text(encoding="utf-8") for f in ROOT.rglob("*.py"))
    loaded = set(re.findall(r'"((?:projection|schema|read|write|browser)/\w+)"', sources))
    assert files
    assert loaded == files
