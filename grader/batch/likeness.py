"""The submissions of a class compared with each other, and the pages that show what was found."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from grader.batch import files
from grader.batch.formats import FILES
from grader.batch.gradebook import Grade
from grader.batch.store import Store
from grader.course import Outline, course_folder
from grader.reporters import pair as pair_page
from grader.reporters import similarity as similarity_page
from grader.similarity import Fingerprints, Pair, Stub, compare, fingerprint
from grader.text import called

PAIRS = "similarity"
_LIST = FILES["similarity"][0]


def write_likeness(store: Store, folder: Path, outline: Outline, book: Iterable[Grade]) -> None:
    """Compare what counts for everybody; write the list, and a page for each pair worth a look."""
    book = list(book)
    names = [f"{module}.py" for module in outline.modules]
    graded = {grade.student: grade for grade in book if grade.content}
    prints = {it.student: _prints(store, it.content, names) for it in graded.values()}
    stub = Stub.of({name: (outline.folder / name).read_bytes() for name in names})
    teams = {it.student: it.team for it in graded.values() if it.team}
    found = compare(prints, stub, group=teams)

    pages = folder / PAIRS
    links: dict[tuple[str, str], str] = {}
    for number, pair in enumerate((it for it in found.pairs if it.is_suspicious), start=1):
        links[pair.left, pair.right] = f"{PAIRS}/{number:03}.html"
        page = _page(store, outline, pair, graded)
        files.write(folder / links[pair.left, pair.right], page)
    for old in pages.glob("[0-9]*.html"):
        if f"{PAIRS}/{old.name}" not in links.values():
            old.unlink(missing_ok=True)
    page = similarity_page.render(
        *(found, course_folder() / "templates"),
        assignment=outline.name,
        links=links,
        names=called({grade.student: grade.name for grade in book}),
        unread={it for it in found.too_short if not store.files(graded[it].content)},
    )
    files.write(folder / _LIST, page)


def remove_likeness(folder: Path) -> None:
    """Take away what was found in another round: it says nothing about the submissions of now."""
    for page in (folder / PAIRS).glob("[0-9]*.html"):
        page.unlink(missing_ok=True)
    (folder / _LIST).unlink(missing_ok=True)


def _prints(store: Store, content: str, names: list[str]) -> Fingerprints:
    """The fingerprints of a content, taken once."""
    kept = store.prints(content)
    if kept is not None:
        with contextlib.suppress(ValueError):  # taken by another version
            return Fingerprints.from_bytes(kept)
    taken = fingerprint(_sources(store, content), names)
    store.keep_prints(content, taken.to_bytes())
    return taken


def _page(store: Store, outline: Outline, pair: Pair, graded: dict[str, Grade]) -> str:
    def side(student: str) -> pair_page.SideText:
        grade = graded[student]
        return pair_page.SideText(grade.shown_name, _sources(store, grade.content))

    return pair_page.render(
        *(pair, side(pair.left), side(pair.right), course_folder() / "templates"),
        assignment=outline.name,
        back=f"../{_LIST}",
    )


def _sources(store: Store, content: str) -> dict[str, bytes]:
    return {name: text.encode() for name, text in store.files(content).items()}
