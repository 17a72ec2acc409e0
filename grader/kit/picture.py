"""Pictures for the report, where looking beats reading: small drawings, made of numbers alone.

Whatever is drawn may come from a student's answer, so nothing but finite numbers gets into the
drawing; titles and descriptions are the check's own. Colours are the page's (templates/report.css
knows the classes), so that a picture is right in the light and in the dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.model import Picture

Array = np.ndarray[Any, Any]

WIDTH, HEIGHT, EDGE = 360.0, 270.0, 12.0
GRID = 48
CELLS = 28
SHADES = 10
GROUPS = 6
MAX_POINTS = 400
BIG = 1e100  # so that differences and products stay finite


def plane(
    title: str,
    points: Array,
    groups: Array,
    *,
    ringed: Array | None = None,
    wrong: Array | None = None,
    height: Callable[[Array], Array] | None = None,
    levels: Sequence[float] = (-1.0, 0.0, 1.0),
    description: str = "",
) -> Picture:
    """Points of a plane, coloured by group; some in a ring, some marked as wrong.

    `height` is a function of many points whose level lines are drawn: a decision function, with its
    boundary at level 0.
    """
    points = np.clip(np.asarray(points, dtype=np.float64)[:MAX_POINTS, :2], -BIG, BIG)
    groups = np.asarray(groups).reshape(-1)[:MAX_POINTS]
    view = _View(points)
    parts = list(_level_lines(view, height, levels)) if height is not None else []
    names = {value: index for index, value in enumerate(np.unique(groups).tolist())}
    for index, (point, group) in enumerate(zip(points, groups.tolist(), strict=True)):
        if not np.isfinite(point).all():
            continue
        x, y = view.at(point)
        if ringed is not None and ringed[index]:
            parts.append(f'<circle class="ring" cx="{x}" cy="{y}" r="6.5"/>')
        parts.append(f'<circle class="g{names[group] % GROUPS}" cx="{x}" cy="{y}" r="3.5"/>')
        if wrong is not None and wrong[index]:
            parts.append(f'<path class="wrong" d="M{x} {y}m-6-6l12 12m0-12l-12 12"/>')
    return _picture(title, description, parts)


def matrix(title: str, values: Array, *, description: str = "") -> Picture:
    """A matrix as shades, from the smallest entry to the largest; large ones are averaged."""
    values = np.nan_to_num(np.asarray(values, dtype=np.float64), posinf=0.0, neginf=0.0)
    values = np.clip(values, -BIG, BIG)
    rows, columns = (min(size, CELLS) for size in values.shape)
    if not rows or not columns:
        return _picture(title, description, [])
    cells = _averaged(_averaged(values, rows).T, columns).T
    spread = cells.max() - cells.min()
    shades = (cells - cells.min()) / spread if spread > 0.0 else np.zeros_like(cells)
    side = min((WIDTH - 2 * EDGE) / columns, (HEIGHT - 2 * EDGE) / rows)
    # One path for each shade: a rectangle for each cell would be three times as long.
    levels = np.rint(SHADES * shades).astype(int)
    parts = []
    for level in range(1, SHADES + 1):
        squares = "".join(
            f"M{EDGE + column * side:.1f} {EDGE + row * side:.1f}h{side:.1f}v{side:.1f}h-{side:.1f}"
            for row, column in zip(*np.nonzero(levels == level), strict=True)
        )
        if squares:
            parts.append(f'<path class="cell" fill-opacity="{level / SHADES:g}" d="{squares}"/>')
    outline = f'<rect class="frame" x="{EDGE}" y="{EDGE}" width="{columns * side:.1f}" '
    parts.append(outline + f'height="{rows * side:.1f}"/>')
    return _picture(title, description, parts, height=rows * side + 2 * EDGE)


def steps(title: str, values: Array, *, gap: int | None = None, description: str = "") -> Picture:
    """Numbers in a row as dots on stems, with a line after the first `gap` of them."""
    values = np.asarray(values, dtype=np.float64).reshape(-1)[:MAX_POINTS]
    values = np.clip(values[np.isfinite(values)], -BIG, BIG)
    if not len(values):
        return _picture(title, description, [])
    view = _View(np.column_stack([np.arange(len(values)), values]), floor=0.0)
    parts = []
    if gap is not None and 0 < gap < len(values):
        x, _ = view.at(np.array([gap - 0.5, 0.0]))
        parts.append(f'<path class="level" d="M{x} {EDGE}V{HEIGHT - EDGE}"/>')
    for index, value in enumerate(values):
        x, y = view.at(np.array([index, value]))
        _, base = view.at(np.array([index, 0.0]))
        group = 0 if gap is None or index < gap else 1
        parts.append(f'<path class="stem" d="M{x} {base}V{y}"/>')
        parts.append(f'<circle class="g{group}" cx="{x}" cy="{y}" r="3.5"/>')
    return _picture(title, description, parts)


def curves(title: str, yours: Array, expected: Array, *, description: str = "") -> Picture:
    """Two courses of one quantity, one value after each step: a full line over a dashed one."""
    both = [
        np.asarray(values, dtype=np.float64).reshape(-1)[:MAX_POINTS]
        for values in (expected, yours)
    ]
    known = np.concatenate([values[np.isfinite(values)] for values in both])
    # Of losses that fall by orders of magnitude a straight scale shows only the beginning.
    logarithmic = len(known) > 1 and known.min() > 0.0 and known.max() > 100.0 * known.min()
    if logarithmic:
        with np.errstate(invalid="ignore", divide="ignore"):
            both = [np.log10(values) for values in both]
    courses = [np.column_stack([np.arange(len(values)), values]) for values in both]
    courses = [np.clip(it[np.isfinite(it).all(axis=1)], -BIG, BIG) for it in courses]
    view = _View(np.concatenate(courses))
    parts = []
    for kind, course in zip(("target", "curve"), courses, strict=True):
        places = [view.at(point) for point in course]
        if len(places) == 1:
            parts.append(f'<circle class="g0" cx="{places[0][0]}" cy="{places[0][1]}" r="3.5"/>')
        elif places:
            line = "L".join(f"{x} {y}" for x, y in places)
            parts.append(f'<path class="{kind}" d="M{line}"/>')
    scale = " The scale is logarithmic." if logarithmic else ""
    lost = np.flatnonzero(~np.isfinite(np.asarray(yours, dtype=np.float64).reshape(-1)))
    ended = f", which is not a number from step {lost[0]} on" if len(lost) else ""
    said = f"Full line: yours{ended}. Dashed: expected.{scale}"
    return _picture(title, f"{description} {said}" if description else said, parts)


def regions(
    title: str,
    points: Array,
    groups: Array,
    decide: Callable[[Array], Array],
    *,
    wrong: Array | None = None,
    description: str = "",
) -> Picture:
    """Points of a plane over the regions that a classifier makes of it.

    `decide` gives for many points the group that each is taken for.
    """
    dots = plane(title, points, groups, wrong=wrong, description=description)
    view = _View(np.clip(np.asarray(points, dtype=np.float64)[:MAX_POINTS, :2], -BIG, BIG))
    names = np.unique(np.asarray(groups).reshape(-1)[:MAX_POINTS])
    xs, ys = view.grid()
    grid = np.column_stack([np.tile(xs, GRID), np.repeat(ys, GRID)])
    found = np.asarray(decide(grid)).reshape(GRID, GRID)
    parts = []
    for index, name in enumerate(names.tolist()):
        strips = "".join(
            f"M{left} {y}H{right}V{lower}H{left}"
            for row in range(GRID)
            for start, end in _runs(found[row] == name)
            for (left, y), (right, lower) in [_strip(view, xs, ys, row, start, end)]
        )
        if strips:
            parts.append(f'<path class="g{index % GROUPS}" fill-opacity="0.2" d="{strips}"/>')
    head, body = dots.svg.split(">", 1)
    return Picture(title, f"{head}>{''.join(parts)}{body}", dots.description)


def _runs(marked: Array) -> Iterator[tuple[int, int]]:
    """Where a row of marks is without a gap: each first place, and the last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(int)))
    yield from zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True)


def _strip(
    view: _View, xs: Array, ys: Array, row: int, start: int, end: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two corners of a part of a row of the grid, whose cells lie around its points."""
    wide, high = (xs[1] - xs[0]) / 2.0, (ys[1] - ys[0]) / 2.0
    upper = view.at(np.array([xs[start] - wide, ys[row] + high]))
    return upper, view.at(np.array([xs[end] + wide, ys[row] - high]))


def _picture(title: str, description: str, parts: Iterable[str], height: float = HEIGHT) -> Picture:
    drawn = f'<svg viewBox="0 0 {WIDTH:g} {height:g}" aria-hidden="true">{"".join(parts)}</svg>'
    return Picture(title, drawn, description or title)


class _View:
    """Where a point of the data lies in the drawing."""

    def __init__(self, points: Array, floor: float | None = None) -> None:
        seen = points[np.isfinite(points).all(axis=1)] if len(points) else points
        if not len(seen):
            seen = np.zeros((1, 2))
        self.low, high = seen.min(axis=0), seen.max(axis=0)
        if floor is not None:
            self.low[1] = min(self.low[1], floor)
        self.low, high = self.low - 0.05 * (high - self.low), high + 0.05 * (high - self.low)
        self.span = np.where(high > self.low, high - self.low, 1.0)

    def at(self, point: Array) -> tuple[float, float]:
        share = np.clip((point - self.low) / self.span, -1.0, 2.0)
        x = EDGE + share[0] * (WIDTH - 2 * EDGE)
        y = HEIGHT - EDGE - share[1] * (HEIGHT - 2 * EDGE)
        return round(float(x), 1), round(float(y), 1)

    def grid(self) -> tuple[Array, Array]:
        high = self.low + self.span
        return np.linspace(self.low[0], high[0], GRID), np.linspace(self.low[1], high[1], GRID)


def _level_lines(
    view: _View, height: Callable[[Array], Array], levels: Sequence[float]
) -> Iterator[str]:
    xs, ys = view.grid()
    grid = np.column_stack([np.repeat(xs, GRID), np.tile(ys, GRID)])
    values = np.nan_to_num(np.asarray(height(grid), dtype=np.float64), posinf=BIG, neginf=-BIG)
    values = np.clip(values, -BIG, BIG).reshape(GRID, GRID)
    for level in levels:
        pieces = [
            f"M{a[0]} {a[1]}L{b[0]} {b[1]}"
            for start, end in _segments(xs, ys, values - level)
            for a, b in [(view.at(start), view.at(end))]
        ]
        if pieces:
            kind = "boundary" if level == 0.0 else "level"
            yield f'<path class="{kind}" d="{"".join(pieces)}"/>'


def _segments(xs: Array, ys: Array, values: Array) -> Iterator[tuple[Array, Array]]:
    """Where a function on a grid is zero: in each cell, the line between the edges that it cuts."""
    signs = np.where(values < 0.0, -1, 1)
    mixed = np.abs(signs[:-1, :-1] + signs[1:, :-1] + signs[:-1, 1:] + signs[1:, 1:]) < 4
    for i, j in zip(*np.nonzero(mixed), strict=True):
        corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
        cuts = []
        for one, two in zip(corners, [*corners[1:], corners[0]], strict=True):
            a, b = values[one], values[two]
            if (a < 0.0) != (b < 0.0):
                share = a / (a - b)
                start = np.array([xs[one[0]], ys[one[1]]])
                cuts.append(start + share * (np.array([xs[two[0]], ys[two[1]]]) - start))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            yield start, end


def _averaged(values: Array, count: int) -> Array:
    """So many rows, each the mean of a slice."""
    parts = np.array_split(values, count, axis=0)
    return np.array([part.mean(axis=0) for part in parts])
