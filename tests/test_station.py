"""One submission after another: what is loaded for one is there for the next one like it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grader.course import read_outline
from grader.station import Station
from grader.submission import Submission, from_files


class Launched:
    def __init__(self, preload: Iterable[str]) -> None:
        self.preload = set(preload)
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


def submission(text: str) -> Submission:
    return from_files("s", {"simple_ml.py": text.encode()}, ["simple_ml"])


def test_only_who_mentions_a_library_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Launched] = []

    def open_launcher(libraries: Iterable[str], preload: Iterable[str]) -> Launched:
        opened.append(Launched(preload))
        return opened[-1]

    def grade(assignment: Any, given: Any, launcher: Launched, **_: Any) -> Launched:
        assert launcher.is_open
        return launcher

    monkeypatch.setattr("grader.launch.open_launcher", open_launcher)
    monkeypatch.setattr("grader.runner.grade", grade)
    with Station(read_outline("hw0")) as station:

        def used(text: str) -> Any:
            return station.grade(submission(text), seed=0, isolation="none")

        plain = used("import numpy")
        assert "scipy.special" not in plain.preload
        special = used("from scipy.special import logsumexp")
        assert "scipy.special" in special.preload
        assert plain.is_open
        assert used("x = 1") is plain
        assert used("import scipy.special") is special
        both = used("import scipy.linalg")
        assert {"scipy.special", "scipy.linalg"} <= both.preload
        assert not special.is_open
        assert used("import scipy.special") is both
    assert len(opened) == 3
    assert not any(launcher.is_open for launcher in opened)
