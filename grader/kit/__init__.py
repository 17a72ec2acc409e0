"""The vocabulary in which checks are written; `checks.py` of an assignment imports only this."""

from grader.errors import Raised, WrongAnswer
from grader.kit import compare, picture, up_to
from grader.kit.declare import Undecided, check, misconception
from grader.kit.judge import Kit
from grader.kit.memo import drawn_once
from grader.model import Diagnosis, Exhibit, Table
from grader.student import Function, Program
from grader.text import plural
from grader.wire import File

__all__ = [
    "Diagnosis",
    "Exhibit",
    "File",
    "Function",
    "Kit",
    "Program",
    "Raised",
    "Table",
    "Undecided",
    "WrongAnswer",
    "check",
    "compare",
    "drawn_once",
    "misconception",
    "picture",
    "plural",
    "up_to",
]
