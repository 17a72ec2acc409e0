"""The vocabulary in which checks are written; `checks.py` of an assignment imports only this."""

from grader.kit.declare import Undecided, check, misconception
from grader.kit.judge import Kit
from grader.text import plural
from grader.wire import File

__all__ = ["File", "Kit", "Undecided", "check", "misconception", "plural"]
