"""Where an answer differs from the expected one: marks in the text, and for large arrays more.

A small array is shown whole, with its wrong entries marked. Of a large one the text shows only the
corners, which may well be right: a table names the entries that are off by most, and a picture
shows where in a matrix the errors lie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import compare, picture, show
from grader.model import Exhibit, Span, Table
from grader.text import plural

Array = np.ndarray[Any, Any]
Marks = tuple[Span, ...]

WORST = 6
MAP_FROM = 24  # entries: fewer are seen at a glance in the text


class Difference:
    """An answer laid beside the expected one."""

    def __init__(self, expected: Any, got: Any, slack: float) -> None:
        self.expected = compare.numeric(expected)
        self.got = compare.numeric(got)
        self.wrong = compare.wrong_entries(expected, got, slack)

    def marks(self, expected_text: str, got_text: str) -> tuple[Marks, Marks]:
        """Where in the two texts the entries stand that differ."""
        if self.wrong is None or self.expected is None or self.got is None:
            return (), ()
        if self.wrong.ndim == 0:
            return ((0, len(expected_text)),), ((0, len(got_text)),)
        return self._marked(expected_text, self.expected), self._marked(got_text, self.got)

    def exhibits(self) -> tuple[Exhibit, ...]:
        """The worst entries of an array that is too large to be shown, and a map of the errors."""
        if self.wrong is None or self.expected is None or self.got is None:
            return ()
        errors = np.where(self.wrong, compare.errors(self.expected, self.got), 0.0)
        shown: list[Exhibit] = []
        if errors.size > show.MAX_ENTRIES:
            shown.append(self._worst(errors))
        if errors.ndim == 2 and min(errors.shape) > 1 and errors.size >= MAP_FROM:
            shown.append(_map(errors, self.wrong))
        return tuple(shown)

    def _marked(self, text: str, array: Array) -> Marks:
        places = show.entries(text, array)
        wrong = np.asarray(self.wrong).reshape(-1)
        return tuple(span for span, marked in zip(places, wrong, strict=False) if marked)

    def _worst(self, errors: Array) -> Table:
        assert self.expected is not None and self.got is not None and self.wrong is not None
        order = np.argsort(-errors, axis=None, kind="stable")[: min(WORST, int(self.wrong.sum()))]
        rows = []
        for place in order:
            index = np.unravel_index(int(place), errors.shape)
            name = f"[{', '.join(str(int(part)) for part in index)}]"
            pair = show.differing(float(self.expected[index]), float(self.got[index]))
            rows.append((name, *pair))
        return Table("Where they differ most", ("entry", "expected", "got"), tuple(rows))


def _map(errors: Array, wrong: Array) -> Exhibit:
    finite = errors[np.isfinite(errors)]
    largest = float(finite.max()) if finite.size else 0.0
    drawn = np.where(np.isfinite(errors), errors, largest or 1.0)
    rows, columns = errors.shape
    whole_rows, whole_columns = wrong.all(axis=1).sum(), wrong.all(axis=0).sum()
    said = (
        f"{int(wrong.sum())} of the {errors.size} entries of this {rows} × {columns} array differ"
    )
    if wrong.all():
        said = f"All {errors.size} entries of this {rows} × {columns} array differ"
    elif whole_rows and whole_rows * columns == wrong.sum():
        said += f": the whole of {plural(int(whole_rows), 'row')}, no entry of the others"
    elif whole_columns and whole_columns * rows == wrong.sum():
        said += f": the whole of {plural(int(whole_columns), 'column')}, no entry of the others"
    return picture.matrix(
        "Map of the errors", drawn, description=f"{said}. The stronger the colour, the further off."
    )
