"""Token counts where a model's own tokenizer is out of reach."""

from __future__ import annotations

import re

_PIECE = re.compile(r"[^\W\d_]+|\d{1,3}|[^\w\s]|_+")
_WIDE = re.compile("[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def estimate(text: str) -> int:
    """About how many tokens today's tokenizers make of a text.

    One for a short word, a punctuation mark or three digits, more for long words, and one for each
    character of the scripts that are written without spaces.
    """
    wide = len(_WIDE.findall(text))
    pieces = _PIECE.findall(_WIDE.sub(" ", text))
    return wide + sum(1 + (len(piece) - 1) // 7 for piece in pieces)
