"""Learning which edits to make and which evidence to keep, by the outcome: the answers.

A `Stream` is observations with questions attached; an `Environment` steps it through the same
functions that serve a `Memory`; `rollout` says what a policy did and what was answered; `rewards`
judge that. Trainers and policies of all kinds meet here and nowhere else.
"""

from kgmem.training.environment import Environment, PreparedStream, Run
from kgmem.training.rollout import Answered, Choice, Decided, Rollout, Sampling, rollout
from kgmem.training.streams import Question, Stream, StreamSource

__all__ = [
    "Answered",
    "Choice",
    "Decided",
    "Environment",
    "PreparedStream",
    "Question",
    "Rollout",
    "Run",
    "Sampling",
    "Stream",
    "StreamSource",
    "rollout",
]
