"""A table that somebody saved from a spreadsheet or a learning platform, as CSV.

Commas, semicolons or tabs; UTF-8 with or without a mark, or UTF-16 as Excel writes it.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.batch.line import one_line
from grader.errors import UsageError

MAX_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a file as they are, headings too; `lines` are the numbers where rows end."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    delimiter: str = ","

    def column(self, *names: str) -> int | None:
        """The first of the names, as `plain` has them, that is the heading of a column."""
        headings = [plain(column) for column in self.columns]
        return next((headings.index(name) for name in names if name in headings), None)

    def refuse(self, row: int | None, why: str) -> UsageError:
        """An error that names the file and the line; the first one if it is about no row."""
        line = 1 if row is None else self.lines[row]
        return UsageError(f"{self.path}, line {line}: {why}")


def plain(heading: str) -> str:
    """A heading without what does not matter: `E-Mail  address` is `e mail address`."""
    return " ".join(re.sub(r"[\W_]+", " ", heading.lower()).split())


def read_table(path: Path) -> Table:
    """The table in a CSV file; `UsageError` with one line if it can't be used."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"{path} is larger than {MAX_BYTES >> 20} MiB: that is no list of a class")
    text = _decoded(path, data)
    first = text.lstrip("\r\n").split("\n", 1)[0].strip()
    hint = re.fullmatch(r"sep=(.)", first, re.IGNORECASE)  # a line that Excel likes at the top
    delimiter = hint[1] if hint else _delimiter(first)
    found = [(cells, line) for cells, line in _rows(path, text, delimiter) if any(cells)]
    if hint:
        del found[0]
    if not found:
        raise UsageError(f"{path} is empty: its first line has to name the columns")
    columns = tuple(found[0][0])
    table = Table(path, columns, (), (), delimiter)
    rows: list[tuple[str, ...]] = []
    for cells, line in found[1:]:
        if any(cells[len(columns) :]):
            raise UsageError(
                f"{path}, line {line}: there are {len(cells)} cells, but {len(columns)} columns; "
                "put quotes around a cell that holds the separator"
            )
        rows.append((*cells, *[""] * (len(columns) - len(cells)))[: len(columns)])
    return Table(path, table.columns, tuple(rows), tuple(line for _, line in found[1:]), delimiter)


def _decoded(path: Path, data: bytes) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{path}, line {line}: this is not UTF-8; save the table again as CSV UTF-8"
        ) from None


def _delimiter(heading: str) -> str:
    unquoted = re.sub(r'"[^"]*"', "", heading)
    return max(",;\t", key=unquoted.count)


def _rows(path: Path, text: str, delimiter: str) -> Iterator[tuple[list[str], int]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield cells, reader.line_num
    except csv.Error as error:
        raise UsageError(
            f"{path}, line {reader.line_num}: {one_line(str(error))}; "
            "look for a quote that is not closed, and save the table again"
        ) from None
