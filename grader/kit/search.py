"""Property checks: Hypothesis looks for an input on which the property fails, then shrinks it.

The search is a function of the seed alone: no example database, no time limits, nothing learnt
from earlier runs. A property is a function of one drawn value that raises `WrongAnswer`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grader.errors import NotImplementedYet, Raised, StudentFault, WrongAnswer

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


class _Gone(BaseException):
    """Carries a fault past Hypothesis: there is nothing to shrink, as when the worker is gone."""

    def __init__(self, fault: StudentFault) -> None:
        self.fault = fault


def search(
    holds: Callable[[Any], None],
    strategy: SearchStrategy[Any],
    *,
    seed: int,
    examples: int,
    shrink: bool = True,
) -> None:
    """Raise the fault of the smallest failing input found, or the first; return if none was."""
    import hypothesis

    _forget_local_constants()
    found: list[StudentFault] = []  # the last one: each holds what came back

    def attempt(drawn: Any) -> None:
        try:
            holds(drawn)
        except (WrongAnswer, Raised) as fault:
            if not shrink:
                raise _Gone(fault) from None
            found[:] = [fault]
            raise
        except NotImplementedYet as fault:  # the same on every input
            raise _Gone(fault) from None
        except StudentFault as fault:
            # If it dies while a failure is being shrunk, that failure is the better story.
            raise _Gone(found[-1] if found else fault) from None

    test = hypothesis.seed(seed)(hypothesis.given(strategy)(attempt))
    settings = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        verbosity=hypothesis.Verbosity.quiet,
    )
    try:
        settings(test)()
    except _Gone as gone:
        raise gone.fault from None
    except StudentFault:
        # Hypothesis ends by running the smallest example once more: the last fault is its fault.
        raise found[-1] from None
    except hypothesis.errors.Flaky:
        raise found[-1] from None


@functools.cache
def _forget_local_constants() -> None:
    """Keep Hypothesis from drawing constants that it finds in the modules of this process.

    It would make the inputs depend on what happens to be loaded and from where: a checkout and an
    installed wheel would grade with different ones. There is no public setting for it.
    """
    with contextlib.suppress(ImportError, AttributeError):  # older versions never do it
        providers: Any = importlib.import_module("hypothesis.internal.conjecture.providers")
        nothing = providers.Constants()
        providers._get_local_constants = lambda: nothing
