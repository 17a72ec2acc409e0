"""The options that several commands have, so that they mean and say the same everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click

from grader.model import LEVELS, Audience, Level
from grader.seeds import VARIABLE

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Option = Callable[[Decorated], Decorated]


def seed(*, otherwise: str) -> Option[Any]:
    """`--seed`; `otherwise` says what it is if neither this nor the environment does."""
    return click.option(
        "--seed",
        metavar="N",
        help="Seed of all random inputs; 'fresh' draws one that nobody knows.  "
        f"[default: {VARIABLE} in the environment, else {otherwise}]",
    )


def isolation(default: Level) -> Option[Any]:
    """`--isolation`."""
    return click.option(
        "--isolation",
        type=click.Choice(LEVELS[::-1]),
        default=default,
        help="Refuse to grade with less than this between a submission and the machine; 'doctor' "
        f"shows what there is.  [default: {default}]",
    )


def min_score() -> Option[Any]:
    """`--min-score`."""
    return click.option(
        "--min-score",
        type=float,
        callback=percent,
        metavar="PERCENT",
        help="Exit with 0 if the score is at least so many percent.  [default: if all passes]",
    )


def audience(default: Audience | None) -> Option[Any]:
    """`--audience`; without a default it is what it was before."""
    return click.option(
        "--audience",
        type=click.Choice(get_args(Audience)),
        default=default,
        help="For whom the reports are: a student's show of hidden checks only title and points.  "
        f"[default: {default or 'as it was graded'}]",
    )


def jobs(*names: str, what: str) -> Option[Any]:
    """`--jobs`; `what` is done so many times side by side."""
    return click.option(
        *("--jobs", "-j", *names),
        type=click.IntRange(1, 256),
        metavar="N",
        default=_cores,
        help=f"How many {what} at a time.  [default: one for each core]",
    )


def _cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def percent(ctx: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """A number from 0 to 100, or nothing."""
    # Not a range of click's, in which there is room for nan.
    if value is not None and not 0 <= value <= 100:
        raise click.BadParameter("it is a number from 0 to 100.", ctx, option)
    return value
