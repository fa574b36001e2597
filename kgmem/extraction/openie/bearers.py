"""What a record is about: the thing that its name or id gives, or the place where it stands.

`{"number": 991, "status": "failed"}` under the key "build" is about build 991, a hail alert in a
list of "alerts" about the hail alert.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kgmem.extraction.openie.jargon import words
from kgmem.extraction.openie.jsons import Json, Scalar
from kgmem.types import Ref

_NAMES = ("name", "title", "subject", "id", "key", "slug", "identifier", "uuid", "entity_id")
_NUMBERS = ("number", "no", "num", "nr", "ref", "handle", "login", "username", "filename", "label")
"""Keys that name what stands under a key of its own."""
_DESCRIBING = ("kind", "type", "category", "field", "code", "metric", "level")
_NAME_ENDINGS = ("_id", "_name", "_key", "_ref", "_reference", "_number", "_no", "_code")
_NO_IDS = frozenset(
    ["status_code", "error_code", "exit_code", "zip_code", "http_code", "reply_id", "country_code"]
)
_GLUED = re.compile(r"(?P<noun>[a-z]{3,})id")
_SHORT_IDS = frozenset(["pid", "uid", "gid", "sid", "oid", "guid"])
_ENDING = re.compile(r"(?:^|_)(?:id|key|name|number|num|nr|no|ref|reference|code)$")
_IDS = frozenset(["pnr", "ref", "reference", "sku", "isbn", "ean", "imei", "vin", "iban", "sha"])
_ABOUT = frozenset(["type", "action", "kind", "time", "timestamp", "ts", "level", "ok"])
_ID = re.compile(r"#?\d+|(?=\S*\d)[A-Za-z0-9][\w./#-]*")
_NUMBERED = re.compile(r"#?\d+")
CAPITAL = re.compile(
    r"(?:Dr\.? |Prof\.? )?[A-Z][\w'’.-]+(?: (?:[A-Z][\w'’.-]+|de|van|von|der|al))*"
)
CODED = re.compile(r"(?=[^A-Za-z\s]*[A-Za-z])[^\s\d_./:@#-]*[\d_./:@#-]\S*")
_KIND_OF_EVENT = re.compile(r"[A-Z]+(?:[_ -][A-Z]+)*")
_CODE = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9][\w./#-]*")


def named(
    record: Mapping[str, Json], kind: str = "", *, surely: bool = False
) -> tuple[str, Ref | None]:
    """The key that names what a record is about, and the name; neither where none does.

    Args:
        record: its keys and values.
        kind: the noun that it stands under ("build", "alert"); empty for none.
        surely: only a key that names things, not the number or code that it begins with.
    """
    usable = {k: v for k, v in record.items() if isinstance(v, (str, int)) and _usable(v)}
    lowered = {snake(k): k for k in usable}
    for name in (*_NAMES, *(_NUMBERS if kind else ())):
        if name in lowered:
            return lowered[name], _thing(name, usable[lowered[name]], kind)
    best = _leading(record, lowered) or ("" if surely else _counted(record, usable))
    things = words("keys", "things") - _people()
    ids = (
        k
        for low, k in lowered.items()
        if (low in things or _is_id(low)) and _ID.fullmatch(str(usable[k]))
    )
    best = best or next(ids, "")
    return (best, _thing(snake(best), usable[best], "")) if best else ("", None)


def described(record: Mapping[str, Json], kind: str) -> tuple[str, Ref] | None:
    """An item without a name by what it says of itself: the "hail alert", the "variant error"."""
    for name in _DESCRIBING:
        for key, value in record.items():
            if snake(key) == name and isinstance(value, str) and 0 < len(value.split()) <= 3:
                return key, Ref(f"{value} {kind}", "thing", True)
    for key, value in record.items():
        if isinstance(value, str) and _CODE.fullmatch(value) and snake(key) not in _measured():
            return key, Ref(value, "thing", True)
    return None


def _leading(record: Mapping[str, Json], lowered: Mapping[str, str]) -> str:
    """The last of the leading ids: the task of a pipeline; else a thing that stands first."""
    keys = [k for k in record if not _is_kind(snake(k), record[k])]
    best = ""
    for key in keys:
        if snake(key) not in lowered or not _is_id(snake(key)):
            break
        best = key
    first = keys[0] if keys else ""
    known = snake(first) in lowered and snake(first) in words("keys", "things")
    return best or (first if known else "")


def _is_kind(key: str, value: Json) -> bool:
    """Whether a key says what kind of record it is, or when it was made: "event": "CREATED"."""
    coded = key == "event" and _KIND_OF_EVENT.fullmatch(str(value)) is not None
    return coded or (key in _ABOUT and not isinstance(value, (Mapping, list, tuple)))


def _is_id(key: str) -> bool:
    ids = key in _IDS or (key.endswith(_NAME_ENDINGS) and key not in _NO_IDS)
    return (ids or key == "id" or key in _SHORT_IDS or bool(_glued(key))) and key not in _people()


def _glued(key: str) -> str:
    """The noun of a key that ends in "id" without a mark between: "order" of "orderid".

    Only of what records are about: a "kid", a "grid" and "covid" are no ids.
    """
    match = _GLUED.fullmatch(key)
    noun = match["noun"] if match is not None else ""
    return noun if noun in words("keys", "things") | _people() else ""


def _counted(record: Mapping[str, Json], usable: Mapping[str, str | int]) -> str:
    """A first key with a number or a code, of a record that is more than measurements.

    {"watch": 51, "product": "grinder"} is about watch 51, {"rows": 12, "size": "3 MB"} is not about
    rows.
    """
    first = next(iter(record), "")
    low, value = snake(first), usable.get(first)
    if value is None or len(record) < 2 or low in _measured() or low in _people():
        return ""
    if first != low or (low.endswith("s") and not low.endswith("ss")) or not low.isalpha():
        return ""
    if isinstance(value, str) and not value.isdigit():
        return first if _CODE.fullmatch(value) and not re.match(r"v?\d+[.:-]", value) else ""
    told = [v for k, v in record.items() if k != first and isinstance(v, str)]
    return first if len(low) > 2 and (told or len(record) > 3) else ""


def _measured() -> frozenset[str]:
    return words("keys", "measured")


def _people() -> frozenset[str]:
    return words("keys", "people")


def _usable(value: str | int) -> bool:
    if isinstance(value, bool):
        return False
    return not isinstance(value, str) or (0 < len(value.split()) <= 8 and len(value) <= 120)


def snake(key: str) -> str:
    """A key in lower case with underscores between its words."""
    return words_of(key).replace(" ", "_")


def words_of(key: str) -> str:
    """A key as words: "currentTemperature", "current_temperature" as "current temperature"."""
    spaced = re.sub(r"(?<=[a-z0-9]{2})(?=[A-Z])", " ", key)
    return " ".join(re.sub(r"[_.\-/]+", " ", spaced).split()).lower()


def singular(key: str) -> str:
    """What one item of a list is called: "alert" of "alerts"; empty for "results", "data"."""
    noun = words_of(key)
    if noun in words("keys", "containers"):
        return ""
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def _thing(key: str, value: Scalar, kind: str) -> Ref:
    text = str(value).strip()
    noun = _glued(key) or _ENDING.sub("", key)
    noun = noun.replace("_", " ") or kind
    if key in {*_NAMES, *_NUMBERS} and kind:
        noun = kind
    if _NUMBERED.fullmatch(text) and noun and noun != "key":
        return Ref(f"{noun} {text.lstrip('#')}", "thing", True)
    person = key in _people() | {"player", "person", "contact", "employee", "patient"}
    person = person or kind in _people()
    return Ref(text, "person" if person and CAPITAL.fullmatch(text) else "thing", True)
