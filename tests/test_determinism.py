"""The same submission and seed give the same report: twice in a row, and under load."""

from __future__ import annotations

import json
import multiprocessing
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.model import Report
from grader.reporters import json as json_reporter
from tests.support import HW0, GradeSource

NOISY = """
import random, os, warnings

_loss = softmax_loss

def softmax_loss(Z, y):
    print(set("abc"), object(), os.getcwd(), __file__, hash("x"))
    print(random.random(), np.random.rand(), np.random.default_rng().random())
    warnings.warn("from here")
    return _loss(Z, y) + np.random.default_rng().random()

def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    order = np.random.permutation(len(X))
    raise ValueError(f"{object()} {order[:3]}")
"""


def without_times(report: Report) -> str:
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', json_reporter.render(report))


def burn(_: int) -> None:
    while True:
        pass


@pytest.fixture
def noisy(base: str) -> str:
    return base + NOISY


def test_even_unseeded_randomness_repeats(grade_source: GradeSource, noisy: str) -> None:
    first, second = grade_source(noisy), grade_source(noisy)
    assert first.score < 100.0
    assert without_times(first) == without_times(second)
    assert "/tmp" not in without_times(first)


def test_load_changes_nothing(grade_source: GradeSource, noisy: str) -> None:
    calm = grade_source(noisy)
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=burn, args=(0,), daemon=True) for _ in range(6)]
    for burner in burners:
        burner.start()
    try:
        assert without_times(grade_source(noisy)) == without_times(calm)
    finally:
        for burner in burners:
            burner.kill()
            burner.join()


def test_two_processes_write_the_same_bytes(tmp_path: Path, noisy: str) -> None:
    (tmp_path / "simple_ml.py").write_text(noisy)
    texts = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "grader", "hw0", "--submission", "simple_ml.py", "--json", "-"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        data: dict[str, Any] = json.loads(done.stdout)
        for check in data["checks"]:
            check.pop("seconds")
        texts.append(json.dumps(data))
    assert texts[0] == texts[1]


def test_another_seed_draws_other_inputs(grade_source: GradeSource, base: str) -> None:
    wrong = base + (HW0 / "wrong" / "softmax_loss__sum-not-mean.py").read_text()
    examples = {
        str(grade_source(wrong, seed=seed, questions=("softmax_loss",)).checks[0].counterexample)
        for seed in range(3)
    }
    assert len(examples) == 3


def test_selecting_a_question_changes_nothing_about_it(
    grade_source: GradeSource, noisy: str
) -> None:
    whole = grade_source(noisy)
    part = grade_source(noisy, questions=("softmax_loss",))
    chosen = [check.to_dict() for check in whole.checks if check.question == "softmax_loss"]
    alone = [check.to_dict() for check in part.checks]
    for check in (*chosen, *alone):
        check.pop("seconds")
    assert chosen == alone
