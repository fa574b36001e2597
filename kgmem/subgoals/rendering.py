"""Working memory as text: closed subgoals folded, the open one in full, within a budget.

HiAgent's `m_t = (g_0, s_0, ..., g_n, a_n0, o_n1, a_n1, o_n2, ...)`. What does not fit goes oldest
detail first; the lines that say which subgoals there were, and what came of them, stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgmem.codec import number
from kgmem.language.tokens import estimate_tokens
from kgmem.records import Episode, Subgoal
from kgmem.subgoals.tree import by_id, by_subgoal, children

_INDENT = "  "
_WORDS = {"action": "action", "observation": "observation", "tool": "observation"}


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    """What an agent is shown of its task.

    Attributes:
        text: ready for a prompt.
        tokens: its size.
        episodes: ids shown in full, in order; retrieval may leave them out.
        left_out: ids that are in full by right but did not fit the budget.
    """

    text: str
    tokens: int
    episodes: tuple[str, ...]
    left_out: tuple[str, ...]

    def __str__(self) -> str:
        """The text alone."""
        return self.text


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that are shown or left out together: a goal line, or an action with what it led to."""

    depth: int
    lines: tuple[str, ...]
    episodes: tuple[str, ...] = ()
    summary: str = ""

    def text(self) -> str:
        pad = _INDENT * self.depth
        return "\n".join(pad + line.replace("\n", "\n" + pad + _INDENT) for line in self.lines)


def render(
    subgoals: Iterable[Subgoal],
    episodes: Iterable[Episode],
    *,
    task: str = "",
    budget: int = 1500,
    count: Callable[[str], int] = estimate_tokens,
    last_only: bool = False,
) -> str:
    """The text of `compose`."""
    return compose(
        subgoals, episodes, task=task, budget=budget, count=count, last_only=last_only
    ).text


def compose(
    subgoals: Iterable[Subgoal],
    episodes: Iterable[Episode],
    *,
    task: str = "",
    budget: int = 1500,
    count: Callable[[str], int] = estimate_tokens,
    last_only: bool = False,
) -> WorkingMemory:
    """Working memory of a task.

    A closed subgoal is one line, `subgoal [g3 achieved] description: summary`; an unfolded one and
    the open one follow with their steps. Over the budget, the oldest steps go first, then the
    summaries of the oldest subgoals; the latest step is clipped rather than dropped, and the
    lines of the goals always stay, if need be beyond the budget.

    Args:
        subgoals: those of the task.
        episodes: of those subgoals; episodes of none (what was seen before the first subgoal)
            come as steps at the top level.
        task: the run shown.
        budget: tokens.
        count: the reader's token counter.
        last_only: of an open subgoal only the last observation (HiAgent's setting for worlds whose
            state is all in the last observation).
    """
    blocks = _blocks(subgoals, episodes, task, last_only)
    entitled = [e for b in blocks for e in b.episodes]
    blocks = _fit(blocks, budget, count)
    text = "\n".join(b.text() for b in blocks)
    shown = tuple(e for b in blocks for e in b.episodes)
    gone = set(entitled) - set(shown)
    return WorkingMemory(text, count(text), shown, tuple(e for e in entitled if e in gone))


def working_episodes(
    subgoals: Iterable[Subgoal],
    episodes: Iterable[Episode],
    *,
    task: str = "",
    last_only: bool = False,
) -> set[str]:
    """Ids of the episodes that working memory holds in full, whatever the budget.

    Retrieval may leave them out: the agent has them before its eyes. Where a budget dropped some,
    take `WorkingMemory.episodes` instead.
    """
    return {e for b in _blocks(subgoals, episodes, task, last_only) for e in b.episodes}


# --- what there is to show ------------------------------------------------------------------------


def _blocks(
    subgoals: Iterable[Subgoal], episodes: Iterable[Episode], task: str, last_only: bool
) -> list[_Block]:
    rows = {i: s for i, s in by_id(subgoals).items() if s.task == task}
    groups = by_subgoal(episodes)
    view = _View(rows, groups, last_only)
    return view.level(None, task, groups.get(None, []), depth=0)


class _View:
    """Walks the tree of a task and lays its blocks out in the order of events."""

    def __init__(
        self,
        rows: dict[str, Subgoal],
        groups: dict[str | None, list[Episode]],
        last_only: bool,
    ) -> None:
        self._rows = rows
        self._groups = groups
        self._last_only = last_only

    def level(
        self, parent: str | None, task: str, steps: Sequence[Episode], depth: int
    ) -> list[_Block]:
        """Steps and subgoals below one parent, in order."""
        placed: list[tuple[float, int, list[_Block]]] = []
        for step in _steps(steps):
            placed.append((number(step[0].id), 1, [_step_block(step, depth)]))
        last = -1.0
        for child in children(self._rows, parent, task):
            last = max(last, self._position(child))
            placed.append((last, 0, self._subgoal(child, depth)))
        placed.sort(key=lambda p: p[:2])
        return [block for _, _, blocks in placed for block in blocks]

    def _subgoal(self, subgoal: Subgoal, depth: int) -> list[_Block]:
        head = f"subgoal [{subgoal.id} {subgoal.status}] {subgoal.description}"
        steps = self._groups.get(subgoal.id, [])
        if subgoal.status == "open":
            steps = steps[-1:] if self._last_only else steps
        elif not subgoal.unfolded:
            inside = self._unfolded_below(subgoal, depth + 1)
            return [_Block(depth, (head,), summary=subgoal.summary), *inside]
        inside = self.level(subgoal.id, subgoal.task, steps, depth + 1)
        return [_Block(depth, (head,), summary=subgoal.summary), *inside]

    def _unfolded_below(self, subgoal: Subgoal, depth: int) -> list[_Block]:
        """What was unfolded inside a folded subgoal is shown below its line."""
        found: list[_Block] = []
        for child in children(self._rows, subgoal.id, subgoal.task):
            if child.unfolded:
                found += self._subgoal(child, depth)
            else:
                found += self._unfolded_below(child, depth)
        return found

    def _position(self, subgoal: Subgoal) -> float:
        """The number of the first episode in it or below it; -1 when nothing happened there."""
        first = [number(e.id) for e in self._groups.get(subgoal.id, [])[:1]]
        below = [self._position(c) for c in children(self._rows, subgoal.id, subgoal.task)]
        return min([*first, *(p for p in below if p >= 0)], default=-1.0)


def _steps(episodes: Sequence[Episode]) -> list[list[Episode]]:
    """Episodes as steps: an action with the observations that it led to."""
    steps: list[list[Episode]] = []
    for episode in episodes:
        if not steps or episode.role == "action" or steps[-1][0].role != "action":
            steps.append([])
        steps[-1].append(episode)
    return steps


def _step_block(step: Sequence[Episode], depth: int) -> _Block:
    lines = tuple(f"{_WORDS.get(e.role) or e.speaker or e.role}: {e.body}" for e in step)
    return _Block(depth, lines, tuple(e.id for e in step))


# --- what fits ------------------------------------------------------------------------------------


def _fit(blocks: list[_Block], budget: int, count: Callable[[str], int]) -> list[_Block]:
    """Blocks with their summaries, the oldest detail left out until the budget holds."""
    shown = [_with_summary(b) for b in blocks]
    sizes = [count(b.text()) for b in shown]
    total = sum(sizes)
    details = [i for i, b in enumerate(shown) if b.episodes]
    dropped: set[int] = set()
    for i in details[:-1]:
        if total <= budget:
            break
        dropped.add(i)
        total -= sizes[i]
    for i, block in enumerate(blocks):  # oldest summaries next
        if total <= budget:
            break
        if block.summary and i not in dropped:
            shown[i] = block
            total += count(block.text()) - sizes[i]
            sizes[i] = count(block.text())
    if details and total > budget:
        latest = details[-1]
        room = budget - (total - sizes[latest])
        shown[latest] = _clipped(shown[latest], room, count)
    return [b for i, b in enumerate(shown) if i not in dropped and b.lines]


def _with_summary(block: _Block) -> _Block:
    if not block.summary:
        return block
    return _Block(block.depth, (f"{block.lines[0]}: {block.summary}",), block.episodes)


def _clipped(block: _Block, room: int, count: Callable[[str], int]) -> _Block:
    """The block's text cut in the middle to about `room` tokens; empty when there is no room."""
    text = "\n".join(block.lines)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count(_Block(block.depth, (_cut(text, middle),)).text()) <= room:
            low = middle
        else:
            high = middle - 1
    if low < 12:
        return _Block(block.depth, ())
    return _Block(block.depth, tuple(_cut(text, low).split("\n")), block.episodes)


def _cut(text: str, size: int) -> str:
    """`size` characters of a text: most of its start, some of its end."""
    if size >= len(text):
        return text
    head = size * 2 // 3
    return f"{text[:head]} … {text[len(text) - (size - head) :]}"
