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

    def __init__(self, outline: Outline, assignment: Assignment | None = None) -> None:
        self._outline = outline
        self._assignment = assignment
        # Without and with the libraries that only some submissions mention: a worker that is
        # forked with them takes several times as long to start.
        self._light: Launcher | None = None
        self._heavy: Launcher | None = None
        self._mentioned: set[str] = set()

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
        mentioned = set(submission.mentions(outline.preload_if_mentioned))
        if not mentioned:
            self._light = self._light or open_launcher(outline.libraries, outline.preload)
            return self._light
        if self._heavy is not None and not mentioned <= self._mentioned:
            self._heavy.close()
            self._heavy = None
        if self._heavy is None:
            self._mentioned |= mentioned
            more = [name for name in outline.preload_if_mentioned if name in self._mentioned]
            self._heavy = open_launcher(outline.libraries, [*outline.preload, *more])
        return self._heavy

    def close(self) -> None:
        """End the launchers and what they have started."""
        for launcher in (self._light, self._heavy):
            if launcher is not None:
                launcher.close()
        self._light = self._heavy = None

    def __enter__(self) -> Station:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
