"""Lists of a class: what Canvas and Moodle give out, and what people make in spreadsheets."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from grader.batch.roster import Roster, read_roster
from grader.errors import UsageError

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 0 (4711),Final Score
,,,,,Manual Posting,
    Points Possible,,,,,100,(read only)
"Doe, Jane",12345,s001,jdoe,ML-101,,71.5
"van der Berg, Jan-Willem",12346,s002,jvdberg,ML-101 and ML-102,80,
"O'Neil, Zoë",12347,s003,zoneil,ML-102,,
"Student, Test",99999,,,ML-101,,
"""

MOODLE = (
    "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 123456,Jane Doe,jane@uni.edu,Submitted for grading,,100.00,Yes,"
    '"Wednesday, 4 October 2023, 11:55 PM",-,\n'
    "Participant 123457,Jörg Müller,joerg@uni.edu,No submission,,100.00,Yes,-,-,\n"
    "Participant 123458,Ada Låv,ada@uni.edu,Submitted,,100.00,Yes,"
    '"onsdag 4. oktober 2023, 23.55",-,\n'
)


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Roster:
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return read_roster(path)


def test_a_canvas_gradebook_is_recognised_and_kept_as_it_is(tmp_path: Path) -> None:
    found = roster(tmp_path, CANVAS)
    assert found.kind == "canvas"
    assert found.columns[:3] == ("Student", "ID", "SIS User ID")
    assert len(found.rows) == 6
    assert found.rows[1][0] == "    Points Possible"
    students = [person.key for person in found.people if not person.is_test]
    assert students == ["12345", "12346", "12347"]
    for person in found.people:
        assert found.rows[person.row][1] == person.key
    assert found.people[0].name == "Doe, Jane"
    assert found.people[1].section == "ML-101 and ML-102"
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("keys", "name", "key"),
    [
        (["12345"], "", "12345"),
        (["S001"], "", "12345"),
        (["jdoe"], "", "12345"),
        (["777"], "doejane", "12345"),
        (["777"], "vanderbergjanwillem", "12346"),
        (["Jan-Willem van der Berg"], "", "12346"),
        (["777"], "oneilzoe", "12347"),
        (["777"], "oneilzoë", "12347"),
        (["zoe o’neil"], "", "12347"),
        (["Jane"], "", None),
        (["1234"], "", None),
        ([""], "", None),
        ([], "", None),
    ],
)
def test_people_of_a_gradebook_are_found_by_whatever_is_known(
    tmp_path: Path, keys: list[str], name: str, key: str | None
) -> None:
    person = roster(tmp_path, CANVAS).find(*keys, name=name)
    assert (person and person.key) == key


@pytest.mark.parametrize(
    "row",
    [
        '"Student, Test",99999,,,ML-101,,',
        '"Student, Test",99999,,5b0c2e8bd9,ML-101,,',
        '"student, test",99999,,5b0c2e8bd9,"ML-101 and ML-102",,',
    ],
)
def test_the_student_that_canvas_adds_is_known_as_such(tmp_path: Path, row: str) -> None:
    found = roster(tmp_path, CANVAS.replace('"Student, Test",99999,,,ML-101,,', row))
    assert [person.key for person in found.people if person.is_test] == ["99999"]
    listed = roster(tmp_path, 'id,name\n7,"Student, Test"\n')
    assert not listed.people[0].is_test


def test_a_moodle_worksheet_is_recognised_and_kept_as_it_is(tmp_path: Path) -> None:
    found = roster(tmp_path, MOODLE)
    assert found.kind == "moodle"
    assert found.columns[-1] == "Feedback comments"
    assert [row[0] for row in found.rows] == [f"Participant {n}" for n in (123456, 123457, 123458)]
    assert [person.key for person in found.people] == ["123456", "123457", "123458"]
    assert [person.submitted for person in found.people] == [
        datetime(2023, 10, 4, 23, 55),
        None,
        None,
    ]
    assert found.people[1].email == "joerg@uni.edu"
    (remark,) = found.remarks
    assert "roster.csv, line 4" in remark
    assert "onsdag" in remark
    for key in ("Participant 123457", "123457", "JOERG@uni.edu", "Jorg Muller", "Müller Jörg"):
        person = found.find(key)
        assert person is not None, key
        assert person.key == "123457"


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("student\nalice\nbob\n", [("alice", ""), ("bob", "")]),
        ("Student;Name\nalice;Alice A\n", [("alice", "Alice A")]),
        ("Student,ID\nAlice A,7\n", [("7", "Alice A")]),
        ("id\tfull name\n7\tAlice A\n", [("7", "Alice A")]),
        ("User ID,First name,Last name\n7,Alice,Anderson\n", [("7", "Alice Anderson")]),
        ("E-Mail\na@x\n", [("a@x", "")]),
        ("Email Address,Name\na@x,Alice\n", [("a@x", "Alice")]),
        ("Name\nAlice\n", [("Alice", "Alice")]),
        ("GitHub Username\nalice\n", [("alice", "")]),
        ("SIS Login ID,github\nalice,octo\n", [("alice", "")]),
        ('name,username\n"A, ""B""",ab\n', [("ab", 'A, "B"')]),
        ("sep=;\nid;name\n7;A\n", [("7", "A")]),
        ("\n\nid,name\n\n7,A\n,\n", [("7", "A")]),
        ("id,name,\n7,A\n", [("7", "A")]),
        ("username,email\n,a@x\n", [("a@x", "")]),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_headings_separators_and_encodings_are_what_they_are(
    tmp_path: Path, text: str, people: list[tuple[str, str]], encoding: str
) -> None:
    found = roster(tmp_path, text, encoding)
    assert found.kind == "list"
    assert [(person.key, person.name) for person in found.people] == people


GERMAN = (
    "ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung;Bestbewertung;"
    "Bewertung kann geändert werden;Zuletzt geändert (Abgabe);Zuletzt geändert (Bewertung);"
    "Feedback als Kommentar\n"
    "Teilnehmer/in200001;Jane Doe;jane@uni.edu;Zur Bewertung abgegeben;;100,00;Ja;-;-;\n"
    "Teilnehmer/in200002;Jörg Müller;joerg@uni.edu;Keine Abgabe;;100,00;Ja;-;-;\n"
)


@pytest.mark.parametrize(("heading", "word"), [("ID", "Teilnehmer/in"), ("Identifiant", "Élève ")])
def test_a_worksheet_in_another_language_gives_the_numbers_of_the_participants(
    tmp_path: Path, heading: str, word: str
) -> None:
    text = GERMAN.replace("ID;", f"{heading};", 1).replace("Teilnehmer/in", word)
    found = roster(tmp_path, text)
    assert found.kind == "list"
    assert [person.key for person in found.people] == ["200001", "200002"]
    assert found.find(f"{word}200002") is found.people[1]
    (remark,) = found.remarks
    assert "Export it in English" in remark


@pytest.mark.parametrize(
    "text",
    [
        "id,a,b,c,d,e,f\ns001,,,,,,\ns002,,,,,,\n",
        "id,a\nstudent001,\nstudent002,\n",
        "id,name,a,b,c,d\nstudent001,A,,,,\nstudent002,B,,,,\n",
        "id,a,b,c,d,e\nalpha1,,,,,\nbeta2,,,,,\n",
    ],
)
def test_ids_with_numbers_in_them_are_no_numbers_of_participants(tmp_path: Path, text: str) -> None:
    found = roster(tmp_path, text)
    assert found.remarks == ()
    assert [person.key for person in found.people] == [row[0] for row in found.rows]


def test_line_ends_of_other_systems_and_breaks_in_cells_are_taken(tmp_path: Path) -> None:
    found = roster(tmp_path, 'id,name\r\n7,"A\r\nB"\r\n8,C\r\n')
    assert [person.key for person in found.people] == ["7", "8"]
    assert "\n" not in found.people[0].name


def test_a_github_name_finds_its_owner(tmp_path: Path) -> None:
    found = roster(tmp_path, "id,github\n7,Octo-Cat\n8,\n9,\n")
    person = found.find("octo-cat")
    assert person is not None
    assert person.key == "7"
    assert found.find("") is None


def test_what_two_people_share_finds_neither(tmp_path: Path) -> None:
    found = roster(tmp_path, "id,name,email\n1,Jane Doe,x@x\n2,Doe Jane,x@x\n3,Al B,y@x\n")
    assert found.find("x@x") is None
    assert found.find(name="Jane Doe") is None
    assert found.find(name="B Al") is found.people[2]


def test_who_has_something_in_common_can_be_told(tmp_path: Path) -> None:
    found = roster(tmp_path, "id,name,email\n1,John Doe,x@x\n2,Doe John,x@x\n3,Al B,y@x\n")
    assert found.several("9", name="john doe") == found.people[:2]
    assert found.several("John Doe") == found.people[:2]
    assert found.several("X@x") == found.people[:2]
    assert found.several("y@x", "3", name="Al B") == ()
    assert found.several("", name="") == ()


def test_headings_are_kept_as_they_are(tmp_path: Path) -> None:
    found = roster(tmp_path, "ID , full name\n7,A\n")
    assert found.columns == ("ID ", " full name")
    assert [(person.key, person.name) for person in found.people] == [("7", "A")]


def test_ones_own_key_counts_more_than_anothers(tmp_path: Path) -> None:
    found = roster(tmp_path, "id,username\n1,2\n2,3\n")
    assert found.find("2") is found.people[1]
    assert found.find("3") is found.people[1]


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 0, "is empty"),
        (b"\xef\xbb\xbf\n\n", 0, "is empty"),
        (b"colour,shape\nred,round\n", 1, "no column names the students"),
        (b"id,name\n", 1, "nobody is listed"),
        (b"id\n7\n8\n7\n", 4, "7 is also in line 2; remove one"),
        (b"email\na@x\nA@X\n", 3, "is also in line 2"),
        (b"id,name\n1,M\xfcller\n", 2, "not UTF-8"),
        (b'id,name\n1,"A\n2,B\n', 3, "a quote that is not closed"),
        (b"id,name\n1,A,B,C\n", 2, "4 cells, but 2 columns"),
        (b"first name,last name,id\n,,\nA,B,1\n , ,\t\n", 4, "names no student"),
        (b"\xff\xfeab\x00", 1, "not UTF-8"),
    ],
)
def test_a_list_that_can_not_be_used_is_refused_in_one_line(
    tmp_path: Path, data: bytes, line: int, said: str
) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(data)
    with pytest.raises(UsageError) as caught:
        read_roster(path)
    message = str(caught.value)
    assert said in message
    assert message.startswith(f"{path}, line {line}: " if line else f"{path} ")
    assert len(message.splitlines()) == 1


def test_a_list_that_is_not_there_or_is_no_list_is_an_error_of_the_call(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.csv", tmp_path):
        with pytest.raises(UsageError, match="cannot read"):
            read_roster(path)
    path = tmp_path / "large.csv"
    path.write_bytes(b"id\n" + b"x" * 200_000 + b"\n")
    with pytest.raises(UsageError, match=r"large\.csv, line"):
        read_roster(path)


def test_what_strangers_wrote_into_a_list_is_made_printable(tmp_path: Path) -> None:
    found = roster(tmp_path, 'id,name\n"7\x1b[31m","A\u202eB"\n')
    assert found.people[0].key == "7␛[31m"
    assert found.people[0].name.isprintable()
    assert found.rows[0][0] == "7\x1b[31m"
