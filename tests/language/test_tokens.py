import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from kgmem.language.tokens import ASKS, STOPWORDS, estimate_tokens, stem, terms, terms_of_all, words


def test_case_width_and_possessives_do_not_matter():
    assert words("Nora\u2019s ＣＡＴ isn't here") == ["nora", "cat", "isn't", "here"]


def test_identifiers_of_tools_are_split_at_underscores():
    assert words("order_id=99") == ["order", "id", "99"]


def test_numbers_and_times_stay_whole():
    assert words("at 10:30 for 3.5 hours, 2,000") == ["at", "10:30", "for", "3.5", "hours", "2,000"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("王芳住在北京", "王芳"),
        ("東京タワーへ行った", "タワー"),
        ("우리는 서울에서 만났다", "서울"),
    ],
)
def test_a_name_inside_unspaced_text_is_found(text, query):
    assert set(terms(query).tolist()) <= set(terms(text).tolist())


@pytest.mark.parametrize("name", ["Иван", "Ольга", "أحمد", "हिन्दी", "Zoë"])
def test_words_of_other_alphabets_stay_in_one_piece(name):
    assert len(words(name)) == 1


def test_different_names_of_one_script_stay_distinct():
    assert terms("Иван").tolist() != terms("Ольга").tolist()


def test_inflected_forms_share_a_term():
    assert terms("adopting adopted adopts").tolist() == [terms("adopt")[0]] * 3
    assert stem("paintings") == stem("painting")


def test_function_words_have_no_terms_and_repeats_are_kept():
    assert terms("What did she do then?").tolist() == [ASKS]
    assert terms("She did so then.").size == 0
    assert terms("cat and cat").size == 2
    assert terms("").dtype == np.uint32


def test_the_words_of_the_stop_list_are_casefolded_words():
    assert all(words(w) == [w] for w in STOPWORDS)


@pytest.mark.parametrize("text", ["A cat?", "I went. You? \U0001f600", "你好吗？", "Why?!"])
def test_a_text_that_ends_in_a_question_is_marked(text):
    assert terms(text)[-1] == ASKS


def test_a_question_that_is_answered_in_the_same_text_is_not_marked():
    assert ASKS not in terms("Why? Because it rained.").tolist()


def test_hashes_are_the_same_in_another_process():
    code = "from kgmem.language.tokens import terms; print(terms('Biscuit the cat, 王芳').tolist())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{terms('Biscuit the cat, 王芳').tolist()}\n"}


def test_broken_text_does_not_raise():
    assert terms("lone \ud800 surrogate \x00 here\u0301").size > 0
    assert estimate_tokens("\ud800\x00") >= 1


def test_token_estimates_grow_with_the_text_and_count_unspaced_characters():
    english = "She went to the market on Saturday and bought a pumpkin for the soup."
    assert 14 <= estimate_tokens(english) <= 20
    assert estimate_tokens(english * 3) == 3 * estimate_tokens(english)
    assert estimate_tokens("王芳住在北京") == 6
    assert estimate_tokens("") == 0


@pytest.mark.parametrize("texts", [[], [""], ["Nora has a cat", "", "the", "cats and dogs?"]])
def test_terms_of_several_texts_are_cut_apart_where_each_begins(texts):
    offsets, flat = terms_of_all(texts)
    assert (offsets.dtype, flat.dtype, len(offsets)) == (np.int64, np.uint32, len(texts) + 1)
    cut = [flat[a:b].tolist() for a, b in pairwise(offsets)]
    assert cut == [terms(text).tolist() for text in texts]
    assert offsets[-1] == len(flat)
