"""Arguments that are words: of the right type, storable, or a clear error."""

from __future__ import annotations

import re
import unicodedata

from kgmem.errors import InputError

LONGEST = 100_000
"""Characters of a question, a reason, a description."""

LONGEST_NAME = 1_000
"""Characters of what names something: a speaker, a source id, a thread."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def words(value: object, what: str, *, longest: int = LONGEST) -> str:
    """A text as it is stored: control characters become spaces, lone surrogates U+FFFD.

    The length never changes, so that the caller's offsets still fit.

    Raises:
        InputError: it is not a string, or longer than `longest` characters.
    """
    if not isinstance(value, str):
        raise InputError(f"{what} must be a string, not {type(value).__name__}")
    if len(value) > longest:
        raise InputError(f"{what} has {len(value):,} characters, at most {longest:,} are taken")
    return _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", value))


def clean(value: object, *, what: str, longest: int) -> str:
    """Words that are not empty.

    Raises:
        InputError: they are, are no string, or are longer than `longest` characters.
    """
    if what == "text" and isinstance(value, str) and len(value) > longest:
        raise InputError(
            f"the text has {len(value):,} characters, at most {longest:,} are taken "
            "(Settings.max_text); split it into several observations"
        )
    kept = words(value, what, longest=longest)
    if not kept.strip():
        raise InputError(f"the {what} is empty")
    return kept


def label(value: object, what: str) -> str:
    """What names something and may be empty, in Unicode's composed form (NFC).

    Raises:
        InputError: it is not a string, or longer than `LONGEST_NAME` characters.
    """
    return unicodedata.normalize("NFC", words(value, what, longest=LONGEST_NAME)).strip()


def name(value: object, what: str) -> str | None:
    """What names something and may be left out (None), but not be empty.

    Raises:
        InputError: it is empty, is not a string, or longer than `LONGEST_NAME` characters.
    """
    if value is None:
        return None
    kept = label(value, what)
    if not kept:
        raise InputError(f"the {what} is empty")
    return kept


def author(value: object) -> str:
    """Who says so, for the journal; "" when nobody in particular.

    Raises:
        InputError: it is not a string, or too long.
    """
    return "" if value is None else label(value, "author")
