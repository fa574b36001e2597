"""Looking rules up gives what trying each of them gives."""

from __future__ import annotations

import pytest

from kgmem.language.pipeline import pipeline
from kgmem.language.ruler import matcher_of

TEXTS = (
    "Which dog did it? That's what I'd have done, and there's no other way to get there.",
    "She gets it, he got it; they hated the hats that fell off the lorry on 5 May 2024.",
    "We're going to need all of those by 10:30, said Mr. O'Neil (who doesn't like cats).",
    "  two  blanks \n and a line\n\n\tand a tab  ",
    "as well as because of, in order to: the more the merrier - do does did 'd have has had",
    "İstanbul, 王芳 and naïve emojis 🙂 cost $5.20 or 3 % of it; visit https://example.org now!",
    "",
)


@pytest.fixture(scope="module")
def tagged():
    """The texts as they are before the attribute ruler sees them."""
    nlp = pipeline()
    return list(nlp.pipe(TEXTS, disable=["attribute_ruler", "lemmatizer", "ner"]))


def test_every_rule_of_the_model_matches_where_spacy_matches_it(tagged):
    ruler = pipeline().get_pipe("attribute_ruler")
    tried = [type(ruler).match(ruler, doc) for doc in tagged]
    assert sum(map(len, tried)) > len(TEXTS)
    assert [matcher_of(ruler)(doc) for doc in tagged] == tried


@pytest.mark.parametrize(
    "pattern",
    [
        [{"TAG": "NNS"}],
        [{"TAG": {"IN": ["NN", "NNS"]}, "LOWER": {"NOT_IN": ["hats"]}}],
        [{"LOWER": "the", "DEP": {"IN": ["det"]}}],
        [{"DEP": {"NOT_IN": ["", "det"]}, "IS_SPACE": False}],
        [{"IS_SPACE": True}],
        [{"LOWER": {"REGEX": "^h.t"}}],
        [{"LOWER": "the", "OP": "+"}],
        [{"LOWER": "the"}, {"TAG": "NNS"}],
        [{"LENGTH": {">=": 4}, "TAG": "VBD"}],
        [{}],
    ],
)
def test_rules_of_any_form_match_where_spacy_matches_them(tagged, pattern):
    from spacy.pipeline import AttributeRuler

    ruler = AttributeRuler(pipeline().vocab, validate=False)
    ruler.add([[{"TAG": "VBD"}], pattern], {"POS": "X"})
    ruler.add([pattern], {"POS": "NOUN"})
    tried = [ruler.match(doc) for doc in tagged]
    assert [matcher_of(ruler)(doc) for doc in tagged] == tried
    assert any(tried)


def test_base_forms_come_from_sets():
    index = pipeline().get_pipe("lemmatizer").lookups.get_table("lemma_index")
    assert {type(forms) for forms in index.values()} == {frozenset}
    (doc,) = pipeline().pipe(["The geese flew over the houses that were being painted."])
    assert [t.lemma_ for t in doc][1:4] == ["goose", "fly", "over"]
