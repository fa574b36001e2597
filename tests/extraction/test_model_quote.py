import pytest

from kgmem.extraction.model_quote import locate, nearest

BODY = "Guess what!  I adopted “Biscuit” – she's\nlovely. My sister Ana lives in São Paulo."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("My sister Ana", "My sister Ana"),
        ("my SISTER ana", "My sister Ana"),
        ('I adopted "Biscuit" - she\u2019s lovely', "I adopted “Biscuit” – she's\nlovely"),
        ("guess what! I adopted", "Guess what!  I adopted"),
        ('"lives in São Paulo."', "lives in São Paulo"),
        ("I adopted ... lives in", "I adopted “Biscuit” – she's\nlovely. My sister Ana lives in"),
        ("I adopted… lovely", "I adopted “Biscuit” – she's\nlovely"),
    ],
)
def test_a_quotation_is_found_whatever_became_of_its_marks(quote, found):
    span = locate(quote, BODY)
    assert span is not None
    assert BODY[slice(*span)] == found


@pytest.mark.parametrize("quote", ["", "  ", "...", "I adopted Pickle", "lovely ... I adopted"])
def test_what_is_not_there_is_not_found(quote):
    assert locate(quote, BODY) is None


def test_offsets_hold_where_folding_changes_the_length():
    body = "Die große Straße ﬁndet Ana ㎏ schön"
    span = locate("ana", body)
    assert span is not None
    assert body[slice(*span)] == "Ana"


def test_words_without_a_quotation_go_to_the_sentence_that_shares_most():
    span, share = nearest("Ana lives in Brazil", BODY)
    assert BODY[slice(*span)] == "My sister Ana lives in São Paulo."
    assert share == 0.75
    assert nearest("zebra", BODY) == ((0, len(BODY)), 0.0)
