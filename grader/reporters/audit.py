"""What an audit found, for the terminal and as one self-contained HTML page."""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Source
from grader.reporters.page import environment, listing
from grader.text import plural

if TYPE_CHECKING:
    from jinja2 import Environment
    from rich.console import Console
    from rich.text import Text

    from grader.audit.result import Audit, LineCount, Rate, Trial

_SHOWN = 8  # survivors in the terminal; the page has all of them
_LONG = 300
_ARGUMENT = re.compile(r"\n(?=\w+ = )")
_MARKS = {
    "graded": ("✓", "green"),
    "partly graded": ("~", "yellow"),
    "not graded": ("✗", "red"),
    "free": ("·", "dim"),
    "": (" ", ""),
}


def level(percent: float) -> str:
    """How good a share is, as a class of the page's style."""
    return "good" if percent >= 97.0 else "part" if percent >= 80.0 else "none"


# --- the page ------------------------------------------------------------------------------------


def render(audit: Audit, templates: Path) -> str:
    """The page."""
    return _environment(templates).get_template("audit.html.j2").render(audit=audit)


@functools.cache
def _environment(templates: Path) -> Environment:
    return environment(
        templates,
        {
            "level": level,
            "diff": lambda text: [(_kind(line), line) for line in _outdented(text)],
            "coloured": _coloured,
            "mark": lambda line: _MARKS[line.verdict][0],
        },
    )


def _outdented(diff: str) -> list[str]:
    """The lines of a change, as far to the left as they can be; the first sign stays."""
    lines = diff.splitlines()
    plain = textwrap.dedent("\n".join(line[1:] for line in lines)).splitlines()
    return [f"{line[:1]} {text}" for line, text in zip(lines, plain, strict=False)]


def _kind(line: str) -> str:
    return {"-": "old", "+": "new"}.get(line[:1], "")


def _coloured(lines: Iterable[LineCount]) -> list[tuple[LineCount, object]]:
    rows = list(lines)
    source = Source(file="", line=1, text="\n".join(row.text for row in rows))
    return list(zip(rows, [line.code for line in listing(source)], strict=True))


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]} …"


def _shortened(args: str) -> list[str]:
    """The arguments of a call, each shortened for itself: small ones tell as much as large ones."""
    return [_short(it) for it in _ARGUMENT.split(args)]


# --- the terminal --------------------------------------------------------------------------------


def show(audit: Audit, console: Console) -> None:
    """The rates, what got through, and who was blamed for nothing."""
    from rich.text import Text

    console.print(Text.assemble((f"audit of {audit.assignment}", "bold"), f"  {audit.title}"))
    console.print(_counts(audit))
    console.print()
    _table(console, "question", audit.by_question())
    weak = {name: it for name, it in audit.by_operator().items() if it.percent < 100.0}
    if weak:
        console.print()
        _table(console, "kind of change, where something got through", weak)
    _redundant(audit, console)
    survivors = audit.in_state("survived")
    for trial in survivors[:_SHOWN]:
        console.print()
        _survivor(trial, console)
    if len(survivors) > _SHOWN:
        console.print(f"\n… and {plural(len(survivors) - _SHOWN, 'more survivor')}: see the page.")
    blames = audit.blames()
    for trial, names in blames[:_SHOWN]:
        said = f"{trial.id} ({', '.join(trial.touched)}) lost points in {', '.join(names)}"
        console.print(Text.assemble(("\nBlamed for nothing: ", "yellow"), said))
    if len(blames) > _SHOWN:
        console.print(f"\n… and {len(blames) - _SHOWN} more blamed for nothing: see the page.")
    for trial, checks in audit.unfair():
        said = f"{trial.id} lost points in {', '.join(checks)}: {trial.why}"
        console.print(Text.assemble(("\nCaught although right: ", "yellow"), said))
    for line in audit.unused:
        said = f"\naudit.toml allows what no mutant has any more: {line}"
        console.print(Text(said, style="yellow"))
    console.print()
    rate = audit.rate
    console.print(
        Text.assemble(
            (rate.told, f"bold {_color(rate)}"),
            f" of {plural(rate.counted, 'mutant')} that could be caught were caught",
        )
    )


def _counts(audit: Audit) -> str:
    of = f" of {', '.join(audit.chosen)}" if audit.chosen else ""
    said = [
        plural(len(audit.trials), "mutant") + of,
        f"{len(audit.in_state('same'))} the same as the reference as far as was found",
        f"{len(audit.in_state('right'))} right by the contract",
        f"{len(audit.in_state('survived'))} got through",
    ]
    if audit.left_out:
        said.append(f"{audit.left_out} not in the sample")
    return ", ".join(said)


def _table(console: Console, what: str, rates: Mapping[str, Rate]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(what, "caught", "of", "", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, rate in rates.items():
        share = Text(rate.told, style=_color(rate)) if rate.counted else Text("–")
        table.add_row(Text(name), str(rate.killed), str(rate.counted), share)
    console.print(table)


def _color(rate: Rate) -> str:
    return {"good": "green", "part": "yellow", "none": "red"}[level(rate.percent)]


def _redundant(audit: Audit, console: Console) -> None:
    if audit.brief:
        return
    counts = audit.by_check()
    idle = [count for count in counts if not count.alone]
    useless = [count for count in counts if not count.kills]
    if useless:
        console.print(f"\nKill nothing at all: {', '.join(count.id for count in useless)}")
    if idle:
        said = f"{len(idle)} of {plural(len(counts), 'check')} kill nothing alone: any one of them "
        said += "could go, though not all of them (the page lists them)."
        console.print(f"\n{said}")


def _survivor(trial: Trial, console: Console) -> None:
    from rich.text import Text

    console.print(Text.assemble(("Got through: ", "red"), f"{trial.id}, line {trial.line}"))
    for line in _outdented(trial.diff):
        style = {"-": "red", "+": "green"}.get(line[:1], "dim")
        console.print(Text(f"  {line}", style=style))
    if trial.example is not None:
        example = trial.example
        parts = [f"{example.call} with", *_shortened(example.args), f"expected {example.expected}"]
        for line in "\n".join(map(_short, [*parts, f"got {example.got}"])).splitlines():
            console.print(Text(f"  │ {line}", style="dim"))


def show_lines(audit: Audit, console: Console) -> None:
    """The reference with a mark before each line: would the checks notice if it were wrong?"""
    from rich.text import Text

    for module in audit.listings():
        console.print(Text(module.module, style="bold"))
        for line in module.lines:
            console.print(_line(line), soft_wrap=True)
        console.print()
    legend = "✓ graded, ~ partly, ✗ not graded, · whatever was changed here made no difference"
    legend += " or is right all the same; no mark: there was nothing to change"
    console.print(Text(f"{legend}\n", style="dim"))


def _line(line: LineCount) -> Text:
    from rich.text import Text

    mark, style = _MARKS[line.verdict]
    return Text.assemble((f"{mark} ", style), (f"{line.line:4d} ", "dim"), line.text)
