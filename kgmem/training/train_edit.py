"""Training of the compact edit policy: it begins as the rules, and reward decides where to deviate.

As in Memory-R1 the answerer is frozen: it is the graph answerer, the same for every policy. A round
gathers situations by stepping streams (`collecting`), then the policy is improved on draws from
them (`experience`), by GRPO or PPO. All draws come from the seed and the number of the update;
torch computes on one thread. The same seed gives the same weights, killed and resumed or not, with
however many processes.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgmem.errors import InputError, MissingExtra
from kgmem.policy.compact import weights as files
from kgmem.policy.compact.network import Weights
from kgmem.policy.compact.policy import SURE
from kgmem.training import checkpoints, curves
from kgmem.training.generator import Generated
from kgmem.training.imitation import ImitationSettings
from kgmem.training.locomo import Locomo
from kgmem.training.objective import Objective
from kgmem.training.outcome import score_answer
from kgmem.training.samples import Group, NothingToLearn
from kgmem.training.streams import Stream

if TYPE_CHECKING:
    import torch

    from kgmem.training.collecting import Score
    from kgmem.training.experience import Situation
    from kgmem.training.network import EditCritic, EditNetwork

ALGORITHMS = ("grpo", "ppo", "imitation")
TEACHERS = ("rules", "oracle")
Numbers = dict[str, float]
Progress = Callable[[Numbers], None]
_TEACH, _LEARN, _CHOOSE = 1, 2, 3  # streams of their own for imitation, reward and checkpoints
_SURE = (0.95, 0.9, 0.8, 0.7, 0.6)  # tried in this order
_GENERATED = "streams of kgmem's generator, split train; the checkpoint chosen on split validation"
_LOCOMO = "LOCOMO conv-26 (CC BY-NC), the checkpoint chosen on conv-30; not to be shipped"
_SLACK = 0.005  # part of validation answers that is worth being surer
_CHUNK = 32  # streams stepped before progress is told


@dataclass(frozen=True, slots=True)
class EditTraining:
    """Settings of a run.

    Attributes:
        algorithm: "grpo", "ppo", or "imitation": no reward, only a row of the tables.
        seed: of everything.
        teacher: what it begins as: "rules", or an imitation of the "oracle", who knows what streams
            mean.
        lessons: streams on which the oracle is imitated.
        rounds: how often experience is gathered, each time by the policy as it is then.
        streams: stepped in each round.
        most: choices tried for a triple, at least 3.
        group: draws for each situation in an update.
        telling: situations of an update in which it makes a difference what is chosen.
        others: situations of an update in which it makes none: they hold the policy in place.
        rate: of learning.
        least: GRPO: standard deviation by which advantages are divided at least.
        objective: clipping, price of KL, worth of entropy.
        imitation: of the oracle.
        examine_every: updates between validations.
        examined: validation streams, which choose the checkpoint and teach nothing.
        locomo: a LOCOMO file: conv-26 instead of generated training streams, conv-30 instead of
            validation; empty for none. Each is one stream.
        share: part of the triples with several choices for which these are tried, drawn.
    """

    algorithm: str = "grpo"
    seed: int = 7
    teacher: str = "rules"
    lessons: int = 200
    rounds: int = 1
    streams: int = 160
    most: int = 10
    group: int = 16
    telling: int = 128
    others: int = 64
    rate: float = 1e-3
    least: float = 0.25
    objective: Objective = field(default=Objective(kl=0.1, entropy=0.005))
    imitation: ImitationSettings = field(default=ImitationSettings())
    examine_every: int = 10
    examined: int = 60
    locomo: str = ""
    share: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what cannot be trained with.

        Raises:
            InputError: an unknown algorithm, imitation of nobody, or groups of one, in which
                nothing can be compared.
        """
        if self.algorithm not in ALGORITHMS:
            raise InputError(f"no algorithm {self.algorithm!r}; there are {', '.join(ALGORITHMS)}")
        if self.teacher not in TEACHERS:
            raise InputError(f"no teacher {self.teacher!r}; there are {', '.join(TEACHERS)}")
        if self.algorithm == "imitation" and self.teacher == "rules":
            raise InputError("the rules need no imitation: add --teacher oracle")
        if self.group < 2:
            raise InputError("a group needs at least 2 draws, or there is nothing to compare")
        if self.most < 3:
            raise InputError("at least 3 choices are tried: drawn, likeliest, the rules'")
        if self.locomo and (self.streams, self.teacher) != (1, "rules"):
            raise InputError("LOCOMO is one stream without labels: streams=1, teacher='rules'")


@dataclass(slots=True)
class Run:
    """Where a run stands.

    Attributes:
        module: the policy.
        reference: as it was at first.
        optimizer: of the policy's parameters, and the critic's.
        critic: for PPO.
        step: updates made.
        seconds: spent.
        best: the greatest part of the validation questions that was answered.
        chosen: the latest state of the module that was as good as the best on validation.
        rows: of the curve.
        heard: streams stepped.
        situations: gathered so far.
    """

    module: EditNetwork
    reference: EditNetwork
    optimizer: torch.optim.Optimizer
    critic: EditCritic | None
    step: int = 0
    seconds: float = 0.0
    best: float = -1.0
    chosen: dict[str, torch.Tensor] = field(default_factory=dict)
    rows: list[dict[str, float]] = field(default_factory=list)
    heard: int = 0
    situations: list[Situation] = field(default_factory=list)


def train(
    settings: EditTraining,
    out: Path,
    *,
    steps: int,
    minutes: float | None = None,
    processes: int = 1,
    readings: Path | None = None,
    score: Score = score_answer,
    progress: Progress | None = None,
) -> Path:
    """Train to the end, or on from where a run in `out` was left.

    Args:
        settings: of the run.
        out: folder for the checkpoint, the curve (`curve.jsonl`, `curve.png`) and the weights.
        steps: updates in all, spread evenly over the rounds; imitation makes none.
        minutes: stop after these; a later call goes on.
        processes: for stepping streams; changes the time alone.
        readings: folder in which what was extracted and embedded is kept, which several runs may
            share; None for one in `out`.
        score: of an answer, by its text and the texts of retired facts.
        progress: called with each row of the curve, and with `heard` while streams are stepped.

    Returns:
        The file of the weights that were best on validation.

    Raises:
        NothingToLearn: no choice makes a difference to the reward.
        InputError: `out` holds a run with other settings.
        MissingExtra: torch is not installed.
    """
    _one_thread()
    from kgmem.training.processes import workers

    steps = 0 if settings.algorithm == "imitation" else steps
    told = progress or (lambda _: None)
    with workers(processes, readings or out / "readings") as pool:
        started = time.monotonic()
        run = _begin(settings, steps, out, pool)
        told(run.rows[-1])
        started -= run.seconds
        while run.step < steps:
            gathers = run.heard < settings.streams * (1 + run.step * settings.rounds // steps)
            if gathers:
                _gather(run, settings, pool, score, told)
            else:
                _improve(run, settings, pool, last=run.step + 1 == steps)
                told(run.rows[-1])
            run.seconds = time.monotonic() - started
            spent = minutes is not None and run.seconds >= 60 * minutes
            if gathers or spent or "validation" in run.rows[-1]:
                _keep(run, settings, steps, out)
            if spent:
                break
        if steps:
            curves.draw(out / "curve.png", {settings.algorithm: run.rows}, "compact edit policy")
        return _finish(run, settings, out, pool)


def _one_thread() -> None:
    """Sums in one order: the same seed gives the same weights.

    Raises:
        MissingExtra: torch is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("torch", "train") from error
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)


def _begin(settings: EditTraining, steps: int, out: Path, pool: Executor | None) -> Run:
    """A run as it was left, or a new one, which imitates the oracle first where it is told to."""
    import torch

    from kgmem.training.network import EditCritic, EditNetwork

    state = checkpoints.load(out, asdict(settings) | {"steps": steps})
    module = EditNetwork(settings.seed)
    critic = EditCritic(settings.seed + 1) if settings.algorithm == "ppo" else None
    row: dict[str, float] = {}
    if state is None and settings.teacher == "oracle":
        row = warm_up(module, settings, pool)
    elif state is not None:
        module.load_state_dict(state["module"])
    parameters = [*module.parameters(), *(critic.parameters() if critic else ())]
    run = Run(module, copy.deepcopy(module), torch.optim.Adam(parameters, settings.rate), critic)
    if state is None:
        run.rows.append({"step": 0.0, "validation": _examine(run, settings, pool)} | row)
    else:
        _restore(run, state)
    return run


def _restore(run: Run, state: Mapping[str, Any]) -> None:
    """Put a run where its checkpoint left it."""
    from kgmem.training.experience import from_tensors

    run.reference.load_state_dict(state["reference"])
    run.optimizer.load_state_dict(state["optimizer"])
    if run.critic is not None:
        run.critic.load_state_dict(state["critic"])
    run.step, run.seconds, run.best = state["step"], state["seconds"], state["best"]
    run.chosen, run.rows, run.heard = state["chosen"], state["rows"], state["heard"]
    run.situations = from_tensors(state["situations"])


def warm_up(module: EditNetwork, settings: EditTraining, pool: Executor | None) -> dict[str, float]:
    """Imitate the oracle on streams of their own; where nothing follows, without reserve."""
    from kgmem.training.imitation import imitate
    from kgmem.training.lessons import Lesson, demonstrate
    from kgmem.training.processes import each

    lessons = [Lesson(s) for s in _streams(settings, _TEACH, 0, settings.lessons)]
    samples = [s for shown in each(pool, demonstrate, lessons) for s in shown]
    sure = settings.algorithm == "imitation"
    numbers = replace(settings.imitation, entropy=0.0) if sure else settings.imitation
    return imitate(module, samples, numbers, seed=settings.seed)


def _streams(settings: EditTraining, use: int, first: int, count: int) -> list[Stream]:
    split: Literal["train", "validation"] = "validation" if use == _CHOOSE else "train"
    if settings.locomo:
        return list(Locomo(Path(settings.locomo), split).streams(0, 1))
    source = Generated(split)
    return [source.stream(10 * settings.seed + use, first + i) for i in range(count)]


def _gather(
    run: Run, settings: EditTraining, pool: Executor | None, score: Score, told: Progress
) -> None:
    """Step some more streams of this round.

    Raises:
        NothingToLearn: in a whole round no choice made a difference.
    """
    from kgmem.training.collecting import Task, collect
    from kgmem.training.processes import each, seeds

    count = min(_CHUNK, settings.streams - run.heard % settings.streams)
    streams = _streams(settings, _LEARN, run.heard, count)
    weights = run.module.numpy()
    tasks = [
        Task(
            stream,
            weights,
            seeds(settings.seed, run.heard + i, count=1)[0],
            settings.most,
            settings.share,
        )
        for i, stream in enumerate(streams)
    ]
    found = each(pool, partial(collect, score=score), tasks)
    run.situations += [s for c in found for s in c.situations]
    run.heard += count
    if run.heard == settings.streams and not any(s.matters for s in run.situations):
        raise NothingToLearn(
            f"nothing can be learned: on {run.heard} streams no choice makes a difference to the "
            "reward; check the reward and the questions"
        )
    reward = sum(c.reward for c in found) / max(1, sum(c.answers for c in found))
    told({"heard": float(run.heard), "situations": float(len(run.situations)), "reward": reward})


def _improve(run: Run, settings: EditTraining, pool: Executor | None, *, last: bool) -> None:
    """One update on draws from the situations; a row of the curve."""
    from kgmem.training.experience import chosen, redraw
    from kgmem.training.processes import seeds

    one, two = seeds(settings.seed, 0, run.step, count=2)
    dice = np.random.default_rng(one)
    some = chosen(run.situations, settings.telling, settings.others, dice)
    drawn = redraw(run.module, some, settings.group, dice)
    numbers = _update(run, settings, drawn.groups, two)
    run.step += 1
    row = {"step": float(run.step), "reward": drawn.expected} | numbers
    if last or run.step % settings.examine_every == 0:
        row["validation"] = _examine(run, settings, pool)
    run.rows.append(row)


def _update(run: Run, settings: EditTraining, groups: Sequence[Group], seed: int) -> Numbers:
    from kgmem.training import grpo, ppo

    if run.critic is not None:
        wanted = ppo.PpoSettings(settings.objective)
        return ppo.update(
            run.module, run.critic, run.reference, run.optimizer, groups, wanted, seed=seed
        )
    numbers = grpo.GrpoSettings(settings.objective, least=settings.least)
    return grpo.update(run.module, run.reference, run.optimizer, groups, numbers, seed=seed)


def _examine(run: Run, settings: EditTraining, pool: Executor | None) -> float:
    """The part of validation questions that the likeliest choices answer; good ones are kept.

    Among those as good as the best, but for chance, the latest: what was tried longest is surest.
    """
    found = _mark(run.module.numpy(), 0.5, settings, pool)
    run.best = max(run.best, found)
    if found >= run.best - _SLACK:
        run.chosen = {k: v.clone() for k, v in run.module.state_dict().items()}
    return found


def _mark(weights: Weights, sure: float, settings: EditTraining, pool: Executor | None) -> float:
    from kgmem.training.lessons import Exam, examine
    from kgmem.training.processes import each

    exams = [Exam(s, weights, sure) for s in _streams(settings, _CHOOSE, 0, settings.examined)]
    marks = each(pool, examine, exams)
    return sum(good for good, _ in marks) / max(1, sum(count for _, count in marks))


def _surest(weights: Weights, run: Run, settings: EditTraining, pool: Executor | None) -> float:
    """How likely a retirement beyond the rules must be: the most that hardly costs an answer."""
    for sure in _SURE:
        if _mark(weights, sure, settings, pool) >= run.best - _SLACK:
            return sure
    return 0.5


def _keep(run: Run, settings: EditTraining, steps: int, out: Path) -> None:
    from kgmem.training.experience import as_tensors

    checkpoints.save(
        out,
        {
            "run": asdict(settings) | {"steps": steps},
            "step": run.step,
            "seconds": run.seconds,
            "best": run.best,
            "module": run.module.state_dict(),
            "reference": run.reference.state_dict(),
            "optimizer": run.optimizer.state_dict(),
            "critic": None if run.critic is None else run.critic.state_dict(),
            "chosen": run.chosen,
            "rows": run.rows,
            "heard": run.heard,
            "situations": as_tensors(run.situations),
        },
    )
    curves.write(out / "curve.jsonl", run.rows)


def _finish(run: Run, settings: EditTraining, out: Path, pool: Executor | None) -> Path:
    """Write the weights that were best on validation, with their card."""
    from kgmem.training.network import EditNetwork

    best = EditNetwork(settings.seed)
    best.load_state_dict(run.chosen)
    path = out / f"edit-{settings.algorithm}.safetensors"
    weights = best.numpy()
    first = "the rules" if settings.teacher == "rules" else "imitation of the oracle"
    rest = f", then {settings.algorithm.upper()} on the outcome" if run.step else ""
    card = files.Card(
        name=f"{settings.algorithm}-{settings.seed}",
        algorithm=first + rest,
        data=_LOCOMO if settings.locomo else _GENERATED,
        protocol=_command(settings, run.step),
        seed=settings.seed,
        numbers={
            "best validation accuracy": round(run.best, 4),
            "steps": run.step,
            SURE: _surest(weights, run, settings, pool),
        },
    )
    files.save(path, weights, card)
    return path


def _command(settings: EditTraining, steps: int) -> str:
    """What makes the weights again."""
    names = ("algorithm", "seed", "teacher", "lessons", "rounds", "streams", "examined")
    options = " ".join(f"--{name} {getattr(settings, name)}" for name in names)
    options += f" --locomo FILE --share {settings.share}" if settings.locomo else ""
    return f"kgmem train edit --out DIR --steps {steps} {options}"
