"""From a notebook to the Python in it.

A notebook is JSON that a stranger wrote. It is read as data and never executed: its code cells are
put one after another, without what is for the notebook alone (`magics.py`) and without the cells
that the student wants left out. Of each line it stays known which line of which cell it was.
"""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.errors import SubmissionRefused
from grader.magics import plain
from grader.text import plural, quoted

SUFFIX = ".ipynb"
SKIPPED = "skip-grading"
FORMAT = 4

MAX_BYTES = 32 << 20  # pictures are part of a notebook
MAX_PYTHON = 4 << 20  # characters: far more than anybody types
MAX_PARTS = 1_000_000  # values in the JSON, which take far more memory than their text
MAX_CELLS = 10_000
MAX_NAME = 200
MAX_QUOTED = 40
MAX_LISTED = 3

_LINE_END = re.compile("\r\n|\r|\n")  # as Python counts lines
_SKIPPING = re.compile(rf"#+\s*{SKIPPED}\s*", re.IGNORECASE)
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=]")
_CLEAR = "Clear the outputs of all its cells, save it, and hand it in again."
_SAVE = "Save it once more in Jupyter and hand in that file."


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the lines of a notebook's Python come from.

    Each of `runs` is some lines in a row: the number of the first one, its cell, and its number in
    that cell. All of them count from 1, and among the cells those with text count as well.
    """

    file: str
    count: int
    runs: tuple[tuple[int, int, int], ...]

    def place(self, line: int) -> tuple[int, int]:
        """The cell and the line in it; what is beyond the end is on the last line."""
        line = min(line, self.count)
        at = bisect.bisect(self.runs, line, key=lambda run: run[0]) - 1
        if at < 0:
            return 0, 0
        start, cell, first = self.runs[at]
        return cell, first + line - start

    def spans(self) -> dict[int, range]:
        """Of each cell with Python in it, the numbers of the lines that stand where it stood."""
        ends = [*(start for start, _, _ in self.runs[1:]), self.count + 1]
        # What was moved to the top comes first, and is not where it stood.
        found = {cell: range(run, end) for (run, cell, _), end in zip(self.runs, ends, strict=True)}
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Converted:
    """A notebook as Python, with what its author should know about that."""

    source: bytes
    cells: Cells
    notes: tuple[str, ...]


def is_notebook(name: str) -> bool:
    """Whether the name says that it is one."""
    return name.lower().endswith(SUFFIX)


def convert(name: str, data: bytes, module: str = "") -> Converted:
    """The Python of a notebook, for that module; `SubmissionRefused` says what is wrong with it."""
    shown = quoted(name, MAX_NAME)
    cells = _cells(shown, _read(shown, data))
    text = _Text(shown, module)
    for number, cell in enumerate(cells, start=1):
        text.add(number, cell)
    return text.converted()


class _Listed:
    """Things to be told, of which only the first are."""

    def __init__(self) -> None:
        self.first: list[str] = []
        self.count = 0

    def add(self, said: str) -> None:
        self.count += 1
        if self.count <= MAX_LISTED:
            self.first.append(said)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return ", ".join(self.first) + (f", and {more} more" if more else "")


class _Text:
    """The Python so far, and what was left out of it."""

    def __init__(self, name: str, module: str) -> None:
        self.name = name
        self.module = module
        self.futures: list[str] = []
        self.lines: list[str] = []
        self.runs_of_futures: list[tuple[int, int, int]] = []
        self.runs: list[tuple[int, int, int]] = []
        self.tagged = _Listed()
        self.foreign = _Listed()
        self.room = MAX_PYTHON

    def add(self, number: int, cell: object) -> None:
        """Take in the next cell."""
        if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
            raise _damaged(self.name, number)
        if cell["cell_type"] != "code":
            return
        lines = _LINE_END.split(self._source(number, cell))
        if _is_skipped(cell, lines):
            self.tagged.add(f"cell {number}")
            return
        language = _table(_table(cell, "metadata"), "vscode").get("languageId")
        if isinstance(language, str) and language != "python":
            self.foreign.add(f"cell {number} ({quoted(language, MAX_QUOTED)})")
            return
        self.room -= sum(map(len, lines)) + len(lines)
        if self.room < 0:
            raise SubmissionRefused(
                f"{self.name} holds more than {MAX_PYTHON >> 20} MiB of Python. Put data into "
                "files of their own."
            )
        found = plain(lines, self.module)
        if found.foreign:
            self.foreign.add(f"cell {number} ({quoted(found.foreign, MAX_QUOTED)})")
            return
        for index in found.dropped:
            said = quoted(lines[index], MAX_QUOTED)
            self.foreign.add(f"cell {number}, line {index + 1} ({said})")
        for index, imports in found.futures:
            self.runs_of_futures.append((len(self.futures) + 1, number, index + 1))
            self.futures += imports
        if found.lines and not found.lines[-1]:
            found.lines.pop()  # the cell ended its last line
        if found.lines:
            self.runs.append((len(self.lines) + 1, number, 1))
            self.lines += found.lines

    def converted(self) -> Converted:
        """What has come of it."""
        if not any(line.strip() and not line.lstrip().startswith("#") for line in self.lines):
            left_out = self.tagged.count + self.foreign.count
            why = f" besides the {plural(left_out, 'part')} left out" if left_out else ""
            said = " ".join(self._left_out())
            raise SubmissionRefused(f"{self.name} holds no Python{why}. {said}".rstrip())
        lines = [*self.futures, *self.lines]
        for index in range(min(2, len(lines))):
            if _COOKIE.match(lines[index]):
                lines[index] = "#"  # the text has been decoded: no line may say otherwise
            elif not _is_remark(lines[index]):
                break
        text = "".join(f"{line}\n" for line in lines)
        source = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode()
        shift = len(self.futures)
        runs = [(start + shift, cell, line) for start, cell, line in self.runs]
        cells = Cells(self.name, len(lines), (*self.runs_of_futures, *runs))
        counted = f"The cells of {self.name} are counted from the top, those with text as well."
        return Converted(source, cells, (counted, *self._left_out()))

    def _left_out(self) -> list[str]:
        said = []
        if self.tagged.count:
            said.append(f"Left out of {self.name}, as {SKIPPED} asks: {self.tagged}.")
        if self.foreign.count:
            said.append(f"Left out of {self.name}, as it is not Python: {self.foreign}.")
        return said

    def _source(self, number: int, cell: Mapping[str, Any]) -> str:
        source = cell.get("source")
        if isinstance(source, str):
            return source
        if isinstance(source, list) and all(isinstance(line, str) for line in source):
            return "".join(source)
        raise _damaged(self.name, number)


def _read(name: str, data: bytes) -> object:
    """What the JSON says, whatever that is."""
    if len(data) > MAX_BYTES:
        raise SubmissionRefused(f"{name} is larger than {MAX_BYTES >> 20} MiB. {_CLEAR}")
    if _parts(data) > MAX_PARTS and _parts(_STRING.sub(b"", data)) > MAX_PARTS:
        raise SubmissionRefused(f"{name} holds more than {MAX_PARTS:,} values. {_CLEAR}")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        said = "it is not UTF-8"
    except json.JSONDecodeError as error:
        said = f"it is not JSON, from line {error.lineno} on" if data.strip() else "it is empty"
    except RecursionError:
        said = "it is nested too deeply"
    except ValueError:
        said = "it holds a number that is too long"
    raise SubmissionRefused(f"{name} can't be read as a notebook: {said}. {_SAVE}")


def _parts(data: bytes) -> int:
    """How many values there are, or more where texts hold the signs that are counted."""
    return sum(map(data.count, (b"{", b"[", b",")))


def _cells(name: str, notebook: object) -> Sequence[object]:
    """The cells of something that should be a notebook of today and of Python."""
    if not isinstance(notebook, dict) or not isinstance(notebook.get("nbformat"), int):
        raise SubmissionRefused(f"{name} is JSON, but not a notebook. {_SAVE}")
    version = notebook["nbformat"]
    if version < FORMAT:
        raise SubmissionRefused(f"{name} is of a format that is too old. {_SAVE}")
    if version > FORMAT:
        raise SubmissionRefused(
            f"{name} is of a format that is too new. Save it in format {FORMAT}, which every "
            "version of Jupyter can read, or hand in a .py file."
        )
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise SubmissionRefused(f"{name} is a notebook without cells. {_SAVE}")
    if len(cells) > MAX_CELLS:
        raise SubmissionRefused(f"{name} has more than {MAX_CELLS:,} cells: that is no homework.")
    language = _language(notebook)
    if "python" not in language.lower():
        raise SubmissionRefused(
            f"{name} is a notebook of another language: {quoted(language, MAX_QUOTED)}. "
            "Only Python can be graded."
        )
    return cells


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = _table(notebook, "metadata")
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        named = _table(metadata, table).get(key)
        if isinstance(named, str) and named.strip():
            return named
    return "python"


def _is_skipped(cell: Mapping[str, Any], lines: Sequence[str]) -> bool:
    """Whether the student wants it left out: by a tag, or a remark where tags can't be given."""
    tags = _table(cell, "metadata").get("tags")
    named = tags if isinstance(tags, list) else []
    if any(isinstance(tag, str) and tag.strip().lower() == SKIPPED for tag in named):
        return True
    first = next((line.strip() for line in lines if line.strip()), "")
    return _SKIPPING.fullmatch(first) is not None


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _is_remark(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _damaged(name: str, number: int) -> SubmissionRefused:
    return SubmissionRefused(f"{name} is damaged: cell {number} is none. {_SAVE}")
