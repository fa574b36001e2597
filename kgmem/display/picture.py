"""A small neighbourhood drawn as SVG, without a drawing library.

Radial tree: the entity asked for in the middle, each hop on a ring of its own, every node near the
one it hangs on. Boxes that overlap are pushed apart; edge labels take the freest place on their
line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kgmem.results import Fact, Neighborhood

_NODES = 40  # more cannot be read at this size
_LONGEST = 26  # characters of a label
_HEIGHT = 26.0
_RING = 190.0
_STRETCH = 1.45  # screens and labels are wider than high
_ASIDE = 9.0  # how far edges between the same two are moved aside
_RULES = (
    "text{font:13px system-ui,sans-serif;fill:currentColor}",
    "text.l{font-size:11px;opacity:.85}",
    ".n{fill:#4c78a8;fill-opacity:.16;stroke:#4c78a8}",
    ".c{fill:#f58518;fill-opacity:.25;stroke:#f58518}",
    ".v{fill:none;stroke:currentColor;stroke-opacity:.35;stroke-dasharray:3 3}",
    ".e{stroke:currentColor;stroke-opacity:.4;fill:none}",
    ".x{stroke-dasharray:5 4;stroke:#e45756;stroke-opacity:.9}",
)
# A style inside a picture holds for the whole page: each rule is kept to kgmem's pictures.
_STYLE = "".join(f".kgmem-g {rule}" for rule in _RULES)
_DEFS = (
    f"<style>{_STYLE}</style>"
    '<defs><marker id="kgmem-a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
    'markerHeight="8" orient="auto"><path d="M0 1L7 4L0 7" fill="none" stroke="#888" '
    'stroke-width="1.3"/></marker></defs>'
)

_Rect: TypeAlias = tuple[float, float, float, float]
"""Middle x, middle y, width, height."""


@dataclass(slots=True)
class _Node:
    """A box with its label; `value` marks a literal, which is no entity."""

    key: str
    label: str
    depth: int
    value: bool
    x: float = 0.0
    y: float = 0.0

    @property
    def width(self) -> float:
        return _width(self.label, 7.2) + 20

    @property
    def box(self) -> _Rect:
        return self.x, self.y, self.width, _HEIGHT


@dataclass(frozen=True, slots=True)
class _Edge:
    """All facts from one node to another that are so, or all that are not so."""

    source: _Node
    target: _Node
    facts: tuple[Fact, ...]
    shift: float = 0.0

    @property
    def ends(self) -> tuple[_Rect, _Rect]:
        """Both boxes, moved aside where there are other edges between them."""
        a, b = self.source, self.target
        dx, dy = b.x - a.x, b.y - a.y
        unit = self.shift / max((dx * dx + dy * dy) ** 0.5, 1e-6)
        x, y = -dy * unit, dx * unit
        return (a.x + x, a.y + y, a.width, _HEIGHT), (b.x + x, b.y + y, b.width, _HEIGHT)

    @property
    def label(self) -> str:
        words = [f.predicate if f.positive else f"not: {f.predicate}" for f in self.facts]
        words = list(dict.fromkeys(words))
        return _short(words[0]) + (f" +{len(words) - 1}" if len(words) > 1 else "")


def neighborhood_svg(neighborhood: Neighborhood) -> str:
    """The entity in the middle, those around it, and the predicates between them.

    At most 40 nodes, the nearest; a line below says what was left out.
    """
    nodes, edges, left_out = _graph(neighborhood)
    _place(nodes, edges)
    _push_apart(list(nodes.values()))
    return _draw(nodes, edges, left_out)


# --- what is drawn --------------------------------------------------------------------------------


def _graph(neighborhood: Neighborhood) -> tuple[dict[str, _Node], list[_Edge], int]:
    depths = neighborhood.depths
    nodes: dict[str, _Node] = {}
    groups: dict[tuple[str, str, bool], list[Fact]] = {}
    left_out = 0
    root = min(depths, key=lambda i: depths[i], default="")
    name = neighborhood.names.get(root, neighborhood.center)
    nodes[root] = _Node(root, _short(name), 0, value=False)
    for fact in neighborhood.facts:
        ends = [_node(fact, "subject", depths), _node(fact, "object", depths)]
        new = [e for e in ends if e is not None and e.key not in nodes]
        if ends[1] is None or len(nodes) + len(new) > _NODES:
            left_out += 1
            continue
        nodes |= {e.key: e for e in new}
        groups.setdefault((fact.subject_id, ends[1].key, fact.positive), []).append(fact)
    edges = [
        _Edge(nodes[a], nodes[b], tuple(f), shift=_shift(a, b, groups, positive=so))
        for (a, b, so), f in groups.items()
        if a != b
    ]
    return nodes, edges, left_out


def _shift(a: str, b: str, groups: Collection[tuple[str, str, bool]], *, positive: bool) -> float:
    """How far to its own left an edge is moved aside, so that each of several is seen."""
    both = (a, b, not positive) in groups
    if not any((b, a, so) in groups for so in (True, False)):
        return _ASIDE * (1 if positive else -1) if both else 0.0
    return _ASIDE * (1 if positive or not both else 3)


def _node(fact: Fact, end: str, depths: Mapping[str, int]) -> _Node | None:
    """The node at one end of a fact; none for a verb without an object."""
    below = depths.get(fact.subject_id, 0)
    if end == "subject":
        return _Node(fact.subject_id, _short(fact.subject), below, value=False)
    if fact.object_id is not None:
        depth = depths.get(fact.object_id, below + 1)
        return _Node(fact.object_id, _short(fact.object), depth, value=False)
    if fact.object:  # a literal hangs on its fact: two equal ones are two
        return _Node(f"{fact.id}:value", _short(fact.object), below + 1, value=True)
    return None


# --- where it goes --------------------------------------------------------------------------------


def _place(nodes: Mapping[str, _Node], edges: Iterable[_Edge]) -> None:
    """Wedges of the circle in proportion to the leaves below, from the middle outwards."""
    near: dict[str, list[str]] = {key: [] for key in nodes}
    for edge in edges:
        near[edge.source.key].append(edge.target.key)
        near[edge.target.key].append(edge.source.key)
    root = next(iter(nodes))
    below: dict[str, list[str]] = {key: [] for key in nodes}
    order, level = [root], {root: 0}
    for key in order:  # breadth first; grows while it is walked
        for other in near[key]:
            if other not in level:
                level[other] = level[key] + 1
                below[key].append(other)
                order.append(other)
    leaves: dict[str, float] = {}
    for key in reversed(order):
        leaves[key] = sum(leaves[k] for k in below[key]) or 1.0
    ring = max(_RING, 74.0 * leaves[root] / (2 * pi))
    start: dict[str, float] = {root: 0.35}
    share: dict[str, float] = {root: 2 * pi}
    for key in order:
        angle = start[key]
        for number, child in enumerate(below[key]):
            share[child] = share[key] * leaves[child] / leaves[key]
            start[child] = angle
            middle = angle + share[child] / 2
            stagger = 0.16 * (number % 2) if leaves[root] > 8 else 0.0
            radius = ring * (level[child] + stagger)
            nodes[child].x = _STRETCH * radius * cos(middle)
            nodes[child].y = 0.8 * radius * sin(middle)
            angle += share[child]


def _push_apart(nodes: list[_Node], rounds: int = 60) -> None:
    """Move boxes that overlap, along the axis on which they overlap least; the first stays."""
    for _ in range(rounds):
        moved = False
        for i, a in enumerate(nodes):
            for b in nodes[i + 1 :]:
                across = (a.width + b.width) / 2 + 14 - abs(a.x - b.x)
                down = _HEIGHT + 16 - abs(a.y - b.y)
                if across <= 0 or down <= 0:
                    continue
                moved = True
                share = 1.0 if i == 0 else 0.5
                if down < across:
                    step = down * (1 if b.y >= a.y else -1)
                    a.y, b.y = a.y - step * (1 - share), b.y + step * share
                else:
                    step = across * (1 if b.x >= a.x else -1)
                    a.x, b.x = a.x - step * (1 - share), b.x + step * share
        if not moved:
            return


# --- drawing --------------------------------------------------------------------------------------


def _draw(nodes: Mapping[str, _Node], edges: list[_Edge], left_out: int) -> str:
    boxes = [n.box for n in nodes.values()]
    lines: list[str] = []
    labels: list[str] = []
    for edge in edges:
        x, y, width = _label_place(edge, boxes)
        boxes.append((x, y, width, 14.0))
        lines.append(_line(edge, x, y, width))
        labels.append(_label(edge, x, y))
    left = min(x - w / 2 for x, _, w, _ in boxes) - 12
    right = max(x + w / 2 for x, _, w, _ in boxes) + 12
    top = min(y - h / 2 for _, y, _, h in boxes) - 12
    bottom = max(y + h / 2 for _, y, _, h in boxes) + (30 if left_out else 12)
    note = ""
    if left_out:
        more = f"and {left_out} more fact{'s' if left_out > 1 else ''}"
        note = f'<text class="l" x="{left + 12:.0f}" y="{bottom - 10:.0f}">{more}</text>'
    shapes = "".join(_box(n, first=i == 0) for i, n in enumerate(nodes.values()))
    width, height = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kgmem-g" role="img" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" style="max-width:100%;height:auto">'
        f"{_DEFS}{''.join(lines)}{shapes}{''.join(labels)}{note}</svg>"
    )


def _line(edge: _Edge, x: float, y: float, width: float) -> str:
    """From box to box with a gap for the label, the arrow at the object's."""
    label = (x, y, width + 4, 15.0)
    source, target = edge.ends
    a, b = _rim(source, target), _rim(target, source)
    c, d = _rim(label, source), _rim(label, target)
    crossed = " x" if not all(f.positive for f in edge.facts) else ""
    parts = [f'<path class="e{crossed}" d="M{a[0]:.1f} {a[1]:.1f}L{c[0]:.1f} {c[1]:.1f}"/>']
    parts.append(
        f'<path class="e{crossed}" d="M{d[0]:.1f} {d[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" '
        'marker-end="url(#kgmem-a)"/>'
    )
    return "".join(parts)


def _rim(box: _Rect, other: _Rect) -> tuple[float, float]:
    """Where the line from one box to another leaves the first."""
    dx, dy = other[0] - box[0], other[1] - box[1]
    scale = max(abs(dx) / (box[2] / 2 + 2), abs(dy) / (box[3] / 2 + 2), 1e-6)
    return box[0] + dx / scale, box[1] + dy / scale


def _label_place(edge: _Edge, boxes: list[_Rect]) -> tuple[float, float, float]:
    """Middle and width of an edge's label, where it covers least."""
    source, target = edge.ends
    (ax, ay), (bx, by) = _rim(source, target), _rim(target, source)
    width = _width(edge.label, 6.0) + 4

    def covered(t: float) -> float:
        x, y = ax + t * (bx - ax), ay + t * (by - ay)
        total = 0.002 * abs(t - 0.5)
        for ox, oy, ow, oh in boxes:
            across = (width + ow) / 2 - abs(x - ox)
            down = (14 + oh) / 2 - abs(y - oy)
            total += max(across, 0.0) * max(down, 0.0)
        return total

    best = min((t / 20 for t in range(4, 17)), key=covered)
    return ax + best * (bx - ax), ay + best * (by - ay), width


def _label(edge: _Edge, x: float, y: float) -> str:
    full = escape("\n".join(f.text for f in edge.facts))
    return (
        f'<text class="l" x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="middle">'
        f"{escape(edge.label)}<title>{full}</title></text>"
    )


def _box(node: _Node, *, first: bool) -> str:
    kind = "c" if first else "v" if node.value else "n"
    return (
        f'<rect class="{kind}" x="{node.x - node.width / 2:.1f}" y="{node.y - _HEIGHT / 2:.1f}" '
        f'width="{node.width:.1f}" height="{_HEIGHT:.0f}" rx="{4 if node.value else 13}"/>'
        f'<text x="{node.x:.1f}" y="{node.y + 4.5:.1f}" text-anchor="middle">'
        f"{escape(node.label)}</text>"
    )


def _short(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= _LONGEST else one[: _LONGEST - 1] + "…"


def _width(text: str, each: float) -> float:
    """About how wide a text is in pixels; CJK characters are twice as wide as Latin ones."""
    return sum(1.8 * each if unicodedata.east_asian_width(c) in "WF" else each for c in text)
