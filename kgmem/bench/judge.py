"""A language model as judge, strict and lenient, beside the official scores."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from kgmem import assets
from kgmem.bench.metrics import Row
from kgmem.bench.scorer import ADVERSARIAL

if TYPE_CHECKING:
    from kgmem.protocols import LLM

Mode = Literal["strict", "lenient"]
_LABEL = re.compile(r"\b(CORRECT|WRONG)\b", re.I)


def judge(rows: Sequence[Row], llm: LLM, mode: Mode) -> list[bool | None]:
    """Verdicts in order; None for category 5 and for replies that hold no verdict.

    Raises:
        ModelError: the endpoint failed.
    """
    system = assets.prompt(f"judge_{mode}")
    return [
        None if int(row["category"]) == ADVERSARIAL else verdict(_ask(row, llm, system))
        for row in rows
    ]


def _ask(row: Row, llm: LLM, system: str) -> str:
    fields = {k: row[k] for k in ("question", "gold", "prediction")}
    return llm.complete(system, json.dumps(fields, ensure_ascii=False), max_tokens=64).text


def verdict(reply: str) -> bool | None:
    """The last CORRECT or WRONG of a reply."""
    found = _LABEL.findall(reply)
    return found[-1].upper() == "CORRECT" if found else None
