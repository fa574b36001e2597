from dataclasses import replace

import pytest

from kgmem.distillation import line_of, render_context
from kgmem.language.tokens import estimate_tokens
from kgmem.types import Validity


def test_an_episode_is_a_line_with_its_id_date_and_speaker(make):
    assert line_of(make.episode(7, "I like\nplums.")) == "[ep7] 8 May 2024: Nora: I like plums."
    assert line_of(make.episode(8, "ok", speaker=None)) == "[ep8] 8 May 2024: ok"


def test_words_that_no_longer_hold_are_marked(make):
    said = replace(make.episode(7, "I live in Rome."), parts={"dense": 1.0, "stale": -1.5})
    assert line_of(said) == "[ep7] 8 May 2024: Nora: I live in Rome. (has changed since)"


def test_a_fact_is_dated_by_when_it_held(make):
    held = Validity(make.day(-1), wording="7 May 2024")
    assert line_of(make.fact(1, "Nora adopted Biscuit", validity=held)).startswith(
        "[f1] 7 May 2024 (said 8 May 2024): Nora adopted Biscuit"
    )
    assert line_of(make.fact(1, "Nora likes plums")) == "[f1] 8 May 2024: Nora likes plums"


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({"status": "ended"}, "(no longer)"),
        ({"status": "retracted"}, "(taken back)"),
        ({"modality": "planned"}, "(planned)"),
        ({"tier": "tentative"}, "(uncertain)"),
        ({"status": "ended", "tier": "tentative"}, "(no longer, uncertain)"),
    ],
)
def test_what_a_reader_must_know_is_noted(make, more, note):
    assert line_of(make.fact(1, "Nora lives in Rome", **more)).endswith(note)


def test_an_ended_fact_says_until_when(make):
    held = Validity(end=make.day(3))
    line = line_of(make.fact(1, "Nora lives in Rome", status="ended", validity=held))
    assert line == "[f1] until 11 May 2024 (said 8 May 2024): Nora lives in Rome"
    known = Validity(make.day(-1), make.day(3), wording="7 May 2024")
    line = line_of(make.fact(1, "Nora lives in Rome", status="ended", validity=known))
    assert line.count("until 11 May 2024") == 1


def test_a_time_that_the_sentence_has_is_not_repeated(make):
    held = Validity(make.day(-1), wording="7 May 2024")
    line = line_of(make.fact(1, "Nora adopted Biscuit (7 May 2024)", validity=held))
    assert line == "[f1] 8 May 2024: Nora adopted Biscuit (7 May 2024)"


def test_a_context_has_the_lines_in_order_and_their_size(make):
    kept = [make.episode(1, "I like plums."), make.episode(2, "I like pears.", day=1)]
    context = render_context(kept, count=estimate_tokens, budget=100, question="What?")
    assert context.text.splitlines() == [line_of(c) for c in kept]
    assert context.tokens == estimate_tokens(context.text)
    assert context.candidates == tuple(kept)
    assert context.question == "What?"
    assert [e.episode for e in context.sources] == ["ep1", "ep2"]


def test_what_does_not_fit_goes_the_lowest_score_first(make):
    kept = [make.episode(n, "I like plums a lot.", score=s) for n, s in ((1, 3), (2, 1), (3, 2))]
    one = estimate_tokens(line_of(kept[0]))
    context = render_context(kept, count=estimate_tokens, budget=2 * one + 1)
    assert [c.id for c in context.candidates] == ["ep1", "ep3"]
    assert context.tokens <= 2 * one + 1


def test_nothing_renders_to_an_empty_context():
    context = render_context([], count=estimate_tokens, budget=10)
    assert (context.text, context.tokens, context.candidates) == ("", 0, ())


def test_a_date_stands_once_for_the_lines_that_follow_on_it(make):
    kept = [
        make.episode(1, "I like plums."),
        make.episode(2, "I like pears."),
        make.episode(3, "I like figs.", day=1),
        make.episode(4, "And nuts."),
    ]
    context = render_context(kept, count=estimate_tokens, budget=500)
    assert context.text.splitlines() == [
        "[ep1] 8 May 2024: Nora: I like plums.",
        "[ep2] Nora: I like pears.",
        "[ep3] 9 May 2024: Nora: I like figs.",
        "[ep4] 8 May 2024: Nora: And nuts.",
    ]
