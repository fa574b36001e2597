import subprocess
import sys

HEAVY = ("torch", "spacy", "onnxruntime", "neo4j", "transformers", "kglite", "igraph", "networkx")


def loaded_by(code):
    script = f"{code}\nimport sys\nprint([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


def test_importing_the_package_loads_nothing_heavy():
    assert loaded_by("import kgmem; kgmem.Memory; kgmem.Observation") == "[]"


def test_the_command_line_help_loads_nothing_heavy():
    code = "import kgmem.cli, sys\ntry:\n    kgmem.cli.main(['--help'])\nexcept SystemExit: pass"
    assert loaded_by(code) == "[]"


def test_opening_a_memory_loads_nothing_heavy(tmp_path):
    code = f"import kgmem\nkgmem.Memory.open({str(tmp_path / 'm')!r}).close()"
    assert loaded_by(code) == "[]"


def test_every_public_name_can_be_imported():
    import kgmem

    assert all(getattr(kgmem, name) is not None for name in kgmem.__all__)
