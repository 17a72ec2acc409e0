"""The files that an instructor is handed, by name."""

from __future__ import annotations

from typing import Literal, get_args

Format = Literal["pages", "class", "grades", "canvas", "moodle", "jsonl", "similarity"]

FORMATS: tuple[Format, ...] = get_args(Format)

# Those that are one file: what it is called, and what it is.
FILES: dict[Format, tuple[str, str]] = {
    "class": ("index.html", "the class"),
    "grades": ("grades.csv", "all grades"),
    "canvas": ("canvas.csv", "for Canvas"),
    "moodle": ("moodle.csv", "for Moodle"),
    "jsonl": ("results.jsonl", "everything, as JSON lines"),
    "similarity": ("similarity.html", "similar submissions"),
}
