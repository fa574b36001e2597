"""What the built wheel must do in an environment of its own: `python smoke.py`."""

import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Observe, ask, reopen, query."""
    import kgmem

    heavy = {"torch", "spacy", "onnxruntime", "neo4j", "transformers", "kglite"}
    loaded = heavy & sys.modules.keys()
    assert not loaded, f"`import kgmem` loaded {loaded}"
    assert "site-packages" in str(Path(kgmem.__file__)), "not the installed wheel"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "agent.kgmem"
        with kgmem.Memory.open(file) as memory:
            memory.observe(
                "I adopted a cat named Biscuit.", speaker="Nora", time="2024-05-01T18:00Z"
            )
            memory.observe(
                "I adopted another cat, Pickle!", speaker="Nora", time="2024-06-11T09:30Z"
            )
        with kgmem.Memory.open(file) as memory:
            answer = memory.ask("Which pets does Nora have?")
            assert "Biscuit" in answer.text, repr(answer)
            assert "Pickle" in answer.text, repr(answer)
            assert answer.evidence, "no evidence"
            rows = memory.query(
                "MATCH (e:Entity {namespace: $namespace, name: $n})-[f:FACT]->(o) "
                "RETURN f.predicate, o.name",
                n="Nora",
            )
            assert len(rows) > 0, "the projection is empty"
            assert memory.verify().ok
    from kgmem.bench.edit_cases import shipped

    assert len(shipped()) >= 150, "the update cases are not in the wheel"
    assert "torch" not in sys.modules, "torch was loaded"


if __name__ == "__main__":
    main()
