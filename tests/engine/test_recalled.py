from kgmem.engine.recalled import Recalled


def test_a_text_that_was_handed_out_is_recognised_whatever_its_case_and_punctuation():
    recalled = Recalled()
    recalled.add("Nora adopted a cat named Biscuit.")
    assert recalled.repeats("nora adopted a cat named biscuit")


def test_sentences_of_several_handed_out_texts_together_are_a_repetition():
    recalled = Recalled()
    recalled.add("Nora lives in Rome.")
    recalled.add("She has a cat.")
    assert recalled.repeats("She has a cat. Nora lives in Rome!")


def test_one_new_sentence_makes_it_news():
    recalled = Recalled()
    recalled.add("Nora lives in Rome.")
    assert not recalled.repeats("Nora lives in Rome. She moved there in May.")


def test_an_empty_text_is_no_repetition():
    assert not Recalled().repeats("!?")


def test_old_texts_are_let_go():
    recalled = Recalled()
    recalled.add("the first one")
    for i in range(5000):
        recalled.add(f"text number {i}")
    assert not recalled.repeats("the first one")
    assert recalled.repeats("text number 4999")
