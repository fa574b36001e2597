"""How likely a fact is true and understandable: a logistic score over named features."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

BIAS = 1.6
WEIGHTS: dict[str, float] = {
    "subject_coref": -1.2,
    "subject_coref_sure": -0.3,
    "subject_coref_it": -2.5,
    "subject_coref_far": -1.0,
    "subject_addressee": -2.2,
    "subject_we": -0.4,
    "subject_thing": -1.2,
    "subject_common": -1.2,
    "subject_definite": -0.3,
    "background": -2.0,
    "object_adverb": -1.5,
    "opinion": -0.2,
    "we_present": -1.2,
    "relative_object": -1.2,
    "object_we": -0.3,
    "subject_deictic": -1.0,
    "subject_vague": -2.0,
    "subject_relative": -0.8,
    "object_coref": -1.0,
    "object_coref_it": -2.0,
    "object_unresolved": -3.0,
    "object_vague": -1.6,
    "object_generic": -1.6,
    "object_deictic": -1.2,
    "object_addressee": -1.0,
    "object_relative": -0.6,
    "object_shortened": -0.3,
    "object_cut": -0.8,
    "object_is_value": -0.5,
    "no_object": -1.4,
    "emotion": -1.2,
    "evaluative": -1.2,
    "link_advcl": -0.6,
    "link_relcl": -0.6,
    "link_ccomp": -0.6,
    "link_parataxis": -0.8,
    "link_dep": -1.5,
    "link_acl": -1.5,
    "subject_kind_controlled": -1.5,
    "subject_kind_inherited": -0.2,
    "belief": -0.5,
    "reported": -0.6,
    "governed": -1.5,
    "ability": -0.8,
    "chat_verb": -1.5,
    "marked": -0.4,
    "elided": -0.2,
    "spliced": -0.1,
    "dash": -0.2,
    "modality_hypothetical": -2.5,
    "modality_asked": -4.0,
    "modality_wished": -0.2,
    "modality_planned": 0.0,
    "negative": -0.6,
    "idiom": -2.0,
    "quoted": -0.9,
    "identity": 0.8,
    "alias": 1.2,
    "possession": 0.2,
    "mentioned": -3.0,
    "caption": 0.5,
    "answer": -1.5,
}


def confidence(features: Iterable[str]) -> float:
    """Probability in (0, 1) from the features of a draft; unknown features weigh nothing."""
    score = BIAS + sum(WEIGHTS.get(feature, 0.0) for feature in set(features))
    return 1.0 / (1.0 + exp(-score))
