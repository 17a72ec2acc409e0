"""Archives that a stranger packed: read as what they hold, or refused as a whole in one line."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader import archive
from grader.archive import is_archive, read_archive
from grader.errors import SubmissionRefused

SOURCE = b"def add(x, y):\n    return x + y\n"


def zipped(path: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            info = zipfile.ZipInfo("x")
            info.filename = name  # past the clean-up of the constructor
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, data)
    return path


def tarred(path: Path, *entries: tuple[str, bytes]) -> Path:
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as file:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    return path


def packed(path: Path, *entries: tuple[str, bytes]) -> Path:
    return zipped(path, *entries) if path.suffix == ".zip" else tarred(path, *entries)


@pytest.fixture(autouse=True)
def nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Every test reads its archives in an empty current folder, which stays empty."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    yield here
    assert list(here.iterdir()) == []


def assert_refused(path: Path, reason: str) -> None:
    beside = sorted(path.parent.rglob("*"))
    with pytest.raises(SubmissionRefused, match=reason) as caught:
        read_archive(path)
    message = caught.value.message
    assert message.startswith(path.name)
    assert len(message.splitlines()) == 1
    assert message.isprintable()
    assert sorted(path.parent.rglob("*")) == beside


@pytest.mark.parametrize("name", ["work.zip", "work.tar.gz", "work.tgz", "work.tar"])
def test_an_archive_gives_its_files_by_name(tmp_path: Path, name: str) -> None:
    entries = [
        ("simple_ml.py", SOURCE),
        ("./a//b.py", b""),
        ("ä/Σ.txt", b"x"),
    ]
    path = packed(tmp_path / name, *entries)
    assert is_archive(path)
    assert read_archive(path) == {"simple_ml.py": SOURCE, "a/b.py": b"", "ä/Σ.txt": b"x"}


@pytest.mark.parametrize("name", ["WORK.ZIP", "Work.Tar.Gz"])
def test_the_case_of_the_suffix_does_not_matter(tmp_path: Path, name: str) -> None:
    path = packed(tmp_path / name.lower(), ("a.py", SOURCE)).rename(tmp_path / name)
    assert is_archive(path)
    assert read_archive(path) == {"a.py": SOURCE}


def test_folders_in_an_archive_are_no_files(tmp_path: Path) -> None:
    path = tmp_path / "work.tar.gz"
    with tarfile.open(path, "w:gz") as file:
        folder = tarfile.TarInfo("src")
        folder.type = tarfile.DIRTYPE
        file.addfile(folder)
    assert read_archive(path) == {}
    assert read_archive(zipped(tmp_path / "work.zip", ("src/", b""))) == {}


def test_names_with_backslashes_are_paths(tmp_path: Path) -> None:
    assert read_archive(zipped(tmp_path / "work.zip", ("src\\a.py", b""))) == {"src/a.py": b""}


@pytest.mark.parametrize(
    "name",
    [
        "../x.py",
        "a/../../x.py",
        "a/../x.py",
        "..",
        "/etc/x.py",
        "//server/x.py",
        "C:\\x.py",
        "c:x.py",
        "..\\x.py",
        "a\\..\\..\\x.py",
        "\\x.py",
        "a\nb.py",
        "\x1b[31mx.py",
        "\u202eyp.x",
    ],
)
@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz"])
def test_a_name_that_leads_elsewhere_or_hides_is_refused(
    tmp_path: Path, kind: str, name: str
) -> None:
    path = packed(tmp_path / kind, ("simple_ml.py", SOURCE), (name, b"x"))
    assert_refused(path, "absolute name|leads out|unprintable")


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE],
    ids=["symlink", "hard link", "character device", "block device", "fifo"],
)
@pytest.mark.parametrize("target", ["/etc/passwd", "simple_ml.py", "../secret.py"])
def test_a_tar_with_anything_but_files_and_folders_is_refused(
    tmp_path: Path, kind: bytes, target: str
) -> None:
    path = tmp_path / "work.tar.gz"
    with tarfile.open(path, "w:gz") as file:
        entry = tarfile.TarInfo("simple_ml.py")
        entry.type, entry.linkname = kind, target
        file.addfile(entry)
    assert_refused(path, "link or device: 'simple_ml.py'")


@pytest.mark.parametrize("kind", [0o120000, 0o020000, 0o060000, 0o010000, 0o140000], ids=oct)
def test_a_zip_with_anything_but_files_and_folders_is_refused(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "work.zip"
    with zipfile.ZipFile(path, "w") as file:
        entry = zipfile.ZipInfo("simple_ml.py")
        entry.external_attr = (kind | 0o777) << 16
        file.writestr(entry, "/etc/passwd")
    assert_refused(path, "link or device: 'simple_ml.py'")


def test_an_encrypted_zip_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = zipped(tmp_path / "work.zip", ("simple_ml.py", SOURCE))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(data)
    assert_refused(path, "encrypted; pack it without a password")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", ["work.zip", "work.tar"])
@pytest.mark.parametrize("other", ["a.py", "./a.py", ".//a.py"])
def test_two_entries_for_one_file_are_refused(tmp_path: Path, kind: str, other: str) -> None:
    path = packed(tmp_path / kind, ("a.py", SOURCE), (other, b"import os\n"))
    assert_refused(path, "two entries named 'a.py'")


@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz"])
def test_as_many_entries_as_allowed_are_read_and_one_more_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRIES", 50)
    entries = [(f"{index}.py", b"") for index in range(51)]
    assert len(read_archive(packed(tmp_path / f"most-{kind}", *entries[1:]))) == 50
    assert_refused(packed(tmp_path / kind, *entries), "more than 50 entries")


def test_folders_count_as_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRIES", 50)
    entries = [(f"{index}/", b"") for index in range(51)]
    assert_refused(zipped(tmp_path / "work.zip", *entries), "more than 50 entries")


@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz"])
def test_what_is_not_wanted_is_neither_read_nor_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    path = packed(tmp_path / kind, ("venv/large.py", bytes(3 << 19)), ("a.py", SOURCE))
    wanted = read_archive(path, lambda name: not name.startswith("venv/"))
    assert wanted == {"a.py": SOURCE}
    path = packed(tmp_path / kind, ("venv/../../x.py", b""), ("a.py", SOURCE))
    with pytest.raises(SubmissionRefused, match="leads out"):
        read_archive(path, lambda name: not name.startswith("venv/"))


@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz"])
@pytest.mark.parametrize("parts", [1, 3], ids=["one entry", "together"])
def test_a_bomb_is_refused_while_it_is_inflated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, parts: int
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 4 << 20)
    zeros = bytes((12 << 20) // parts)
    path = packed(tmp_path / kind, *((f"{index}.bin", zeros) for index in range(parts)))
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        assert_refused(path, "unpacks to more than 4 MiB")
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


def test_a_zip_that_understates_its_size_gives_no_more_than_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    path = zipped(tmp_path / "work.zip", ("a.bin", bytes(8 << 20)))
    real = struct.pack("<L", 8 << 20)
    path.write_bytes(path.read_bytes().replace(real, struct.pack("<L", 100)))
    assert_refused(path, "is not a readable archive")


def test_a_tar_of_endless_headers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    long_name = tarfile.TarInfo("x" * (3 << 20))
    with tarfile.open(tmp_path / "work.tar.gz", "w:gz", format=tarfile.GNU_FORMAT) as file:
        file.addfile(long_name)
    assert_refused(tmp_path / "work.tar.gz", "an extended header that is too long")


def test_a_sparse_tar_that_claims_a_terabyte_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    entry = tarfile.TarInfo("a.bin")
    entry.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[483:495] = b"\x80" + (1 << 40).to_bytes(11, "big")  # the size when it is unfolded
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    path = tmp_path / "work.tar.gz"
    path.write_bytes(gzip.compress(bytes(header) + bytes(1024)))
    assert_refused(path, "unpacks to more than 1 MiB")


def test_a_sparse_map_in_a_pax_header_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 20)
    entry = tarfile.TarInfo("a.bin")
    entry.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": str(1 << 40)}
    with tarfile.open(tmp_path / "work.tar", "w", format=tarfile.PAX_FORMAT) as file:
        file.addfile(entry)
    assert_refused(tmp_path / "work.tar", "unpacks to more than 1 MiB")


def test_an_archive_that_is_large_itself_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_PACKED_BYTES", 1 << 20)
    path = tmp_path / "work.zip"
    path.write_bytes(bytes((1 << 20) + 1))
    assert_refused(path, "is larger than 1 MiB")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("import numpy as np\n" * 100)


def truncated(path: Path) -> None:
    whole = packed(path, ("a.py", SOURCE * 50), ("b.py", SOURCE[::-1] * 50)).read_bytes()
    path.write_bytes(whole[: len(whole) // 3])


def damaged(path: Path) -> None:
    whole = bytearray(packed(path, ("a.py", bytes(range(256)) * 8)).read_bytes())
    for index in range(len(whole) // 4, len(whole) // 2):
        whole[index] ^= 0x5A
    path.write_bytes(whole)


@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz", "work.tgz", "work.tar"])
@pytest.mark.parametrize("make", [empty, text, truncated])
def test_what_is_not_a_whole_archive_is_refused(
    tmp_path: Path, kind: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / kind)
    assert_refused(tmp_path / kind, "is not a readable archive")


def test_a_zip_whose_contents_are_damaged_is_refused(tmp_path: Path) -> None:
    damaged(tmp_path / "work.zip")
    assert_refused(tmp_path / "work.zip", "is not a readable archive")


@pytest.mark.parametrize("kind", ["work.zip", "work.tar.gz", "work.tar"])
def test_a_flipped_byte_anywhere_is_refused_or_harmless(tmp_path: Path, kind: str) -> None:
    """Whatever the parsers make of it, only a refusal or harmless names come out."""
    whole = packed(tmp_path / kind, ("src/a.py", SOURCE), ("b.txt", b"data")).read_bytes()
    for index in range(0, len(whole), max(1, len(whole) // 400)):
        broken = bytearray(whole)
        broken[index] ^= 0xFF
        (tmp_path / kind).write_bytes(broken)
        try:
            files = read_archive(tmp_path / kind)
        except SubmissionRefused:
            continue
        for name in files:
            assert not name.startswith("/")
            assert ".." not in name.split("/")
            assert name.isprintable()


@pytest.mark.parametrize("name", ["work.zip", "work.tar.gz"])
@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([(".", SOURCE)], "a name that no file can have"),
        ([("a", b"x"), ("a/b.py", SOURCE)], "an entry inside a file: 'a/b.py'"),
        ([("a/b/c.py", SOURCE), ("a", b"x")], "an entry inside a file: 'a/b/c.py'"),
        ([("x" * 300, SOURCE)], "a name that no file can have"),
        ([("ä" * 150 + ".py", SOURCE)], "a name that no file can have"),
    ],
)
def test_names_that_no_folder_can_hold_are_refused(
    tmp_path: Path, name: str, entries: list[tuple[str, bytes]], reason: str
) -> None:
    assert_refused(packed(tmp_path / name, *entries), reason)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_inflate_without_a_limit_are_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "work.zip"
    with zipfile.ZipFile(path, "w", method) as file:
        file.writestr("simple_ml.py", bytes(64 << 20))
    tracemalloc.start()
    assert_refused(path, "packed in an unusual way")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


def test_a_gzip_that_is_damaged_behind_the_last_file_is_refused(tmp_path: Path) -> None:
    path = tarred(tmp_path / "work.tar.gz", ("simple_ml.py", SOURCE))
    damaged = bytearray(path.read_bytes())
    damaged[-8] ^= 0xFF  # the checksum
    path.write_bytes(damaged)
    assert_refused(path, "not a readable archive")


def test_an_extended_header_is_not_longer_than_it_needs_to_be(tmp_path: Path) -> None:
    """The library takes time quadratic in the length of a header such as this one."""
    body = b"1" * 100_000
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, len(body)
    block = header.tobuf(tarfile.USTAR_FORMAT) + body + bytes(-len(body) % 512)
    (tmp_path / "work.tar.gz").write_bytes(gzip.compress(block))
    assert_refused(tmp_path / "work.tar.gz", "an extended header that is too long")


def test_a_table_of_contents_without_end_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_DIRECTORY", 1000)
    path = zipped(tmp_path / "work.zip", *((f"{index}.py", b"") for index in range(100)))
    assert_refused(path, "more than")
