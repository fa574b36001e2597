"""The second hop: facts of the entities that the best facts lead to.

"In which city does the owner of billing-api work?" shares nothing with "Ines works in Split" but
the entity that "Ines owns billing-api" brings in. AriGraph's walk asks for such facts with the
entity's name as query, against all facts; here the graph's own edges say which facts are about the
entity, and the question says which of these it wants.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from kgmem.types import Floats, Ints

_ANCHORS = 5  # best facts whose entities are followed
_RIVALS = 10  # facts that the best one is compared with
_FOLLOWED = 3  # facts taken of each entity, as the question likes them
_SHARPNESS = 2.0  # how fast an anchor's say falls with its distance from the best
_DECAY = 0.2  # less for each further fact of an entity


def bridged(scores: Floats, ends: Ints, degrees: Ints, said: Collection[int]) -> Floats:
    """How much each fact gains from standing one hop behind the facts that match best.

    The gain grows with the lead of the best fact over its rivals: where nothing stands out there is
    no anchor to leave from. It falls with the logarithm of an entity's degree, so that a hub brings
    in little.

    Args:
        scores: `(m,)` of facts against the question, in standard deviations.
        ends: `(m, e)` positions of their entities, -1 for none.
        degrees: `(k,)` facts of each entity in the whole memory.
        said: positions of entities that the question itself names; they lead nowhere new.

    Returns:
        `(m,)`, zero for the anchors and for all that is further away.
    """
    gains = np.zeros(len(scores), dtype=np.float32)
    if len(scores) <= _ANCHORS:
        return gains
    order = np.argsort(-scores, kind="stable")
    anchors = order[:_ANCHORS]
    lead = float(scores[order[0]] - scores[order[1:_RIVALS]].mean())
    reach = np.zeros(len(degrees), dtype=np.float32)
    for fact in anchors.tolist():
        say = np.exp(_SHARPNESS * float(scores[fact] - scores[order[0]]))
        for end in ends[fact].tolist():
            if end >= 0 and end not in said:
                reach[end] = max(reach[end], say)
    reach *= lead / (1.0 + np.log10(np.maximum(degrees, 1)))
    waiting = np.setdiff1d(np.arange(len(scores)), anchors)
    for end in np.flatnonzero(reach > 0).tolist():
        facts = waiting[(ends[waiting] == end).any(axis=1)]
        best = facts[np.argsort(-scores[facts], kind="stable")][:_FOLLOWED]
        for place, fact in enumerate(best.tolist()):
            gains[fact] = max(gains[fact], reach[end] * (1.0 - _DECAY * place))
    return gains
