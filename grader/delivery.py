"""Where the reports of a run go: the terminal, files, or standard output."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course import course_folder
from grader.errors import UsageError
from grader.model import Report
from grader.reporters import html

if TYPE_CHECKING:
    from grader.runner import Progress

STDOUT = "-"
FOLDER = Path("reports")


@dataclass(frozen=True, slots=True)
class Targets:
    """Files for the reports; `-` is standard output, None the usual place (for JUnit: nowhere)."""

    assignment: str
    json: str | None = None
    html: str | None = None
    junit: str | None = None

    def __post_init__(self) -> None:
        targets = [target for target in self._targets().values() if target is not None]
        if targets.count(STDOUT) > 1:
            raise UsageError("only one report can go to standard output: give the others a file")
        files = [Path(target) for target in targets if target != STDOUT]
        if len({file.resolve() for file in files}) < len(files):
            raise UsageError("two reports would go to the same file: give each a file of its own")
        for file in files:
            if file.suffix.lower() in (".py", ".zip", ".gz", ".tgz", ".tar", ".ipynb"):
                raise UsageError(f"{file} does not look like a report: choose another name")

    @property
    def is_piped(self) -> bool:
        """Whether a report goes to standard output."""
        return STDOUT in (self.json, self.html, self.junit)

    def prepare(self) -> None:
        """Make the folders, and complain before the grading rather than after it."""
        for kind, target in self._targets().items():
            if target is None or target == STDOUT:
                continue
            file = Path(target)
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                if file.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                if not os.access(file if file.exists() else file.parent, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            except OSError as error:
                raise _unwritable(file, kind, error) from None

    def deliver(self, report: Report, *, live: bool = False) -> None:
        """Show the report in the terminal, write the files, and name them in the last lines.

        If it is `live`, more are to come: each takes the place of the one before it.
        """
        from rich.console import Console

        from grader.reporters import terminal

        # What goes to standard output must be that report alone: then the feedback makes way.
        console = Console(file=sys.stderr if self.is_piped else sys.stdout)
        if live and console.is_terminal:
            console.clear()
        terminal.show(report, console)
        written = [str(path) for path in self._write(report, live)]
        if written:
            console.print(
                f"Reports: {', '.join(written)}", highlight=False, markup=False, soft_wrap=True
            )

    def settle(self, report: Report) -> None:
        """No more are to come: a page that stands for itself, without the file beside it."""
        list(self._write(report, live=False))
        if self._signal is not None:
            self._signal.unlink(missing_ok=True)

    @property
    def _signal(self) -> Path | None:
        """The file by which a live page knows that there is a new one."""
        page = self._targets()["html"]
        return None if page in (None, STDOUT) else Path(f"{page}.live.js")

    def _targets(self) -> dict[str, str | None]:
        return {
            "html": self.html or str(FOLDER / f"{self.assignment}.html"),
            "json": self.json or str(FOLDER / f"{self.assignment}.json"),
            "junit": self.junit,
        }

    def _write(self, report: Report, live: bool) -> Iterator[Path]:
        signal = self._signal if live else None
        page = None if signal is None else html.Live(signal.name)
        for kind, target in self._targets().items():
            if target is None:
                continue
            if kind == "html":
                text = html.render(report, course_folder() / "templates", live=page)
            else:
                text = _RENDERERS[kind](report)
            if target == STDOUT:
                sys.stdout.write(text if kind == "json" else _without_commands(text))
                sys.stdout.flush()
                continue
            path = Path(target)
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                raise _unwritable(path, kind, error) from None
            yield path
        if signal is not None and page is not None:
            signal.write_text(page.signal, encoding="utf-8")


def _without_commands(markup: str) -> str:
    """The same page or XML, with no line that a CI system would take for a command.

    GitHub's runner obeys every line of standard output that begins with two colons; JSON has none.
    """
    return re.sub(r"(?m)^(\s*)::", r"\1&#58;:", markup)


def _unwritable(path: Path, kind: str, error: OSError) -> UsageError:
    reason = error.strerror or error
    return UsageError(f"cannot write {path}: {reason}; name another file with --{kind}")


def _json(report: Report) -> str:
    from grader.reporters import json

    return json.render(report)


def _junit(report: Report) -> str:
    from grader.reporters import junit

    return junit.render(report)


_RENDERERS: dict[str, Callable[[Report], str]] = {"json": _json, "junit": _junit}


@contextmanager
def progress() -> Iterator[Progress]:
    """A line that says what is being checked; nothing is shown where there is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, total, title: None
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
    with console.status("starting") as status:

        def tell(done: int, total: int, title: str) -> None:
            text = Text(f"{done + 1} of {total}: {title}", overflow="ellipsis", no_wrap=True)
            text.truncate(max(10, console.width - 4), overflow="ellipsis")
            status.update(text)

        yield tell
