"""What happens in the container, for each submission.

    /autograder/                   or AUTOGRADER_ROOT
      source/                      the upload, unpacked
      submission/                  what was handed in
      submission_metadata.json
      results/results.json         ours

Whatever happens, there is a results.json in the end. `run_autograder` has put one there that says
that nothing was graded; it is replaced, as a whole, by a verdict or by a better reason.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.course import course_folder, read_outline, stubs
from grader.errors import GraderError, InfrastructureError
from grader.gradescope.metadata import read_metadata
from grader.gradescope.settings import FILE, Settings
from grader.reporters import gradescope

if TYPE_CHECKING:
    from grader.course import Outline
    from grader.submission import Submission

ROOT = "AUTOGRADER_ROOT"
TIMEOUT = "TIMEOUT_SECONDS"
GRADED, FAILED = 0, 3

_STUCK_SECONDS = 5.0

STOPPED = "The grader was stopped before it had finished."
TOO_LONG = (
    "The grader was stopped before it had finished: it took longer than it may take here. Often "
    "that is code that takes very long, or does not come to an end."
)
BROKEN = "The grader itself failed, which is no fault of what was handed in."


class _TimeUp(KeyboardInterrupt):
    """The time that the platform gives is nearly over; ends grading as Ctrl-C would."""


def root_folder() -> Path:
    """Where the platform has laid everything out."""
    return Path(os.environ.get(ROOT) or "/autograder")


def grade(root: Path) -> int:
    """Grade what was handed in, write the results, tell the staff; returns the exit status."""
    begin = time.monotonic()
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.default_int_handler)
    try:
        text = _graded(root, begin)
    except _TimeUp:
        return _give_up(root, TOO_LONG, "the time limit of the platform was near")
    except KeyboardInterrupt:
        return _give_up(root, STOPPED, "interrupted")
    except GraderError as error:
        return _give_up(root, BROKEN, str(error))
    except Exception as error:
        traceback.print_exc(file=sys.stdout)
        return _give_up(root, BROKEN, f"{type(error).__name__}: {error}")
    write_results(root, text)
    return GRADED


def check(root: Path) -> int:
    """Grade the reference, which must get everything: is the upload complete, does it work here?"""
    from grader.assignment import reference_submission
    from grader.station import Station

    try:
        settings, outline = _read(root)
        reference = reference_submission(outline)
        with Station(outline) as station:
            report = station.grade(reference, seed=settings.seed, isolation="none")
    except GraderError as error:
        _say(f"the reference can't be graded: {error}")
        return FAILED
    _say(f"the reference gets {report.score:g} of {report.max_score:g} points")
    _say(f"isolation here: {report.isolation.level}")
    for failed in (item for item in report.checks if not item.passed):
        _say(f"{failed.id}: {failed.message}")
    return GRADED if report.passed else FAILED


def write_results(root: Path, text: str) -> None:
    """Put the results in their place: the old ones, or all of the new."""
    folder = root / "results"
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / "results.json.part"
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / "results.json")


def seconds_to_use(settings: Settings, environment: str | None) -> float:
    """How long grading may take: less than the platform waits, since it gives a zero after that.

    The platform's own program tells its limit by an environment variable; where there is none, what
    was said when the upload was built.
    """
    told = 0
    with suppress(ValueError):
        told = int(environment or "")
    limit = told if 0 < told <= 86_400 else settings.timeout_seconds
    return max(1.0, 0.95 * limit - 10.0)


def _graded(root: Path, begin: float) -> str:
    from grader.station import Station

    settings, outline = _read(root)
    for line in read_metadata(root / "submission_metadata.json").lines(settings.points):
        _say(line)
    with _in_time(seconds_to_use(settings, os.environ.get(TIMEOUT))):
        submission = _submission(root, outline)
        with Station(outline) as station:
            report = station.grade(submission, seed=settings.seed, isolation=settings.isolation)
    _say(gradescope.for_staff(report))
    return gradescope.render(
        report,
        points=settings.points,
        hidden=settings.hidden,
        seconds=time.monotonic() - begin,
        leaderboard=settings.leaderboard,
    )


def _read(root: Path) -> tuple[Settings, Outline]:
    source = root / "source"
    if course_folder() != source.resolve():
        raise InfrastructureError(f"this is the grader in {course_folder()}, not that in {source}")
    try:
        text = (source / FILE).read_text(encoding="utf-8")
    except OSError as error:
        raise InfrastructureError(f"{source / FILE}: {error.strerror}") from None
    settings = Settings.from_json(text)
    return settings, read_outline(settings.assignment)


def _submission(root: Path, outline: Outline) -> Submission:
    """What was handed in. A single file is taken as one: an archive, or a module of any name."""
    from grader.errors import SubmissionRefused
    from grader.submission import pieces_of, read_submission

    folder = root / "submission"
    if not folder.is_dir():
        raise InfrastructureError(f"there is no folder {folder}")
    names: list[str] = []
    with suppress(SubmissionRefused):  # it is refused again below, and then explained
        names = [piece.name for piece in pieces_of(folder, "the submission")]
    path = folder / names[0] if len(names) == 1 else folder
    return read_submission(path, outline.modules, stubs(outline, path))


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Raises `_TimeUp` inside when the time is over; if that does not help, the process ends."""

    def over(number: int, frame: Any) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(seconds + _STUCK_SECONDS, exit=True, file=sys.stdout)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def _give_up(root: Path, happened: str, why: str) -> int:
    _say(f"NOT GRADED: {why}")
    try:
        write_results(root, gradescope.not_graded(happened))
    except OSError as error:  # then the one stays that says that the grader was stopped
        _say(f"results.json can't be written: {error}")
    return FAILED


def _say(text: str) -> None:
    """Standard output is what the staff sees."""
    sys.stdout.write(f"{text.rstrip()}\n")
    sys.stdout.flush()
