from kgmem.policy import RulesPolicy
from kgmem.training import Stream, rollout
from kgmem.training.evaluation import evaluate_edits
from kgmem.training.generator import Generated
from kgmem.training.oracle import oracle_policy
from kgmem.training.streams import Claim, Truth


def stream_of(name, say, *lines):
    steps, truths = [], []
    for day, (text, truth) in enumerate(lines):
        source = f"{name}#{day}"
        steps.append(say(40 * day, "Nora", text, source=source))
        truths.append(Truth(source, **{k: (Claim("Nora", v),) for k, v in truth.items()}))
    return Stream(name, "hand", tuple(steps), tuple(truths))


def facts_of(environment, stream):
    """Objects of the asserted facts at the end, by status."""
    prepared = environment.prepare(stream)
    run = environment.begin(prepared)
    while run.step is not None:
        run.observe(oracle_policy(stream))
    current = [v for v in run.store.scan("version") if v.recorded_to is None]
    return {(v.content.text, v.status) for v in current if v.content.positive}


def test_what_a_statement_ends_is_ended(environment, say):
    stream = stream_of(
        "bank",
        say,
        ("I bank with Oakline Trust.", {"holds": "Oakline Trust"}),
        ("I bank with Redbridge Union now.", {"holds": "Redbridge", "ends": "Oakline"}),
    )
    assert facts_of(environment, stream) == {
        ("Nora banks with Oakline Trust", "ended"),
        ("Nora banks with Redbridge Union", "live"),
    }


def test_what_is_only_imagined_is_left_out(environment, say):
    stream = stream_of("voids", say, ("If I moved to Oslo, I would ski.", {"voids": "Oslo"}))
    assert not [text for text, _ in facts_of(environment, stream) if "Oslo" in text]


def test_what_holds_for_a_while_is_kept_as_over(environment, say):
    stream = stream_of(
        "while",
        say,
        ("I train at Ironworks.", {"holds": "Ironworks"}),
        ("I'm training at Granite Hall this week.", {"voids": "Granite Hall"}),
    )
    status = dict(facts_of(environment, stream))
    assert status["Nora trains at Ironworks"] == "live"
    assert [s for text, s in status.items() if "Granite Hall" in text] == ["ended"]


def test_what_is_said_twice_is_merged(environment, say):
    stream = stream_of(
        "twice",
        say,
        ("I eat fish.", {"holds": "fish"}),
        ("I still eat fish.", {"holds": "fish"}),
    )
    result = rollout(environment.prepare(stream), oracle_policy(stream), environment=environment)
    assert [d.edits[-1].op for d in result.decisions] == ["ADD", "MERGE"]


def test_the_oracle_is_the_ceiling_of_what_rules_reach(environment):
    source = Generated("train", ("contradiction", "temporary"), lives=(1, 1), plain=True)
    prepared = environment.prepare_all(list(source.streams(11, 12)))
    oracle = evaluate_edits("oracle", prepared, environment)
    rules = evaluate_edits(RulesPolicy(), prepared, environment)
    assert oracle.policy == "oracle/1"
    assert oracle.accuracy()["all"].mean >= rules.accuracy()["all"].mean
    assert oracle.refused == 0
