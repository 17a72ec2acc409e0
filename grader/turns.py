"""Which check gets which worker: a fresh one, or one that a check before it has left behind.

To start a worker takes longer than most checks do, so checks take turns in one. Between two of them
it is renewed: it forgets the submission and all that came of it, and imports it anew. That is the
student's process, so it can't be relied on. These rules can:

    Only a pass counts in a worker that is not fresh. A check that fails there is judged again,
    from the beginning, in a fresh one, and nothing is left of the first time. There is one
    exception: a function in which nothing is written but `raise NotImplementedError` has to be
    seen in a fresh worker once, not again for every check of the question. Whatever happened
    before, it can't do anything else.
    Where a check has failed, the next one of its question gets a fresh worker at once: it would
    most likely fail, too, and be judged twice.
    Visible and hidden checks never share a worker: what a hidden one was given would else come
    out in what is printed or raised in a visible one.
    A check has a third of its time in a worker that is not fresh: what passes there would have
    passed with all of it, and what takes longer has all of it in a fresh one.
    The questions have their turn in their order, so that a worker has seen nothing of what comes
    later: what a later question is given may well be the answer to an earlier one, such as data
    that were to be read. Cases of one check that are sent together are drawn each by itself.

So an earlier check can't make a later one fail. Nor can it make one pass that would not in a fresh
worker, unless the code hides its memory from the renewal on purpose; and code that does finds there
what it was given before, never a right answer (`tests/test_sharing.py` looks for those).

There is one worker at a time.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.model import Limits, Visibility
from grader.session import RemoteSession


class Turns:
    """The worker at hand, and who may have it next."""

    def __init__(self, start: Callable[[Limits], RemoteSession], *, sharing: bool = True) -> None:
        self._start = start
        self._sharing = sharing
        self._session: RemoteSession | None = None
        self._limits: Limits | None = None
        self._visibility: Visibility | None = None  # None as long as nobody has taken it
        self._failing = ""  # the question of the last check, if that has failed

    def fresh(self, limits: Limits) -> RemoteSession:
        """A fresh worker, for whoever takes it."""
        self.close()
        self._session = self._start(limits)
        self._limits, self._visibility = limits, None
        return self._session

    def take(self, question: str, visibility: Visibility, limits: Limits) -> RemoteSession:
        """A worker for a check, perhaps one that a check before it has left behind."""
        session = self._session
        alike = self._visibility == visibility and self._failing != question
        if session is not None and not session.fresh and alike:
            session.resume(limits)
        elif session is None or self._visibility is not None or self._limits != limits:
            session = self.fresh(limits)
        self._visibility = visibility
        return session

    def leave(self, *, failing: str = "") -> str:
        """The check has ended; returns what was printed meanwhile.

        `failing` is its question, if it has failed and others of that question are expected to.
        """
        assert self._session is not None
        self._failing = failing
        printed = self._session.leave() if self._sharing else None
        return self.close() if printed is None else printed

    def close(self) -> str:
        """End the worker; returns what was printed since the last check."""
        if self._session is None:
            return ""
        session, self._session = self._session, None
        return session.close()

    def __enter__(self) -> Turns:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
