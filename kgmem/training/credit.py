"""Which answers a decision is judged by.

The outcome of a stream is the sum of its answers, and every decision could be given all of it.
Most of it is the same whatever one decides: what is decided about Bo today changes neither what was
answered yesterday, nor what was believed yesterday, nor what is said of Ana. So a decision is
judged by the answers that it can change:

- asked after it (exact: an effect does not come before its cause);
- not about what was believed before it (`known_at`; exact for the same reason);
- about somebody whom it concerns: its subject, its object, or who said it. What this leaves out is
  the competition of facts about others for a place among the candidates, which is small; where a
  question names nobody of the stream, every decision before it is judged by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.language.tokens import words
from kgmem.training.environment import PreparedStream
from kgmem.training.streams import Question
from kgmem.types import Observation, Ref, Triple

Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class Judges:
    """The questions of a stream, and whom they are about.

    Attributes:
        about: by index of the question: words of the names of people of the stream; empty where it
            names nobody.
        until: by index of the question: the last step that can change its answer.
        speakers: by index of the observation.
    """

    about: Mapping[int, Names]
    until: Mapping[int, int]
    speakers: Mapping[int, str]

    def of(self, step: int, triple: Triple) -> tuple[int, ...]:
        """Indexes of the questions that a decision is judged by.

        Args:
            step: index of the observation.
            triple: what is decided on.
        """
        return tuple(at for at in self.about if self.judge(at, step, triple))

    def judge(self, at: int, step: int, triple: Triple) -> bool:
        """Whether the question at a step judges a decision."""
        if step > self.until[at]:
            return False
        about = self.about[at]
        return not about or bool(about & concerned(triple, self.speakers[step]))


def judges(prepared: PreparedStream) -> Judges:
    """The questions of a stream as judges of decisions."""
    steps = list(enumerate(prepared.stream.steps))
    everybody = _everybody(prepared)
    asked = {i: s for i, s in steps if isinstance(s, Question)}
    return Judges(
        about={i: frozenset(words(q.text)) & everybody for i, q in asked.items()},
        until={i: q.known_at if isinstance(q.known_at, int) else i for i, q in asked.items()},
        speakers={i: s.speaker or "" for i, s in steps if isinstance(s, Observation)},
    )


def concerned(triple: Triple, speaker: str) -> Names:
    """Words of the names of those whom a triple concerns."""
    names = [triple.subject.name, speaker]
    if isinstance(triple.object, Ref) and triple.object.named:
        names.append(triple.object.name)
    return frozenset(w for name in names for w in words(name))


def _everybody(prepared: PreparedStream) -> Names:
    """Words of the names of speakers and of named subjects."""
    names = [o.speaker or "" for o in prepared.stream.observations]
    for reading in prepared.readings.values():
        names += [t.subject.name for t in reading.triples if t.subject.named]
    return frozenset(w for name in names for w in words(name))
