"""Who handed in what and when: a class folder, however it is laid out.

A folder, or a `.zip` or `.tar.gz` of one, as learning platforms give them out or as somebody has
put them together. What a student did wrong is a problem of that student's submission, never an
error of the class: `read` returns a `Submission` whatever it finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, tzinfo
from pathlib import Path
from types import TracebackType

from grader.archive import SUFFIXES, is_archive
from grader.batch.enrol import enrol
from grader.batch.handin import Handin, Place
from grader.batch.layouts.canvas import canvas
from grader.batch.layouts.classroom import classroom
from grader.batch.layouts.gradescope import gradescope
from grader.batch.layouts.moodle import moodle
from grader.batch.layouts.plain import are_attempts, plain
from grader.batch.layouts.scene import SOURCES, Found, Scene, is_clutter, module_files
from grader.batch.line import file_name, key_of, one_line
from grader.batch.packed import open_packed
from grader.batch.roster import Person, Roster
from grader.batch.tree import Folder, Tree
from grader.errors import SubmissionRefused, UsageError
from grader.submission import Piece, Submission, gather, read_single, take

# The most specific first; a folder of folders or files is what is left.
_UNMISTAKABLE = (gradescope, moodle, canvas, classroom)


class ClassFolder(AbstractContextManager["ClassFolder"]):
    """The hand-ins of a class, and their files on demand."""

    def __init__(
        self,
        path: Path,
        tree: Tree,
        modules: tuple[str, ...],
        layout: str,
        handins: tuple[Handin, ...],
        remarks: tuple[str, ...],
        missing: tuple[Person, ...],
        stubs: Mapping[str, bytes],
    ) -> None:
        self.path = path
        self.layout = layout
        self.handins = handins
        self.remarks = remarks
        self.missing = missing
        self._tree = tree
        self._modules = modules
        self._stubs = stubs
        self._closed = False

    def read(self, handin: Handin) -> Submission:
        """The files of a hand-in; what is wrong with them is among the problems of it."""
        if self._closed:
            raise ValueError("the class is closed")
        place = handin.place
        name = place.folder or (place.files[0][0] if len(place.files) == 1 else handin.student)
        called = f"{self.path}/{key_of(name)}"
        return take(called, lambda: self._files(place), self._modules, self._stubs)

    def close(self) -> None:
        """Let go of the archive, if it is one."""
        self._closed = True
        self._tree.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _files(self, place: Place) -> dict[str, bytes]:
        try:
            return self._read(place)
        except OSError as error:
            said = one_line(error.strerror or str(error))
            raise SubmissionRefused(f"What was handed in can't be read: {said}.") from None

    def _read(self, place: Place) -> dict[str, bytes]:
        if place.problem:
            raise SubmissionRefused(place.problem)
        if place.folder:
            pieces = list(self._tree.pieces(place.folder))
        else:
            loose = ((self._tree.piece(path), file_name(name)) for path, name in place.files)
            pieces = [replace(piece, name=name) for piece, name in loose]
        sources = [piece for piece in pieces if piece.name.lower().endswith(SOURCES)]
        archives = [piece for piece in pieces if is_archive(Path(piece.name))]
        if not sources and len(archives) > 1:
            names = ", ".join(sorted(piece.name for piece in archives)[:3])
            raise SubmissionRefused(f"There are {len(archives)} archives ({names}): keep one.")
        if not sources and archives:
            return read_single(archives[0], self._modules)
        if place.files and (single := self._single(pieces)) is not None:
            return self._with_others(single, pieces)
        called = one_line(place.folder.rpartition("/")[2]) or "The submission"
        return gather(called, pieces, self._modules)

    def _single(self, pieces: Sequence[Piece]) -> Piece | None:
        """Of loose files the only one that can be graded: it may have any name."""
        named = [piece for piece in pieces if piece.name in module_files(self._modules)]
        for kind in (named, *([it for it in pieces if _ends(it, suffix)] for suffix in SOURCES)):
            if kind:
                return kind[0] if len(kind) == 1 else None
        return pieces[0]

    def _with_others(self, single: Piece, pieces: Sequence[Piece]) -> dict[str, bytes]:
        files = read_single(single, self._modules)
        others = [piece for piece in pieces if piece is not single and piece.name not in files]
        return {**gather("The submission", others, self._modules), **files}


def _ends(piece: Piece, suffix: str) -> bool:
    return piece.name.lower().endswith(suffix)


def open_class(
    path: Path,
    modules: Sequence[str],
    roster: Roster | None = None,
    *,
    zone: tzinfo = UTC,
    stubs: Mapping[str, bytes] | None = None,
) -> ClassFolder:
    """The class at that path; `UsageError` if nothing there can be recognised as one.

    `zone` is where a time is meant that names no zone itself, `stubs` what students were given.
    """
    tree = _open(path)
    try:
        scene = _scene(path, tree, tuple(modules), roster, zone)
        scene, found = _recognise(scene)
        remarks = [*scene.tree.remarks, *_odd(scene.tree), *found.remarks]
        handins, missing = enrol(found.drafts, roster, zone, remarks)
    except BaseException:
        tree.close()
        raise
    return ClassFolder(
        *(path, scene.tree, scene.modules, found.layout, handins, tuple(remarks), missing),
        stubs or {},
    )


def _open(path: Path) -> Tree:
    if path.is_dir():
        return Folder(path)
    if not path.exists():
        raise UsageError(f"there are no submissions at {path}")
    if not path.is_file() or not is_archive(path):
        raise UsageError(f"{path} is no class: name a folder or one of {', '.join(SUFFIXES)}")
    return open_packed(path)


def _scene(
    path: Path, tree: Tree, modules: tuple[str, ...], roster: Roster | None, zone: tzinfo
) -> Scene:
    try:
        entries = [it for it in tree.entries() if it.kind != "odd" and not is_clutter(it.name)]
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    return Scene(path, tree, tuple(entries), modules, roster, zone)


def _recognise(scene: Scene) -> tuple[Scene, Found]:
    """The layout of the folder, or of the only folder in it if that is what was packed."""
    for recognise in _UNMISTAKABLE:
        if found := recognise(scene):
            return scene, found
    if len(scene.entries) == 1 and scene.folders:
        inner = _enter(scene, scene.folders[0])
        if _is_class(inner):
            return _recognise(inner)
        for recognise in _UNMISTAKABLE:
            if found := recognise(inner):
                return inner, found
    if found := plain(scene):
        return scene, found
    raise UsageError(
        f"{scene.path} holds nothing that looks like submissions: there should be a folder or a "
        "file (.py, .ipynb, .zip, .tar.gz) for each student, or what Canvas, Moodle or Gradescope "
        "gives out"
    )


def _enter(scene: Scene, folder: str) -> Scene:
    tree = scene.tree.enter(folder)
    return _scene(scene.path, tree, scene.modules, scene.roster, scene.zone)


def _is_class(inner: Scene) -> bool:
    """Whether the only folder in an archive holds a class, not the work of its only student.

    On the disk nobody wraps a class into a folder of its own.
    """
    if inner.path.is_dir() or (not inner.folders and len(inner.files) < 2):
        return False
    own = module_files(inner.modules)
    names = {entry.name for entry in inner.entries}
    return not names & {*own, "src"} and not are_attempts(inner, "")


def _odd(tree: Tree) -> list[str]:
    return [
        f"{one_line(entry.name)} is left aside: it is a link, and links are not followed."
        for entry in tree.entries()
        if entry.kind == "odd" and not is_clutter(entry.name)
    ]
