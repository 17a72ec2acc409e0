"""The report for a terminal, short: the questions, the first thing to fix, the score.

Whoever has just run the grader sees the end of what it prints: there stands what to do next. All
else is in the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from grader.model import CheckResult, QuestionResult, Report, Span, Status, Table
from grader.text import plural

_MARKS = {
    Status.PASSED: ("✓", "green"),
    Status.FAILED: ("✗", "red"),
    Status.ERROR: ("✗", "red"),
    Status.TIMEOUT: ("⏱", "red"),
    Status.SKIPPED: ("–", "yellow"),
}
_WIDTH = 80
_LINES = 12
_FRAMES = 3
_PRINTED = 5
_SHORT = 180


def show(report: Report, console: Console) -> None:
    """Print the report. All of it is `Text`, so nothing in it is read as markup."""
    width = min(console.width, _WIDTH)
    console = Console(file=console.file, width=width, highlight=False, markup=False)
    if not console.is_terminal:
        # A table fills its lines with blanks, which are a nuisance in a file.
        with console.capture() as capture:
            _show(report, console)
        lines = (line.rstrip() for line in capture.get().splitlines())
        console.file.write("".join(f"{line}\n" for line in lines))
        return
    _show(report, console)


def _show(report: Report, console: Console) -> None:
    console.print(Text.assemble((report.assignment, "bold"), f"  {report.title}"))
    name = Text(f"submission: {report.submission}", style="dim", overflow="ellipsis", no_wrap=True)
    console.print(name)
    console.print()
    console.print(_overview(report))
    first = report.first_failure
    if first is not None:
        console.print()
        console.print(_first(first, report.is_broken))
    console.print()
    console.print(_summary(report))


def _overview(report: Report) -> RenderableType:
    """A line for each question; below a failed one, in a few words, what is wrong with it."""
    table = Grid("", "", "", show_header=False, box=None, padding=(0, 1), expand=True)
    table.columns[1].ratio = 1
    table.columns[2].justify = "right"
    told: set[str] = set()
    for question in report.questions:
        color = "green" if question.passed else "yellow" if question.points else "red"
        mark = _MARKS[Status.PASSED if question.passed else Status.FAILED][0]
        table.add_row(
            Text(mark, style=color),
            Text.assemble((question.name, "bold"), (_how_many(question), "dim")),
            Text(f"{question.points:g} / {question.max_points:g}", style=color),
        )
        first = question.first_failure
        if first is not None:
            said = "the same as above" if first.message in told else _in_short(first)
            table.add_row("", _Quoted(Text(said)), "")
            told.add(first.message)
    return table


def _how_many(question: QuestionResult) -> str:
    failed = sum(not check.passed for check in question.checks)
    if not 0 < failed < len(question.checks):
        return ""
    return f"  {failed} of {plural(len(question.checks), 'check')} failed"


def _in_short(check: CheckResult) -> str:
    said = " ".join((check.diagnosis[0].title if check.diagnosis else check.message).split())
    return said if len(said) <= _SHORT else said[:_SHORT].rpartition(" ")[0] + " …"


def _first(check: CheckResult, broken: bool) -> RenderableType:
    mark, color = _MARKS[check.status]
    where = check.question
    if broken:
        where = check.trace[0].file if check.trace else "your submission"
    title = Text.assemble(("Fix this first: ", f"bold {color}"), (where, "bold"))
    title.no_wrap, title.overflow = True, "ellipsis"  # no line begins with a name of theirs
    if broken:
        return Group(title, _Quoted(Group(*_explanation(check))))
    asked = Text.assemble((f"{mark} ", color), check.title)
    if check.visibility == "hidden":
        asked.append("  hidden", style="dim")
    return Group(title, _Quoted(Group(asked, *_explanation(check))))


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
    yield Text(_first_lines(check.message))
    for diagnosis in check.diagnosis:
        yield Text.assemble((f"{diagnosis.title}. ", "bold yellow"), diagnosis.hint)
    example = check.counterexample
    if example is not None:
        joint = "\n" if "\n" in example.call else " "
        yield Text(f"{example.call}{joint}with", style="dim")
        yield _indented(Text(_first_lines(example.args), style="cyan", overflow="fold"))
        if example.expected:
            yield _labelled("expected", example.expected, example.expected_marks, "green")
            yield _labelled("got", example.got, example.got_marks, "bold red")
    for exhibit in check.exhibits:
        if isinstance(exhibit, Table):
            yield Text(exhibit.title, style="dim")
            yield _table(exhibit)
        else:
            yield Text(f"A picture is in the full report: {exhibit.title}", style="dim")
    for frame in check.trace[-_FRAMES:]:
        inside = "" if frame.function == "<module>" else f", in {frame.function}"
        place = f"{frame.where}{inside}: "
        yield Text.assemble((place, "dim"), frame.source)
    if check.output:
        lines = check.output.rstrip().splitlines()
        yield Text("printed during this check:", style="dim")
        yield _indented(Text("\n".join(lines[:_PRINTED]), style="dim"))
        if len(lines) > _PRINTED:
            more = plural(len(lines) - _PRINTED, "more line")
            yield _indented(Text(f"… {more} in the full report", style="dim"))


def _table(table: Table) -> RenderableType:
    grid = Grid(*table.columns, box=None, padding=(0, 2, 0, 0), header_style="dim")
    for row in table.rows:
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _first_lines(message: str) -> str:
    """As much as a person reads here; the rest is in the full report."""
    lines = message.splitlines()
    return message if len(lines) <= _LINES else "\n".join([*lines[:_LINES], "…"])


def _labelled(label: str, value: str, marks: Sequence[Span], style: str) -> Text:
    value = _first_lines(value)
    separator = "\n" if "\n" in value else " "
    text = Text.assemble((f"{label}:{separator}", "dim"), value, overflow="fold")
    before = len(text) - len(value)
    for start, end in marks:
        text.stylize(style, before + start, before + end)
    return text


def _indented(text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, 2))


def _summary(report: Report) -> RenderableType:
    style = "bold green" if report.passed else "bold yellow" if report.score else "bold red"
    parts = [Text(f"Score: {report.score:g} of {report.max_score:g}", style=style)]
    parts += [Text(note, style="dim") for note in report.notes]
    return Group(*parts)
