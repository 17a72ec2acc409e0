"""The report for a terminal: the score, each question, and the first thing to fix in each."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from grader.model import CheckResult, QuestionResult, Report, Status, Table
from grader.text import plural

_MARKS = {
    Status.PASSED: ("✓", "green"),
    Status.FAILED: ("✗", "red"),
    Status.ERROR: ("✗", "red"),
    Status.TIMEOUT: ("⏱", "red"),
    Status.SKIPPED: ("–", "yellow"),
}
_WIDTH = 100
_LINES = 12


def show(report: Report, console: Console) -> None:
    """Print the report. All of it is `Text`, so nothing in it is read as markup."""
    console = Console(
        file=console.file, width=min(console.width, _WIDTH), highlight=False, markup=False
    )
    console.print(Text.assemble((report.assignment, "bold"), f"  {report.title}"))
    name = Text(f"submission: {report.submission}", style="dim", overflow="ellipsis", no_wrap=True)
    console.print(name)
    told: set[str] = set()
    for question in report.questions:
        console.print()
        console.print(_question(question, told))
    console.print()
    console.print(_summary(report))


def _question(question: QuestionResult, told: set[str]) -> RenderableType:
    """The checks of a question; a message that was told before is not told again."""
    table = Grid(*("", "check", "points"), show_header=False, box=None, padding=(0, 1), expand=True)
    table.columns[1].ratio = 1
    table.columns[2].justify = "right"
    style = "green" if question.passed else "red" if not question.points else "yellow"
    table.add_row(
        "", Text(question.name, style="bold"), Text(_points(question), style=f"bold {style}")
    )
    first = question.first_failure
    if first is not None and {check.message for check in question.checks} == {first.message}:
        # Nothing could be checked: a list of titles would only hide the one thing to say.
        text = [Text("as above")] if first.message in told else list(_explanation(first))
        told.add(first.message)
        table.add_row(Text(_MARKS[first.status][0], style="red"), _Quoted(Group(*text)), "")
        return table
    for check in question.checks:
        mark, color = _MARKS[check.status]
        title = Text(check.title, style="" if check.passed else color)
        if check.visibility == "hidden":
            title.append("  hidden", style="dim")
        table.add_row(Text(mark, style=color), title, Text(_points(check), style="dim"))
        if check is first:
            table.add_row("", _Quoted(Group(*_explanation(check))), "")
    return table


class _Quoted:
    """A block with a rule on its left.

    Much in it is a student's text. The rule is the first thing on every line, wherever the text is
    wrapped, so no line of it can be a command to a CI system that reads them.
    """

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rule = Segment("│ ", console.get_style("dim"))
        narrower = options.update(width=max(1, options.max_width - 2))
        for line in console.render_lines(self.inner, narrower, pad=False):
            yield rule
            yield from line
            yield Segment.line()


def _explanation(check: CheckResult) -> Iterator[RenderableType]:
    yield _indented(Text(_first_lines(check.message)))
    for diagnosis in check.diagnosis:
        yield _indented(Text.assemble((f"{diagnosis.title}. ", "bold yellow"), diagnosis.hint))
    example = check.counterexample
    if example is not None:
        joint = "\n" if "\n" in example.call else " "
        yield _indented(Text(f"{example.call}{joint}with", style="dim"))
        yield _indented(Text(example.args, style="cyan", overflow="fold"), 2)
        if example.expected:
            yield _indented(_labelled("expected", example.expected))
            yield _indented(_labelled("got", example.got))
    for exhibit in check.exhibits:
        if isinstance(exhibit, Table):
            yield _indented(Text(exhibit.title, style="dim"))
            yield _table(exhibit)
        else:
            yield _indented(Text(f"A picture is in the full report: {exhibit.title}", style="dim"))
    for frame in check.trace[-3:]:
        place = f"{frame.file}, line {frame.line}, in {frame.function}: "
        yield _indented(Text.assemble((place, "dim"), frame.source))
    if check.output:
        lines = check.output.rstrip().splitlines()
        yield _indented(Text("printed during this check:", style="dim"))
        yield _indented(Text("\n".join(lines[:5]), style="dim"), 2)
        if len(lines) > 5:
            more = plural(len(lines) - 5, "more line")
            yield _indented(Text(f"… {more} in the full report", style="dim"), 2)


def _table(table: Table) -> RenderableType:
    grid = Grid(*table.columns, box=None, padding=(0, 2, 0, 0), header_style="dim")
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _first_lines(message: str) -> str:
    """A message as long as a person reads; the rest is in the full report."""
    lines = message.splitlines()
    return message if len(lines) <= _LINES else "\n".join([*lines[:_LINES], "…"])


def _labelled(label: str, value: str) -> Text:
    separator = "\n" if "\n" in value else " "
    return Text.assemble((f"{label}:{separator}", "dim"), value, overflow="fold")


def _indented(text: Text, left: int = 0) -> RenderableType:
    return Padding(text, (0, 0, 0, left))


def _summary(report: Report) -> RenderableType:
    style = "bold green" if report.passed else "bold yellow" if report.score else "bold red"
    parts: list[RenderableType] = [
        Text(f"Score: {report.score:g} of {report.max_score:g}", style=style)
    ]
    lost = [question for question in report.questions if not question.passed]
    if lost and len(report.questions) > 1:
        away = plural(lost[0].max_points - lost[0].points, "point")
        parts.append(Text(f"Next: {lost[0].name}, {away} to gain."))
    parts += [Text(note, style="dim") for note in report.notes]
    return Group(*parts)


def _points(item: CheckResult | QuestionResult) -> str:
    return f"{item.points:g} / {item.max_points:g}"
