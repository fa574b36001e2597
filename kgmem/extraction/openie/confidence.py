"""How likely a fact is true and understandable: a logistic score over named features."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

BIAS = 1.8
WEIGHTS: dict[str, float] = {
    "subject_coref": -1.0,
    "subject_coref_sure": -0.4,
    "subject_coref_only": -0.5,
    "plain": 1.0,
    "subject_coref_it": -2.5,
    "subject_coref_far": -0.8,
    "subject_addressee": -1.9,
    "subject_we": -1.0,
    "subject_thing": -0.4,
    "subject_common": -1.1,
    "subject_definite": 0.0,
    "object_definite": -1.1,
    "object_common": 0.2,
    "object_possessed": 0.1,
    "object_named": 0.2,
    "object_is_person": -0.2,
    "object_is_group": 0.9,
    "object_is_event": -0.1,
    "object_is_place": 0.5,
    "object_is_work": -0.2,
    "object_is_thing": -0.3,
    "object_is_animal": 0.5,
    "qualified": 0.6,
    "dated": 0.9,
    "chain": 0.5,
    "light_verb": -0.1,
    "topic": -0.5,
    "coordinated": -0.6,
    "kind_habit": 0.2,
    "kind_event": 0.4,
    "present": -0.2,
    "subject_possessed": 0.2,
    "subject_plural": 0.8,
    "interjection": 0.0,
    "vocative": -0.3,
    "emotion_about": 0.4,
    "generic_subject": 0.6,
    "owned": -0.5,
    "subject_coref_parallel": 0.5,
    "background": -2.0,
    "object_adverb": -2.4,
    "opinion": -0.7,
    "we_present": -0.9,
    "relative_object": -1.3,
    "object_we": -0.9,
    "subject_deictic": -1.0,
    "subject_vague": -2.0,
    "subject_relative": -0.8,
    "object_coref": -0.8,
    "object_coref_it": -2.8,
    "object_unresolved": -3.0,
    "object_vague": -1.4,
    "object_generic": -1.6,
    "object_deictic": -3.0,
    "object_addressee": -0.2,
    "object_relative": -0.6,
    "object_shortened": -0.6,
    "object_cut": -1.4,
    "object_is_value": -0.8,
    "no_object": -2.1,
    "emotion": -1.2,
    "evaluative": -0.9,
    "link_advcl": -0.1,
    "link_relcl": -1.7,
    "link_ccomp": -1.8,
    "link_parataxis": -1.2,
    "link_dep": -1.5,
    "link_acl": -1.5,
    "subject_kind_controlled": -0.9,
    "subject_kind_inherited": -0.4,
    "belief": -1.2,
    "reported": -0.6,
    "governed": -1.8,
    "ability": -1.3,
    "chat_verb": -1.5,
    "marked": -0.8,
    "elided": -0.9,
    "spliced": -0.6,
    "dash": -0.3,
    "modality_hypothetical": -2.5,
    "modality_asked": -4.0,
    "modality_wished": -1.0,
    "modality_planned": -0.7,
    "negative": -0.8,
    "quoted": -0.9,
    "identity": 1.0,
    "alias": 1.2,
    "possession": 0.9,
    "mentioned": -3.0,
    "caption": 0.5,
    "answer": -2.1,
}


MOST_UNREAL = 0.5
"""What is only supposed, asked or left over is no fact, however well it was read."""
_UNREAL = frozenset({"modality_hypothetical", "modality_asked", "mentioned"})


def confidence(features: Iterable[str]) -> float:
    """Probability in (0, 1) from the features of a draft; unknown features weigh nothing."""
    given = set(features)
    score = BIAS + sum(WEIGHTS.get(feature, 0.0) for feature in given)
    chance = 1.0 / (1.0 + exp(-score))
    return min(chance, MOST_UNREAL) if given & _UNREAL else chance
