"""Who may import whom: the layers of the house, kept by reading the import statements."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support import ROOT

# Each module of the grader with all that it may import of ours; `docs/architecture.md` has the why.
MAY = {
    "__init__": "",
    "__main__": "cli",
    "model": "",
    "text": "",
    "wire": "",
    "channel": "",  # `wire`, relatively
    "jail": "",
    "cleanup": "",
    "cores": "jail",
    "surroundings": "",
    "lookout": "",
    "alarms": "text",
    "guest": "",  # `wire`, `surroundings` and `lookout`, relatively
    "worker": "channel guest surroundings wire jail",
    "errors": "alarms model",
    "seeds": "errors",
    "options": "model seeds",
    "stage": "errors cleanup",
    "archive": "errors text",
    "magics": "",
    "notebook": "errors text magics",
    "submission": "errors text archive notebook",
    "late": "errors",
    "course": "errors model text late",
    "student": "errors model wire",
    "kit": "errors model text wire student kit",
    "sandbox": "alarms channel errors model text wire jail stage",
    "launch": "cores errors model jail sandbox stage",
    "session": "alarms errors model text wire sandbox student submission",
    "turns": "model session",
    "assignment": "errors model text course kit submission",
    "structure": "model kit structure",
    "diagnose": "errors model wire student kit structure",
    "excerpt": "model text submission",
    "runner": "cores errors model text assignment diagnose excerpt kit sandbox seeds session "
    "student submission turns",
    "similarity": "text similarity",
    "statements": "",
    "footprint": "statements",
    "version": "assignment footprint model",
    "tally": "model",
    "reporters": "model text tally similarity audit reporters",
    "delivery": "errors model course reporters runner",
    "station": "model assignment course launch runner sandbox submission",
    "watch": "errors",
    "doctor": "model course launch jail __init__",
    "batch": "__init__ errors model options text archive notebook submission course late seeds "
    "jail assignment stage station version tally similarity reporters batch",
    "ci": "__init__ errors model options text course delivery reporters seeds station submission "
    "ci",
    "gradescope": "__init__ errors model options text course seeds jail submission assignment "
    "runner station reporters gradescope",
    "precommit": "ci course model options reporters seeds station submission",
    "audit": "errors model options wire assignment course kit reporters runner seeds station "
    "student submission version audit",
    "cli": "audit batch ci gradescope precommit options errors text course delivery doctor "
    "assignment runner seeds station submission watch model __init__",
}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def ours(path: Path) -> set[str]:
    """The modules of the grader that a file imports, by their first name."""
    names = set()
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "grader":
            first = rest.split(".")[0]
            names.add("__init__" if first in ("", "__version__") else first)
    return names


JAIL = sorted((ROOT / "grader" / "jail").glob("*.py"))
MODULES = sorted((ROOT / "grader").rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_of_the_grader_imports_what_it_may_not(path: Path) -> None:
    name = path.relative_to(ROOT / "grader").parts[0].removesuffix(".py")
    assert ours(path) <= set(MAY[name].split())


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_grader_knows_no_assignment_and_no_reference(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports(path)}
    assert not tops & {"reference", "assignments"}
    assert "hw0" not in re.sub("python -m grader (batch )?hw0", "", path.read_text())


@pytest.mark.parametrize("path", sorted((ROOT / "reference").glob("*.py")), ids=lambda p: p.stem)
def test_the_reference_imports_nothing_of_the_grader(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports(path)}
    plain = {"__future__", "collections", "functools", "gzip", "struct", "pathlib", "typing"}
    assert tops <= plain | {"numpy", "scipy", "cvxopt", "reference"}


@pytest.mark.parametrize(
    "path",
    [
        *(
            ROOT / "grader" / f"{name}.py"
            for name in ("worker", "channel", "guest", "lookout", "surroundings", "wire")
        ),
        *JAIL,
    ],
    ids=lambda path: path.stem,
)
def test_what_the_students_process_loads_is_small(path: Path) -> None:
    """No pickle, no network beyond its socket, nothing of the grader besides wire and jail."""
    tops = {name.split(".")[0] for name in imports(path)}
    assert not tops & {"pickle", "marshal", "shelve", "multiprocessing", "asyncio", "subprocess"}


def test_nothing_is_unpickled_anywhere() -> None:
    for path in (*MODULES, *(ROOT / "assignments").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "import pickle" not in text
        assert "allow_pickle" not in text
