"""The memory of a class: `results.sqlite`, in which every finished report is before it is counted.

    meta       the assignment, the seed, the settings
    people     who is in the class, handed in or not
    handins    who handed in what, and when; `content` is known once it has been read
    contents   the student's own Python files, for showing and comparing
    reports    what came of grading a content, with the versions of the questions
    prints     what a content is compared by
    failures   what the grader could not grade, and why; it is tried again the next time
    pages      of which report the page of a student was last made

Every report is one transaction, so whatever happens to this process or the machine, the file holds
just what was finished. Only one process writes: `lock` sees to it. Others may read meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from grader.errors import InfrastructureError, UsageError
from grader.model import Report

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FILE = "results.sqlite"
SCHEMA = 1

_TABLES = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (
    student TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, place INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS handins (
    student TEXT NOT NULL, attempt INTEGER NOT NULL, submitted TEXT, marked_late INTEGER NOT NULL,
    team TEXT NOT NULL, content TEXT, PRIMARY KEY (student, attempt)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contents (
    content TEXT PRIMARY KEY, files BLOB NOT NULL, problem TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS reports (
    content TEXT PRIMARY KEY, settings TEXT NOT NULL, versions TEXT NOT NULL,
    report BLOB NOT NULL, seconds REAL NOT NULL, digest TEXT NOT NULL, round TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS prints (content TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS failures (content TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pages (student TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody of the class."""

    student: str
    name: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class Filed:
    """One attempt as the store knows it; `digest` tells one report from the next."""

    student: str
    attempt: int
    submitted: datetime | None
    marked_late: bool
    team: str = ""  # the same for those who handed it in together
    content: str | None = None
    problem: str = ""  # why not all of it could be taken
    digest: str | None = None
    failure: str = ""  # why the grader could not grade it


@dataclass(frozen=True, slots=True)
class Kept:
    """A report with what it depends on."""

    report: Report
    settings: str
    versions: Mapping[str, str]
    seconds: float
    round: str = ""  # of grading again, in which it was made


class Store:
    """The file, open for as long as this object is."""

    def __init__(self, folder: Path, *, writing: bool = True) -> None:
        self.file = folder / FILE
        self._lock: IO[str] | None = _locked(folder) if writing else None
        try:
            self._data = self._opened() if writing else _for_reading(self.file)
            schema = self.meta.get("schema")
        except sqlite3.Error as error:
            self.close()
            raise UsageError(f"{self.file} can't be used: {error}") from None
        if schema != str(SCHEMA):
            self.close()
            raise UsageError(
                f"{self.file} was written by another version of the grader (schema {schema}, this "
                f"is {SCHEMA}): name another folder with --out"
            )

    def _opened(self) -> sqlite3.Connection:
        data = sqlite3.connect(self.file, isolation_level=None, timeout=30.0)
        data.execute("PRAGMA journal_mode = WAL")
        data.execute("PRAGMA synchronous = FULL")  # a report outlives a power cut
        data.executescript(_TABLES)
        Meta(data).setdefault("schema", str(SCHEMA))
        return data

    @classmethod
    def existing(cls, folder: Path, *, writing: bool) -> Store:
        """The store in a folder that has one."""
        if not (folder / FILE).is_file():
            raise UsageError(f"{folder} holds no {FILE}: `batch` makes one")
        return cls(folder, writing=writing)

    # --- what the class is ---------------------------------------------------------------------

    @property
    def meta(self) -> Meta:
        """A few words by name."""
        return Meta(self._data)

    def enrol(self, people: Iterable[Known], handins: Iterable[Filed]) -> None:
        """The class as it is now, instead of what it was; reports stay for who comes back.

        What an attempt holds is not known before it is read: it may not be what it was.
        """
        with self._transaction():
            for table in ("people", "handins"):
                self._data.execute(f"DELETE FROM {table}")
            rows = [(it.student, it.name, it.email, at) for at, it in enumerate(people)]
            self._data.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
            self._data.executemany(
                "INSERT INTO handins VALUES (?, ?, ?, ?, ?, NULL)", map(_row, handins)
            )

    def people(self) -> list[Known]:
        """Everybody, in the order of the roster."""
        found = self._data.execute("SELECT student, name, email FROM people ORDER BY place")
        return [Known(*row) for row in found]

    def handins(self) -> Iterator[Filed]:
        """All attempts, those of a student in order, with what is known about their grading."""
        found = self._data.execute(
            "SELECT h.student, h.attempt, h.submitted, h.marked_late, h.team, h.content, "
            "coalesce(c.problem, ''), r.digest, coalesce(f.reason, '') FROM handins h "
            "LEFT JOIN contents c USING (content) LEFT JOIN reports r USING (content) "
            "LEFT JOIN failures f USING (content) ORDER BY h.student, h.attempt"
        )
        for student, attempt, submitted, late, *rest in found:
            time = None if submitted is None else datetime.fromisoformat(submitted)
            yield Filed(student, attempt, time, bool(late), *rest)

    def file_away(
        self, student: str, attempt: int, content: str, files: Mapping[str, bytes], problem: str
    ) -> None:
        """What that attempt holds, and what is wrong with it as a whole."""
        texts = {name: data.decode("utf-8", "replace") for name, data in files.items()}
        with self._transaction():
            self._data.execute(
                "INSERT OR IGNORE INTO contents VALUES (?, ?, ?)",
                (content, _packed(texts), problem),
            )
            self._data.execute(
                "UPDATE handins SET content = ? WHERE student = ? AND attempt = ?",
                (content, student, attempt),
            )

    def files(self, content: str) -> dict[str, str]:
        """The Python files of a content, as text."""
        row = self._data.execute(
            "SELECT files FROM contents WHERE content = ?", (content,)
        ).fetchone()
        return {} if row is None else {name: str(text) for name, text in _unpacked(row[0]).items()}

    # --- reports -------------------------------------------------------------------------------

    def keep(
        self,
        content: str,
        report: Report,
        *,
        settings: str,
        versions: Mapping[str, str],
        seconds: float,
        digest: str,
        round: str = "",
    ) -> None:
        """Keep a report for good, before anybody hears of it."""
        row = (
            *(content, settings, json.dumps(versions), _packed(report.to_dict())),
            *(seconds, digest, round),
        )
        with self._transaction():
            self._data.execute("INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._data.execute("DELETE FROM failures WHERE content = ?", (content,))

    def kept(self, content: str) -> Kept | None:
        """The report of a content, if there is one that can still be read."""
        row = self._data.execute(
            "SELECT report, settings, versions, seconds, round FROM reports WHERE content = ?",
            (content,),
        ).fetchone()
        if row is None:
            return None
        try:
            report = Report.from_dict(_unpacked(row[0]))
        except (ValueError, KeyError, TypeError, zlib.error):  # old or damaged: it is made anew
            return None
        return Kept(report, row[1], json.loads(row[2]), *row[3:])

    def note_failure(self, content: str, reason: str) -> None:
        """The grader could not grade it."""
        with self._transaction():
            self._data.execute("INSERT OR REPLACE INTO failures VALUES (?, ?)", (content, reason))

    # --- what contents are compared by -----------------------------------------------------------

    def prints(self, content: str) -> bytes | None:
        """The fingerprints of a content, if they were taken."""
        row = self._data.execute("SELECT data FROM prints WHERE content = ?", (content,)).fetchone()
        return None if row is None else bytes(row[0])

    def keep_prints(self, content: str, data: bytes) -> None:
        """Keep the fingerprints of a content."""
        with self._transaction():
            self._data.execute("INSERT OR REPLACE INTO prints VALUES (?, ?)", (content, data))

    # --- pages ---------------------------------------------------------------------------------

    def page_of(self, student: str) -> str | None:
        """Of which report the page of that student was made."""
        row = self._data.execute(
            "SELECT digest FROM pages WHERE student = ?", (student,)
        ).fetchone()
        return None if row is None else str(row[0])

    def note_page(self, student: str, digest: str) -> None:
        """The page of that student shows that report."""
        with self._transaction():
            self._data.execute("INSERT OR REPLACE INTO pages VALUES (?, ?)", (student, digest))

    def forget_pages(self, others_than: set[str]) -> list[str]:
        """Whose pages were made once and are not to be kept."""
        known = [row[0] for row in self._data.execute("SELECT student FROM pages")]
        gone = [student for student in known if student not in others_than]
        with self._transaction():
            rows = [(student,) for student in gone]
            self._data.executemany("DELETE FROM pages WHERE student = ?", rows)
        return gone

    def close(self) -> None:
        """Close the file, and let others write to it."""
        if hasattr(self, "_data"):
            self._data.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._data.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._data.execute("COMMIT")
            except BaseException:
                if self._data.in_transaction:
                    self._data.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise InfrastructureError(
                f"{self.file} can't be written ({error}); what it holds is safe: make room, or "
                "whatever it takes, and run the same command again"
            ) from None


class Meta:
    """Words by name, kept in the store."""

    def __init__(self, data: sqlite3.Connection) -> None:
        self._data = data

    def get(self, name: str) -> str | None:
        """The word of that name."""
        row = self._data.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, name: str, value: str) -> str:
        """Keep a word; returns it."""
        self._data.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        return value

    def setdefault(self, name: str, value: str) -> str:
        """The word of that name, which is `value` from now on if there was none."""
        self._data.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, value))
        return self.get(name) or value


def _row(it: Filed) -> tuple[object, ...]:
    time = None if it.submitted is None else it.submitted.isoformat()
    return it.student, it.attempt, time, int(it.marked_late), it.team


def _packed(value: object) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), 3)


def _unpacked(data: bytes) -> dict[str, object]:
    value: dict[str, object] = json.loads(zlib.decompress(data))
    return value


def _for_reading(file: Path) -> sqlite3.Connection:
    """The file as it is, whoever may write to it, and even if nobody may."""
    place = file.resolve().as_uri()
    for mode in ("mode=ro", "immutable=1"):  # the second where not even a lock can be written
        data = sqlite3.connect(f"{place}?{mode}", uri=True, isolation_level=None, timeout=30.0)
        try:
            data.execute("SELECT count(*) FROM meta")
        except sqlite3.OperationalError as error:
            data.close()
            refused = error
        else:
            return data
    raise refused


def _locked(folder: Path) -> IO[str]:
    """A lock on the folder for as long as this process lives; the kernel lets go of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / ".lock", "w")  # noqa: SIM115 - closed by close()
    except OSError as error:
        raise UsageError(
            f"cannot write to {folder}: {error.strerror}; name another folder with --out"
        ) from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise UsageError(
                f"another command is at work in {folder}: wait for it, or end it (export --stdout "
                "works meanwhile)"
            ) from None
    return file
