"""Make the word vectors that soft matching compares words by, from the packaged encoder.

    python benchmarks/retrieval/word_vectors.py kgmem/data/words.npz

Every whole word of the encoder's vocabulary is embedded alone; words of one stem share their mean.
Of the centred vectors only signs are kept (48 bytes a stem): on the development conversations they
rank as the full vectors do. Seeded by nothing: the same encoder gives the same file.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

from kgmem.encoders.minilm import MiniLMEncoder
from kgmem.language.tokens import STOPWORDS, term

_BATCH = 512


def vocabulary() -> list[str]:
    """Whole words of the encoder's vocabulary that may carry meaning."""
    tokenizer, _session = MiniLMEncoder()._load()
    found = tokenizer.get_vocab()
    plain = (w for w in found if w.isascii() and w.isalpha() and len(w) > 1)
    return sorted(w for w in plain if w not in STOPWORDS)


def vectors(words: list[str]) -> np.ndarray:
    """`(n, 384)` unit vectors of words by themselves."""
    encoder = MiniLMEncoder()
    rows = []
    for start in range(0, len(words), _BATCH):
        batch = words[start : start + _BATCH]
        spans = encoder.encode_spans(batch, [[(0, len(w))] for w in batch])[1]
        rows.append(np.stack([s[0] for s in spans]))
    return np.concatenate(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    words = vocabulary()
    rows = vectors(words)
    groups: dict[int, list[int]] = defaultdict(list)
    for i, word in enumerate(words):
        groups[term(word)].append(i)
    hashes = np.array(sorted(groups), dtype=np.uint32)
    means = np.stack([rows[groups[h]].mean(axis=0) for h in hashes.tolist()])
    means -= means.mean(axis=0)
    bits = np.packbits(means > 0, axis=1).view(np.uint64)
    np.savez(args.out, hashes=hashes, bits=bits)
    print(f"{len(words)} words, {len(hashes)} stems, {args.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
