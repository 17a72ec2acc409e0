"""The seed of a run: given, shared through the environment, or drawn; never told to a worker."""

from __future__ import annotations

import pytest

from grader.errors import UsageError
from grader.seeds import BITS, seed_of_check, seed_of_run


def test_a_students_own_run_repeats() -> None:
    assert seed_of_run(None, None) == seed_of_run(None, "") == seed_of_run(None, " ") == 0


def test_a_number_is_taken_as_it_is_wherever_it_comes_from() -> None:
    assert seed_of_run("7", None) == seed_of_run(None, "7") == seed_of_run("7", "8") == 7


def test_a_passphrase_is_a_seed_that_does_not_tell_it() -> None:
    first, second = seed_of_run(None, "correct horse"), seed_of_run(None, "battery staple")
    assert first == seed_of_run(None, " correct horse\n")
    assert first != second
    assert all(2**32 < seed < 2**BITS for seed in (first, second))


def test_a_fresh_seed_is_new_each_time_and_fits_into_json() -> None:
    seeds = {seed_of_run("fresh", "7") for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**53 for seed in seeds)


@pytest.mark.parametrize("wrong", ["one", "-1", "1.5", "", " 7", "٣", str(2**53), "9" * 5000])
def test_anything_else_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError, match="--seed takes a whole number"):
        seed_of_run(wrong, None)


def test_every_check_has_numbers_of_its_own() -> None:
    assert seed_of_check(0, "add.numbers") != seed_of_check(0, "add.arrays")
    assert seed_of_check(0, "add.numbers") != seed_of_check(1, "add.numbers")
    assert 0 <= seed_of_check(2**53 - 1, "add.numbers") < 2**64
