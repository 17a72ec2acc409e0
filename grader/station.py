"""A place for grading: one assignment and a warm launcher, for one submission after another."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from grader.model import Level, Report

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.course import Outline
    from grader.runner import Progress
    from grader.sandbox import Launcher
    from grader.submission import Submission


class Station:
    """Everything that grading needs, kept from one submission to the next."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._assignment: Assignment | None = None
        self._launcher: Launcher | None = None
        self._preloaded: set[str] = set()

    def grade(
        self,
        submission: Submission,
        *,
        seed: int,
        isolation: Level,
        questions: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Report:
        """Grade a submission; what the first one had to load is there for the next."""
        # First of all, so that the workers' libraries load while ours do.
        launcher = self._launcher_for(submission)
        from grader.assignment import load_assignment
        from grader.runner import grade

        if self._assignment is None:
            self._assignment = load_assignment(self._outline)
        return grade(
            *(self._assignment, submission, launcher),
            seed=seed,
            isolation=isolation,
            questions=questions,
            progress=progress,
        )

    def _launcher_for(self, submission: Submission) -> Launcher:
        from grader.launch import open_launcher

        outline = self._outline
        wanted = {*outline.preload, *submission.mentions(outline.preload_if_mentioned)}
        if self._launcher is None or not wanted <= self._preloaded:
            self.close()
            self._preloaded |= wanted
            every = (*outline.preload, *outline.preload_if_mentioned)
            preload = [name for name in every if name in self._preloaded]
            self._launcher = open_launcher(outline.libraries, preload)
        return self._launcher

    def close(self) -> None:
        """End the launcher and what it has started."""
        if self._launcher is not None:
            self._launcher.close()
            self._launcher = None

    def __enter__(self) -> Station:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
