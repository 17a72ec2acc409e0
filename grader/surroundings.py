"""What the student's code finds around itself, put back as it was before another check.

    gone      the modules of the submission with all that is in them, files, paths, environment
    as ever   names in the modules that are most easily changed, NumPy's settings, warnings

Code that means to can hide something from this: see turns.py for why it is in vain. Code that does
not mean to finds everything as in a fresh process; where that can't be had, `restore` says so.

This module imports nothing of ours, because it is loaded in the student's process.
"""

from __future__ import annotations

import _thread
import contextlib
import gc
import io
import os
import shutil
import sys
import types
import warnings
from collections.abc import Iterator
from typing import Any

_CHANGEABLE = ("builtins", "random", "numpy", "numpy.random", "numpy.linalg")


class Surroundings:
    """The state of the interpreter before a submission is let in; its files lie in `folders`.

    Taken before any worker is forked: even to look at an object copies the page on which it lies.
    """

    def __init__(self, folders: tuple[str, str]) -> None:
        self.folders = folders
        self.modules = set(sys.modules)
        self.numpy = sys.modules.get("numpy")
        changeable = [sys.modules[name] for name in _CHANGEABLE if name in sys.modules]
        self.names = [(vars(module), dict(vars(module))) for module in changeable]
        self.path = list(sys.path)
        self.environment = dict(os.environ)
        self.recursion = sys.getrecursionlimit()
        self.filters = list(warnings.filters)
        if self.numpy is not None:
            self.errors = self.numpy.geterr()
            self.printing = self.numpy.get_printoptions()

    def enter(self) -> None:
        """Note what is a worker's own."""
        self.streams = sys.stdin, sys.stdout, sys.stderr
        self.show = warnings.showwarning

    def restore(self) -> bool:
        """Put everything back; False if something is there that can't be undone."""
        # Not a folder any more, but a way to another one: that is not ours to empty.
        if _thread._count() or os.path.islink(self.folders[1]):
            return False
        self._forget_modules()
        # Objects that hold on to themselves go now, not while another check is under way, where
        # whatever they do when they go would be that check's. The zygote's own are frozen: quick.
        gc.collect()
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(self.recursion)
        for current, before in self.names:
            _put_back(current, before)
        sys.path[:] = self.path
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        # Which warnings have been shown already is forgotten with this, in every module.
        warnings.resetwarnings()
        warnings.filters[:] = self.filters  # type: ignore[index]
        warnings.showwarning = self.show
        if self.numpy is not None:
            self._set_numpy(self.numpy)
        self._empty_scratch()
        return True

    @contextlib.contextmanager
    def silence(self) -> Iterator[None]:
        """Let nobody hear what objects print when they are forgotten."""
        sys.stdout = sys.stderr = io.StringIO()
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = self.streams

    def _forget_modules(self) -> None:
        for name in sys.modules.keys() - self.modules:
            if self._is_library(sys.modules[name]):
                self.modules.add(name)
                continue
            module = sys.modules.pop(name)
            with contextlib.suppress(Exception):
                # Its functions hold on to it, and it to them.
                vars(module).clear()

    def _set_numpy(self, numpy: Any) -> None:
        numpy.seterr(**self.errors)
        numpy.seterrcall(None)
        if numpy.get_printoptions() != self.printing:
            numpy.set_printoptions(**self.printing)

    def _is_library(self, module: Any) -> bool:
        """Whether it would be just the same if it were imported again."""
        spec = getattr(module, "__spec__", None)
        origin = getattr(spec, "origin", None)
        return isinstance(origin, str) and not origin.startswith(self.folders)

    def _empty_scratch(self) -> None:
        scratch = self.folders[1]
        os.chdir(scratch)
        with os.scandir(scratch) as found:
            for entry in found:
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path)
                else:
                    os.unlink(entry.path)


def _put_back(current: dict[str, Any], before: dict[str, Any]) -> None:
    """Make a namespace what it was; modules that were imported into it since then may stay."""
    current.update(before)
    if len(current) > len(before):
        for name in current.keys() - before.keys():
            if not isinstance(current[name], types.ModuleType):
                del current[name]
