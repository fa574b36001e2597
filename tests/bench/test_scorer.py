"""The official formulas, against values worked out by hand."""

import math

import pytest

from kgmem.bench import scorer
from kgmem.errors import InputError


def test_commas_go_without_a_space_and_articles_after_punctuation():
    assert scorer.normalise("The cat, and a dog!") == "cat dog"
    assert scorer.normalise("red,blue") == "redblue"


def test_words_count_by_their_stems():
    # stems: run, shoe | run, shoe, fast -> precision 2/2, recall 2/3
    assert scorer.stemmed_f1("running shoes", "run shoe fast") == pytest.approx(0.8)


def test_a_repeated_word_counts_as_often_as_both_have_it():
    # same = 2 of 3 predicted and 2 of 2 gold
    assert scorer.stemmed_f1("tea tea tea", "tea tea") == pytest.approx(0.8)


def test_nothing_in_common_is_zero():
    assert scorer.stemmed_f1("tea", "coffee") == 0.0
    assert scorer.stemmed_f1("", "coffee") == 0.0


def test_category_one_takes_the_best_part_for_each_gold_part():
    # "red kite": best "kite" -> 2/3; "violin": best "violin" -> 1; mean 5/6
    assert scorer.official(1, "kite, violin", "red kite, violin") == pytest.approx(5 / 6)


def test_category_one_cuts_a_date_with_a_comma_in_two():
    # gold parts "5 May" (best "5 May 2021": 4/5) and "2021" (best "5 May 2021": 1/2)
    assert scorer.official(1, "5 May 2021", "5 May, 2021") == pytest.approx((0.8 + 0.5) / 2)


def test_category_three_reads_the_gold_up_to_its_first_semicolon():
    assert scorer.official(3, "Likely no", "Likely no; she prefers tea") == 1.0


def test_categories_two_and_four_keep_the_whole_gold():
    assert scorer.official(4, "no", "no; tea") == pytest.approx(2 / 3)
    assert scorer.official(2, "7 May 2021", "7 May, 2021") == 1.0


@pytest.mark.parametrize(
    ("text", "score"),
    [("No information available", 1.0), ("That is NOT MENTIONED.", 1.0), ("a lamp", 0.0)],
)
def test_category_five_wants_an_abstention(text, score):
    assert scorer.official(5, text, "a lamp") == score


def test_an_unknown_category_is_refused():
    with pytest.raises(InputError, match="1, 2, 3, 4, 5"):
        scorer.official(6, "a", "b")


def test_plain_token_f1_knows_no_stems_and_no_parts():
    assert scorer.token_f1("running, shoes", "run shoes") == pytest.approx(0.5)


def test_bleu_one_punishes_what_is_short():
    # precision 1/1, brevity exp(1 - 3/1)
    assert scorer.bleu1("lamp", "red desk lamp") == pytest.approx(math.exp(-2))
    # clipped precision 1/2, no penalty
    assert scorer.bleu1("lamp lamp", "lamp") == pytest.approx(0.5)
    assert scorer.bleu1("", "lamp") == 0.0


def test_recall_counts_distinct_turns():
    ranked = ["D1:1", "D1:1", "D2:3", "D4:4"]
    assert scorer.evidence_recall(ranked, ["D2:3", "D9:9"], 2) == 0.5
    assert scorer.evidence_recall(ranked, [], 2) is None
