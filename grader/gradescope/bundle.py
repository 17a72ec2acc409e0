"""The zip that is uploaded to Gradescope.

    setup.sh, run_autograder    what the platform calls
    gradescope.json             the settings, with the seed
    requirements.txt            what setup.sh installs, by name
    grader/, templates/         the grader, to be imported from there
    assignments/NAME/           that assignment with its hidden checks, and no other
    reference/                  what of the reference it uses

The stub is in it, too, to know one that nobody has touched from the student's work. The same
settings and files give the same bytes.
"""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import io
import re
import stat
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import grader
from grader.assignment import module_names, package_name
from grader.course import Outline, course_folder, given_out
from grader.errors import InfrastructureError
from grader.gradescope.settings import FILE, Settings
from grader.submission import wanted

SCRIPTS = ("setup.sh", "run_autograder")
_DISTRIBUTION = "ml-homework-grader"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say


def build(outline: Outline, settings: Settings) -> bytes:
    """The bytes of the upload."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in sorted(contents(outline, settings).items()):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system = 3  # Unix, so that the modes count
            entry.external_attr = (stat.S_IFREG | (0o755 if name in SCRIPTS else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def contents(outline: Outline, settings: Settings) -> dict[str, bytes]:
    """The files of the upload, by their names in it."""
    package = Path(grader.__file__).resolve().parent
    templates = course_folder() / "templates"
    files = {name: _script(package / "gradescope" / name) for name in SCRIPTS}
    files[FILE] = settings.to_json().encode()
    files["requirements.txt"] = "".join(f"{line}\n" for line in requirements()).encode()
    for name, path in _below(package):
        if path.suffix == ".py" and not name.startswith("_course/"):
            files[f"grader/{name}"] = path.read_bytes()
    for name, path in _below(templates):
        files[f"templates/{name}"] = path.read_bytes()
    return files | _of_assignment(outline)


def requirements() -> list[str]:
    """What the grader needs, in the ranges that it asks for and no newer than it is tried with."""
    return [_bounded(line) for line in sorted(_asked_for())]


def _of_assignment(outline: Outline) -> dict[str, bytes]:
    """The assignment's data, and of its code and the reference what is reached from its checks."""
    own = package_name(outline)
    sources = {f"{own}.{path.stem}": path for path in outline.folder.glob("*.py")}
    reference = _reference_folder()
    sources |= {f"reference.{path.stem}": path for path in reference.glob("*.py")}
    start = {f"{own}.{name}" for name in module_names(outline)} | {"reference.__init__"}
    start |= {question.reference.partition(":")[0] for question in outline.questions.values()}
    here = f"assignments/{outline.name}"
    files = {f"{here}/assignment.toml": (outline.folder / "assignment.toml").read_bytes()}
    files |= {f"{here}/{name}.py": text for name, text in given_out(outline).items()}
    for name in _reached(start, sources):
        path = sources[name]
        folder = "reference" if path.parent == reference else here
        files[f"{folder}/{path.name}"] = path.read_bytes()
    for name, path in _below(outline.folder):
        if "/" in name and path.suffix != ".py":
            files[f"{here}/{name}"] = path.read_bytes()
    return files


def _reached(start: set[str], sources: Mapping[str, Path]) -> set[str]:
    """The modules that are imported from there, by whatever way."""
    reached: set[str] = set()
    pending = set(start)
    while pending:
        name = pending.pop()
        if name in sources and name not in reached:
            reached.add(name)
            pending |= set(_imported(sources[name], name.rpartition(".")[0]))
    return reached


def _imported(path: Path, package: str) -> Iterator[str]:
    """Names of modules, and of what might be one, that a file imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = [package if node.level else "", node.module or ""]
            module = ".".join(filter(None, parts))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _reference_folder() -> Path:
    spec = importlib.util.find_spec("reference")
    if spec is None or spec.origin is None:
        raise InfrastructureError("the reference is not installed with this grader")
    return Path(spec.origin).parent


def _script(path: Path) -> bytes:
    """A checkout on Windows may have given it line ends that no shell understands."""
    return path.read_bytes().replace(b"\r\n", b"\n")


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files below a folder, without clutter, with their relative names."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and wanted(name):
            yield name, path


def _asked_for() -> list[str]:
    """The requirements of the project: by its file in a checkout, else as it was installed."""
    project = course_folder() / "pyproject.toml"
    if project.is_file():
        lines: list[str] = tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"]
        return lines
    try:
        declared = importlib.metadata.requires(_DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        raise InfrastructureError(
            f"{_DISTRIBUTION} is not installed: install it, so that it is known what it needs"
        ) from None
    return [line for line in declared if "extra ==" not in line]


def _bounded(line: str) -> str:
    wish, _, condition = (part.strip() for part in line.partition(";"))
    name = re.match(r"[\w.-]+", wish)
    assert name is not None
    try:
        major = int(importlib.metadata.version(name.group()).split(".")[0])
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return line
    bounded = f"{wish}{',' if re.search('[<>=~]', wish) else ''}<{major + 1}"
    return f"{bounded}; {condition}" if condition else bounded
