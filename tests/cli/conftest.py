import json

import pytest
from typer.testing import CliRunner

from kgmem.cli.app import app


class Cli:
    """Runs commands in this process on one database, with the encoder that needs no model."""

    def __init__(self, folder):
        self.folder = folder
        self.db = folder / "test.kgmem"
        self._runner = CliRunner(
            env={"KGMEM_DB": str(self.db), "KGMEM_ENCODER": "hash", "KGMEM_LLM": None}
        )

    def __call__(self, *args, code=0, **options):
        result = self._runner.invoke(app, [str(a) for a in args], **options)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, (args, result.stdout, result.stderr)
        return result

    def json(self, *args, **options):
        return json.loads(self(*args, "--json", **options).stdout)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def cli(tmp_path):
    return Cli(tmp_path)


TALK = """\
[2024-05-01 18:00]
Nora: I adopted a cat named Biscuit.
Sam: I live in Vienna.
[2024-06-11 09:30]
Nora: I adopted another cat, Pickle!
Sam: I moved to Graz yesterday.
"""


@pytest.fixture
def talk(cli):
    """A memory with a short conversation in it."""
    cli("ingest", cli.write("talk.txt", TALK))
    return cli
