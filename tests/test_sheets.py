"""The tables of a class, and the names of its files."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.batch.gradebook import Grade
from grader.batch.names import file_name
from grader.batch.roster import read_roster
from grader.batch.sheets import (
    MOODLE,
    Sheet,
    canvas_column,
    canvas_csv,
    doubts,
    grades_csv,
    moodle_csv,
)

ANN = Grade(
    *("101", "Doe, Ann", "ann@example.edu", "graded"),
    attempt=2,
    attempts=2,
    submitted=datetime(2026, 10, 4, 23, 59, tzinfo=UTC),
    raw=90.0,
    final=81.0,
    days_late=1,
    late="1 day late: 10 % taken off.",
    points={"add": 40.0, "loss": 50.0},
)
BOB = Grade("102", "Roe, Bob", "bob@example.edu", trouble="Nothing was handed in.")


def table(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def test_grades_have_raw_and_final() -> None:
    head, ann, bob = table(grades_csv([ANN, BOB], ["add", "loss"]))
    row = dict(zip(head, ann, strict=True))
    assert (row["raw"], row["final"], row["max"], row["days_late"]) == ("90", "81", "100", "1")
    assert (row["add"], row["loss"]) == ("40", "50")
    assert row["remark"] == "1 day late: 10 % taken off."
    assert row["submitted"] == "2026-10-04T23:59:00+00:00"
    row = dict(zip(head, bob, strict=True))
    assert (row["status"], row["raw"], row["final"]) == ("missing", "", "")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\tx", "=cmd|'/c calc'!A1"])
def test_a_spreadsheet_takes_no_name_for_a_formula(name: str) -> None:
    for text in (
        grades_csv([replace(ANN, student=name, name=name, trouble=name)], []),
        moodle_csv([replace(ANN, student=name, name=name, trouble=name)]),
        canvas_csv([replace(ANN, student=name, name=name)], "hw0"),
    ):
        cells = [cell for row in table(text) for cell in row]
        assert name not in cells
        assert f"'{name}" in cells


def roster(folder: Path, text: str) -> Sheet:
    path = folder / "roster.csv"
    path.write_text(text, encoding="utf-8")
    return Sheet.from_json(Sheet.of(read_roster(path)).to_json())


def test_canvas_without_its_gradebook() -> None:
    assert table(canvas_csv([ANN, BOB], "Homework 0")) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework 0"],
        ["    Points Possible", "", "", "", "", "100"],
        ["Doe, Ann", "101", "", "", "", "81"],
        ["Roe, Bob", "102", "", "", "", ""],
    ]


def test_canvas_with_its_gradebook(tmp_path: Path) -> None:
    sheet = roster(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework 0 (555),Homework 1 (556)\n"
        "    Points Possible,,,,,10,20\n"
        '"Doe, Ann",101,S1,ann,A,3,4\n"Roe, Bob",102,S2,bob,B,,\n',
    )
    for name in ("Homework 0", "Homework 0 (555)", "homework 0"):
        column, said = canvas_column([name], sheet)
        assert said == "canvas.csv fills the column 'Homework 0 (555)'."
        head, points, ann, bob = table(canvas_csv([ANN, BOB], column, sheet))
        assert head[-1] == "Homework 0 (555)"
        assert points[-1] == "10"
        assert ann == ["Doe, Ann", "101", "S1", "ann", "A", "8.1"]
        assert bob == ["Roe, Bob", "102", "S2", "bob", "B", ""]
    other = table(canvas_csv([ANN], "Something else", sheet))
    assert (other[0][-1], other[1][-1], other[2][-1]) == ("Something else", "100", "81")


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ("hw0 (1),hw2 (3)", "hw1"),
        ("hw10 (3)", "hw1"),
        ("hw1 (3),hw1 (4)", "hw1"),
        ("Homework 0 (1)", "hw0"),
    ],
)
def test_no_other_column_is_filled_by_chance(tmp_path: Path, columns: str, name: str) -> None:
    head = f"Student,ID,SIS User ID,SIS Login ID,Section,{columns}\n"
    sheet = roster(tmp_path, f'{head}"Doe, Ann",101,S1,ann,A\n')
    column, said = canvas_column([name], sheet)
    assert column == name
    assert "--column" in said
    assert columns.split(",")[0] in said


def test_a_name_in_the_gradebook_is_no_formula(tmp_path: Path) -> None:
    head = "Student,ID,SIS User ID,SIS Login ID,Section\n"
    sheet = roster(tmp_path, f'{head}"=cmd()",101,S1,ann,A\n')
    assert table(canvas_csv([ANN], "hw0", sheet))[2][0] == "'=cmd()"


def test_moodle_without_its_worksheet() -> None:
    head, ann, bob = table(moodle_csv([ANN, BOB]))
    assert head == list(MOODLE)
    assert ann[:6] == [
        *("Participant 101", "Doe, Ann", "ann@example.edu", "Submitted for grading", "81", "100")
    ]
    assert bob[3:5] == ["No submission", ""]


def test_moodle_gets_its_worksheet_back(tmp_path: Path) -> None:
    text = (
        "Identifier;Full name;Email address;Status;Grade;Maximum grade;Grade can be changed;"
        "Last modified (submission);Last modified (grade);Feedback comments;Extra\n"
        "Participant 101;Ann Doe;ann@example.edu;Submitted;;20;Yes;-;-;;kept\n"
        "Participant 102;Bob Roe;bob@example.edu;No submission;;20;Yes;-;-;old words;\n"
    )
    head, ann, bob = table(moodle_csv([ANN, BOB], roster(tmp_path, text)), ";")
    assert head == text.split("\n")[0].split(";")
    assert (ann[4], ann[9], ann[10]) == ("16.2", "1 day late: 10 % taken off.", "kept")
    assert (bob[4], bob[9]) == ("", "old words")


WORKSHEET = "Identifier,Full name,Email address,Status,Grade,Maximum grade,Feedback comments"


def worksheet(folder: Path, headings: str, *most: str) -> Sheet:
    rows = [f'Participant 10{n},=A(),a@x,Submitted,,"{it}",\n' for n, it in enumerate(most, 1)]
    return roster(folder, f"{headings}\n{''.join(rows)}")


@pytest.mark.parametrize(
    "headings",
    [
        WORKSHEET,
        WORKSHEET.replace("Maximum grade", "Maximum Grade"),
        WORKSHEET.title(),
        WORKSHEET.upper(),
        WORKSHEET.lower(),
        WORKSHEET.replace(",", " ,  "),
    ],
)
def test_columns_of_the_worksheet_are_found_however_they_are_written(
    tmp_path: Path, headings: str
) -> None:
    sheet = worksheet(tmp_path, headings, "20", "10,00")
    text = moodle_csv([ANN, replace(ANN, student="102")], sheet)
    assert text.splitlines()[0] == headings
    ann, bob = table(text)[1:]
    assert (ann[1], ann[4], ann[6]) == ("'=A()", "16.2", "1 day late: 10 % taken off.")
    assert bob[4] == "8.1"
    assert doubts(sheet, "hw0") == []


@pytest.mark.parametrize("text", ["", "Scale: A to F", "0", "-5", "nan", "inf"])
def test_a_maximum_that_can_not_be_read_is_told(tmp_path: Path, text: str) -> None:
    sheet = worksheet(tmp_path, WORKSHEET, "20", text)
    rows = table(moodle_csv([ANN, replace(ANN, student="102")], sheet))
    assert [row[4] for row in rows[1:]] == ["16.2", "81"]
    (said,) = doubts(sheet, "hw0")
    assert "maximum grade of 1 of 2 students" in said
    assert repr(text) in said
    assert "points out of 100" in said


@pytest.mark.parametrize(
    ("text", "grade"), [("1,000", "810"), ("1,000.00", "810"), ("12,50", "10.12"), ("0,5", "0.41")]
)
def test_a_comma_is_for_thousands_or_for_what_comes_behind(
    tmp_path: Path, text: str, grade: str
) -> None:
    sheet = worksheet(tmp_path, WORKSHEET, text)
    assert table(moodle_csv([ANN], sheet))[1][4] == grade
    assert doubts(sheet, "hw0") == []


def test_a_worksheet_without_a_maximum_is_told(tmp_path: Path) -> None:
    sheet = worksheet(tmp_path, WORKSHEET.replace("Maximum grade", "Something"), "20")
    assert table(moodle_csv([ANN], sheet))[1][4] == "81"
    (said,) = doubts(sheet, "hw0")
    assert "no column 'Maximum grade'" in said
    assert "points out of 100" in said
    assert doubts(None, "hw0") == doubts(roster(tmp_path, "id\n7\n"), "hw0") == []


@pytest.mark.parametrize(
    "headings",
    [
        "student,id,sis user id,sis login id,section",
        "STUDENT, Id ,Sis User Id,SIS login ID,Section ",
    ],
)
def test_columns_of_the_gradebook_are_found_however_they_are_written(
    tmp_path: Path, headings: str
) -> None:
    rows = "    points possible,,,,,10\n=A(),101,S1,ann,A,\n"
    sheet = roster(tmp_path, f"{headings}, Homework 0 (5) \n{rows}")
    column, said = canvas_column(["homework 0"], sheet)
    assert said == "canvas.csv fills the column 'Homework 0 (5)'."
    text = canvas_csv([ANN], column, sheet)
    assert text.splitlines()[0] == f"{headings}, Homework 0 (5) "
    assert table(text)[1:] == [
        ["    points possible", "", "", "", "", "10"],
        ["'=A()", "101", "S1", "ann", "A", "8.1"],
    ]
    assert doubts(sheet, column) == []
    assert "Section" not in canvas_column(["hw1"], sheet)[1]


@pytest.mark.parametrize(
    ("points", "there"),
    [
        ("", "nothing there"),
        ("    Points Possible,,,,,\n", "nothing there"),
        ("    Points Possible,,,,,0\n", "'0' there"),
        ("    Points Possible,,,,,(read only)\n", "'(read only)' there"),
    ],
)
def test_a_gradebook_that_does_not_say_what_it_is_worth_is_told(
    tmp_path: Path, points: str, there: str
) -> None:
    head = "Student,ID,SIS User ID,SIS Login ID,Section,hw0 (5)\n"
    sheet = roster(tmp_path, f'{head}{points}"Doe, Ann",101,S1,ann,A,\n')
    assert table(canvas_csv([ANN], "hw0 (5)", sheet))[1:] == [
        ["    Points Possible", "", "", "", "", "100"],
        ["Doe, Ann", "101", "S1", "ann", "A", "81"],
    ]
    (said,) = doubts(sheet, "hw0 (5)")
    assert there in said
    assert "points out of 100" in said
    assert doubts(sheet, "a new column") == []


def test_the_test_student_of_canvas_comes_back_as_it_was(tmp_path: Path) -> None:
    sheet = roster(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section,hw0 (5)\n    Points Possible,,,,,10\n"
        '"Doe, Ann",101,S1,ann,A,\n"Student, Test",999,,5b0c2e,A,7\n',
    )
    assert table(canvas_csv([ANN], "hw0 (5)", sheet))[-1] == [
        *("Student, Test", "999", "", "5b0c2e", "A", "7")
    ]
    tried = table(canvas_csv([ANN, replace(ANN, student="999")], "hw0 (5)", sheet))
    assert [row[-1] for row in tried[2:]] == ["8.1", "8.1"]


def test_file_names_are_harmless_and_distinct() -> None:
    assert file_name("jdoe12") == "jdoe12"
    assert file_name("jane.doe@example.edu") == "jane.doe@example.edu"
    nasty = [
        *("../../etc/passwd", "/abs", "..", ".", "", "a/b", "a\\b", "A", "a", "Alice", "alice"),
        *("jane doe", "jane_doe-ed37d99b", "\U00020000" * 90, "é" * 200),
        *("con", "nul.txt", "x" * 300, "x" * 301, "é", "a b", "a_b", "a?b", "-rf", "..hidden"),
    ]
    names = [file_name(student) for student in nasty]
    assert len({name.casefold() for name in names}) == len(nasty)
    for name in names:
        assert name not in ("", ".", "..")
        assert not set(name) & set('/\\:*?"<>|\0')
        assert not name.startswith((".", "-"))
        assert len(name.encode()) < 200
