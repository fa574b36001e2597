import pytest

from kgmem.errors import InputError
from kgmem.language.pipeline import parse
from kgmem.training import Question
from kgmem.training.environment import EPOCH
from kgmem.training.generator import KINDS, Generated
from kgmem.training.generator.banks import bank
from kgmem.training.generator.scripts import SCRIPTS, fits
from kgmem.types import Observation

GRAMMAR = {"be", "have", "do", "mean"}
"""Verbs that no English does without; all others belong to one split."""


def phrasings(split):
    return {p for d in bank(split).domains for ps in d.phrasings.values() for p in ps}


def verbs(split):
    fillers = {"{v}": "Rome", "{w}": "Oslo", "{p}": "Nora", "{kind}": "cat"}
    texts = []
    for phrasing in sorted(phrasings(split)):
        for slot, word in fillers.items():
            phrasing = phrasing.replace(slot, word)
        texts.append(phrasing)
    return {t.lemma_.lower() for doc in parse(texts) for t in doc if t.pos_ == "VERB"} - GRAMMAR


def test_validation_has_no_domain_phrasing_or_verb_of_training():
    train, validation = bank("train"), bank("validation")
    assert not {d.id for d in train.domains} & {d.id for d in validation.domains}
    assert not phrasings("train") & phrasings("validation")
    assert not verbs("train") & verbs("validation")


def test_validation_has_no_name_register_or_chatter_of_training():
    train, validation = bank("train"), bank("validation")
    assert not set(train.people) & set(validation.people)
    assert not set(train.surnames) & set(validation.surnames)
    assert not set(train.chatter) & set(validation.chatter)
    assert set(train.registers) & set(validation.registers) <= {"{s}"}


@pytest.mark.parametrize("split", ["train", "validation"])
def test_every_kind_of_change_can_be_played_in_several_domains(split):
    for kind in SCRIPTS:
        assert sum(fits(kind, d) for d in bank(split).domains) >= 1, kind


def test_the_same_seed_gives_the_same_streams_and_another_seed_others():
    source = Generated("train")
    first = list(source.streams(3, 5))
    assert first == list(source.streams(3, 5))
    assert first == list(source.streams(3, 9))[:5]
    assert first != list(source.streams(4, 5))


def test_streams_do_not_repeat_themselves():
    texts = [s.observations for s in Generated("train").streams(0, 200)]
    assert len({tuple(o.text for o in t) for t in texts}) == 200


@pytest.mark.parametrize("split", ["train", "validation"])
def test_streams_are_in_order_and_every_statement_has_its_truth(split):
    for stream in Generated(split).streams(1, 60):
        times = [o.time for o in stream.observations]
        assert times == sorted(times)
        assert times[-1] < EPOCH
        assert [t.source for t in stream.truth] == [o.source for o in stream.observations]
        assert len(stream.questions) >= 1
        for text in (s.text for s in stream.steps):
            assert "{" not in text


@pytest.mark.parametrize("split", ["train", "validation"])
def test_the_answer_was_said_before_it_is_asked(split):
    for stream in Generated(split).streams(2, 60):
        heard = ""
        for step in stream.steps:
            if isinstance(step, Observation):
                heard += f" {step.text}"
            elif isinstance(step, Question):
                known = [g for g in step.gold if g not in ("yes", "no", "1")]
                assert all(g in heard for g in known), step
                assert not set(step.gold) & set(step.wrong)


def test_a_question_about_belief_names_an_earlier_statement():
    asked = [
        (i, q)
        for stream in Generated("train", ("contradiction", "correction")).streams(5, 30)
        for i, q in enumerate(stream.steps)
        if isinstance(q, Question) and q.known_at is not None
    ]
    assert asked
    assert all(isinstance(q.known_at, int) and q.known_at < i for i, q in asked)


def test_kinds_can_be_chosen():
    streams = list(Generated("train", ("joint",)).streams(0, 10))
    assert {q.kind for s in streams for q in s.questions if not q.absent} == {"joint"}
    assert set(KINDS) == {*SCRIPTS, "names"}


@pytest.mark.parametrize("split", ["train", "validation"])
def test_what_holds_many_is_told_as_news_and_nothing_of_it_ends(split):
    streams = list(Generated(split, ("beside",), lives=(1, 1), chatter=0).streams(0, 30))
    assert not any(t.ends or t.retracts or t.voids for s in streams for t in s.truth)
    told = [o.text for s in streams for o in s.observations]
    assert sum(" now" in t.lower() or " these days" in t or "Currently" in t for t in told) > 9


def test_people_of_one_name_are_told_apart_by_their_surnames():
    (stream,) = Generated("train", ("names",), lives=(2, 2)).streams(1, 1)
    first = {q.text.split("does ")[-1].split()[0] for q in stream.questions if not q.absent}
    assert len(first) == 1


def test_unknown_kinds_domains_and_splits_are_refused():
    with pytest.raises(InputError, match="no kind"):
        Generated("train", ("divorce",))
    with pytest.raises(InputError, match="no domain"):
        Generated("train", domains=("moon",))
    with pytest.raises(InputError, match="phrasings"):
        Generated("train", ("joint",), domains=("colour",))
    with pytest.raises(InputError, match="no split"):
        Generated("test")
