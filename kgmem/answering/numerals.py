"""Numbers in words, as answers meet them."""

from __future__ import annotations

ONE_TO_TWELVE = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip

TEENS = r"(?:thir|four|fif|six|seven|eigh|nine)teen"
TENS = r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty"

WORDS = "|".join((*ONE_TO_TWELVE, TEENS, TENS))
"""Alternatives of a pattern: a number below a hundred in one word."""
