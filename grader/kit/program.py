"""Programs: a few steps with a submission, judged as if they were one call.

What is asked for may be a class. A check then writes down what to do with it, as a function of the
submission and of some arguments that returns what is to be compared, by name:

    def dense(mlp, X, W, b, upstream):
        layer = mlp.Dense(W.shape[1])
        layer.setup(W.shape[0], np.random.default_rng(0))
        layer.W, layer.b = W, b
        layer.forward(X)
        return {"backward(upstream)": layer.backward(upstream), "dW": layer.dW}

The same steps are done with the student's class, with the reference, and with the wrong classes
that are known; and they are what the report shows.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Sequence
from typing import Any

from grader.errors import StudentFault
from grader.kit import local
from grader.student import Function, Method, Outcome, Program, Remote, Student, kept_of
from grader.wire import Opaque


class Steps(Function):
    """A program of the submission's, to be used like a function of it."""

    def __init__(self, student: Student, name: str, program: Program) -> None:
        super().__init__(student.question(name), student.session, student.calls)
        self.program = program
        self._run = functools.partial(program, student.unrecorded())

    def call(self, *args: Any, **kwargs: Any) -> Outcome:
        """Do the steps; the value is a dict of what came of them."""
        try:
            outcome = local.run(self._run, args, kwargs)
        except StudentFault as fault:
            self._keep(self._record(args, kwargs, fault=fault))
            raise
        value = {name: _settled(part) for name, part in outcome.value.items()}
        outcome = Outcome(value, outcome.args)
        self._keep(self._record(args, kwargs, outcome=outcome))
        return outcome

    def call_all(self, cases: Sequence[tuple[Any, ...]]) -> list[Outcome]:
        """Do the steps for each case."""
        return [self.call(*args) for args in cases]


def _settled(value: Any) -> Any:
    if isinstance(value, Remote):
        return kept_of(value)
    return Opaque("method") if isinstance(value, Method) else value


def parameters(program: Program) -> tuple[str, ...]:
    """The names of what a program takes besides the submission."""
    return local.parameters(program)[1:]


def _compared(key: ast.expr | None, value: ast.expr) -> str:
    """What is compared; by its name, where it takes a function of the check to get it."""
    helped = isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
    return str(key.value) if helped and isinstance(key, ast.Constant) else ast.unparse(value)


def text(program: Program) -> str:
    """The steps as a student could type them; what is compared comes last."""
    (function,) = ast.parse(textwrap.dedent(inspect.getsource(program))).body
    assert isinstance(function, ast.FunctionDef)
    lines: list[str] = []
    for statement in function.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # the docstring
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Dict):
            lines += map(_compared, statement.value.keys, statement.value.values)
        else:
            lines.append(ast.unparse(statement))
    return "\n".join(dict.fromkeys(lines))
