"""Classes of students who do not exist, for the tests and the benchmark of similarity.

`honest` writes a homework as a student might who has heard the same lecture as the others: the
plain way, with small choices of their own at every step. Nobody in such a class has copied, but
all of them are alike; that is the hard case. `disguise` is what somebody does to a copy.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.support import ROOT

SUBMISSIONS = ROOT / "tests" / "submissions"


def sources(path: Path) -> dict[str, str]:
    """The Python files of a submission, which is a file or a folder."""
    paths = sorted(path.glob("*.py")) if path.is_dir() else [path]
    return {it.name if path.is_dir() else "simple_ml.py": it.read_text() for it in paths}


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    """The same as a submission holds them."""
    return {name: text.encode() for name, text in files.items()}


def stub(name: str) -> dict[str, str]:
    """The files that a student of that homework starts with."""
    modules = {"hw0": ["simple_ml"], "hw1": ["logistic", "perceptron"], "hw2": ["mlp"]}
    modules |= {"hw3": ["rbf"], "hw4": ["smo", "svm"], "hw5": ["clustering"]}
    folder = ROOT / "assignments" / name
    return {f"{it}.py": (folder / f"{it}.py").read_text() for it in modules[name]}


def styles(name: str) -> dict[str, dict[str, str]]:
    """The correct submissions of a homework, each written in a style of its own."""
    found = sorted((SUBMISSIONS / name / "correct").iterdir())
    return {it.stem: sources(it) for it in found if it.suffix == ".py" or it.is_dir()}


def base(name: str) -> dict[str, str]:
    """The plain correct submission of a homework."""
    folder = SUBMISSIONS / name / "base"
    return sources(folder if folder.is_dir() else folder.with_suffix(".py"))


def honest(seed: int) -> str:
    """A homework of the plain kind by somebody who has copied nothing."""
    rng = random.Random(seed)

    def one(*choices: str) -> str:
        return rng.choice(choices)

    def rows(name: str) -> str:
        return one(f"len({name})", f"{name}.shape[0]", f"{name}.shape[0]")

    def softmax(logits: str, result: str) -> list[str]:
        shift = one(
            f"{logits}.max(axis=1, keepdims=True)",
            f"np.max({logits}, axis=1, keepdims=True)",
            f"np.max({logits}, axis=1)[:, None]",
            f"{logits}.max(1).reshape(-1, 1)",
        )
        plain = rng.random() < 0.35
        inner = logits if plain else f"{logits} - {shift}"
        total = one(
            "{0}.sum(axis=1, keepdims=True)",
            "np.sum({0}, axis=1, keepdims=True)",
            "{0}.sum(1)[:, np.newaxis]",
        )
        if rng.random() < 0.3 and not plain:
            lines = [f"shifted = {logits} - {shift}", "e = np.exp(shifted)"]
        else:
            lines = [f"e = np.exp({inner})"]
        if rng.random() < 0.3:
            lines += [f"total = {total.format('e')}", f"{result} = e / total"]
        elif rng.random() < 0.3:
            lines += [f"{result} = np.divide(e, {total.format('e')})"]
        else:
            lines += [f"{result} = e / {total.format('e')}"]
        return lines

    def minus_labels(result: str, labels: str, logits: str) -> list[str]:
        way = rng.randrange(5)
        if way == 0:
            return [f"{result}[np.arange({rows(labels)}), {labels}] -= 1"]
        if way == 1:
            return [
                f"onehot = np.zeros_like({one(result, logits)})",
                f"onehot[np.arange({rows(labels)}), {labels}] = 1",
                one(f"{result} = {result} - onehot", f"{result} -= onehot"),
            ]
        if way == 2:
            return [f"{result} = {result} - np.eye({logits}.shape[1])[{labels}]"]
        if way == 3:
            return [
                f"for r in range({rows(labels)}):",
                f"    {result}[r, {labels}[r]] -= 1{one('', '.0')}",
            ]
        return [
            f"k = {logits}.shape[1]",
            f"truth = ({labels}[:, None] == np.arange(k)).astype({one('float', 'np.float32')})",
            f"{result} -= truth",
        ]

    def times(left: str, right: str) -> str:
        return one(f"{left} @ {right}", f"{left}.dot({right})", f"np.dot({left}, {right})")

    def update(weight: str, gradient: str) -> list[str]:
        if rng.random() < 0.35:
            named = f"grad_{weight}"
            return [
                f"{named} = {gradient}",
                one(f"{weight} -= lr * {named}", f"{weight}[:] = {weight} - lr * {named}"),
            ]
        return [one(f"{weight} -= lr * ({gradient})", f"{weight} -= ({gradient}) * lr")]

    def batches(body: Callable[[str, str], list[str]]) -> list[str]:
        xs, ys = "Xb", "yb"
        way = rng.randrange(4)
        if way == 0:
            head = [
                f"for i in range(0, {rows('X')}, batch):",
                *([f"    {xs} = X[i:i + batch]", f"    {ys} = y[i:i + batch]"]),
            ]
        elif way == 1:
            head = [
                f"n = {rows('X')}",
                f"steps = {one('(n + batch - 1) // batch', 'int(np.ceil(n / batch))')}",
                "for step in range(steps):",
                "    begin = step * batch",
                f"    end = {one('begin + batch', 'min(begin + batch, n)', '(step + 1) * batch')}",
                f"    {xs}, {ys} = X[begin:end], y[begin:end]",
            ]
        elif way == 2:
            head = [
                "start = 0",
                f"while start < {rows('X')}:",
                "    stop = start + batch",
                f"    {xs} = X[start:stop]",
                f"    {ys} = y[start:stop]",
                "    start = stop",
            ]
        else:
            cuts = f"np.arange(batch, {rows('X')}, batch)"
            head = [f"for {xs}, {ys} in zip(np.split(X, {cuts}), np.split(y, {cuts})):"]
        return [*head, *(f"    {line}" for line in body(xs, ys))]

    def regression(xs: str, ys: str) -> list[str]:
        end = [f"m = {rows(xs)}"] if rng.random() < 0.5 else []
        size = "m" if end else rows(ys)
        return [
            f"Z = {times(xs, 'theta')}",
            *softmax("Z", "P"),
            *minus_labels("P", ys, "Z"),
            *end,
            *update("theta", f"{times(f'{xs}.T', 'P')} / {size}"),
        ]

    def network(xs: str, ys: str) -> list[str]:
        hidden = one("np.maximum(A, 0)", "np.maximum(0, A)", "A * (A > 0)", "np.where(A > 0, A, 0)")
        if rng.random() < 0.5:
            lines = [f"A = {times(xs, 'W1')}", f"H = {hidden}"]
        else:
            product = times(xs, "W1")
            lines = [f"H = {hidden.replace('A', f'({product})')}"]
        mask = one("(H > 0)", "(H > 0).astype(H.dtype)", "np.sign(H)")
        back = times("P", "W2.T")
        lines += [f"Z = {times('H', 'W2')}", *softmax("Z", "P"), *minus_labels("P", ys, "Z")]
        lines.append(one(f"D = {mask} * ({back})", f"D = ({back}) * {mask}"))
        if rng.random() < 0.4:
            lines = [*lines, f"m = {rows(xs)}"]
            size = "m"
        else:
            size = rows(ys)
        first = update("W1", f"{times(f'{xs}.T', 'D')} / {size}")
        second = update("W2", f"{times('H.T', 'P')} / {size}")
        return [*lines, *(first + second if rng.random() < 0.5 else second + first)]

    def parse() -> list[str]:
        lines = []
        for file, array, magic in (
            ("image_filename", "X", "_, n, rows, cols = struct.unpack('>IIII', f.read(16))"),
            ("label_filename", "y", "_, m = struct.unpack('>II', f.read(8))"),
        ):
            way = rng.randrange(3)
            if way == 0:
                mode = one("rb", "r")
                lines += [
                    f"with gzip.open({file}, '{mode}') as f:",
                    f"    {magic}",
                    f"    {array} = np.frombuffer(f.read(), dtype=np.uint8)",
                ]
            elif way == 1:
                offset = 16 if array == "X" else 8
                lines += [f"data = gzip.open({file}).read()"]
                if array == "X":
                    lines += ["n, rows, cols = np.frombuffer(data, '>u4', 3, 4)"]
                lines += [f"{array} = np.frombuffer(data, dtype=np.uint8, offset={offset})"]
            else:
                lines += [f"f = gzip.open({file}, 'rb')", magic]
                lines += [f"{array} = np.array(list(f.read()), dtype=np.uint8)", "f.close()"]
        scaled = one("X.astype(np.float32) / 255", "X.astype('float32') / 255.0")
        shape = one("n, rows * cols", "n, -1", "(n, rows * cols)")
        if rng.random() < 0.5:
            return [*lines, f"X = X.reshape({shape})", f"return {scaled}, y"]
        return [*lines, f"X = {scaled}", f"return X.reshape({shape}), y"]

    def loss() -> list[str]:
        pick = f"Z[{one('np.arange(len(y))', 'range(len(y))', 'np.arange(Z.shape[0])')}, y]"
        way = rng.randrange(4)
        if way == 0:
            sums = one("np.exp(Z).sum(axis=1)", "np.sum(np.exp(Z), axis=1)", "np.exp(Z).sum(1)")
            return [f"return {one('np.mean', 'np.average')}(np.log({sums}) - {pick})"]
        if way == 1:
            return [
                f"m = {one('Z.max(axis=1)', 'np.max(Z, axis=1)')}",
                f"s = np.exp(Z - {one('m[:, None]', 'm.reshape(-1, 1)')}).sum(axis=1)",
                one(
                    f"return np.mean(m + np.log(s) - {pick})",
                    f"return (m - {pick} + np.log(s)).mean()",
                ),
            ]
        if way == 2:
            return [*softmax("Z", "p"), f"return -np.log({pick.replace('Z[', 'p[', 1)}).mean()"]
        return [
            "total = 0",
            f"for i in range({rows('Z')}):",
            "    row = Z[i] - Z[i].max()",
            f"    total += np.log({one('np.exp(row).sum()', 'np.sum(np.exp(row))')}) - row[y[i]]",
            f"return total / {rows('y')}",
        ]

    functions = [
        ("add(x, y)", ["return x + y"]),
        ("parse_mnist(image_filename, label_filename)", parse()),
        ("softmax_loss(Z, y)", loss()),
        ("loss_err(h, y)", ["return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)"]),
        ("softmax_regression_epoch(X, y, theta, lr=0.1, batch=100)", batches(regression)),
        ("nn_epoch(X, y, W1, W2, lr=0.1, batch=100)", batches(network)),
    ]
    text = "import gzip\nimport struct\n\nimport numpy as np\n"
    for head, body in functions:
        text += "\n\n" + "\n".join([f"def {head}:", *(f"    {line}" for line in body)]) + "\n"
    return text


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


class _Renamed(ast.NodeTransformer):
    """Other names for everything that the student may name."""

    def __init__(self, tree: ast.AST, rng: random.Random) -> None:
        nodes = list(ast.walk(tree))
        stored = {it.id for it in nodes if isinstance(it, ast.Name) and _is_stored(it)}
        fields = {it.attr for it in nodes if isinstance(it, ast.Attribute) and _is_stored(it)}
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                below = [name for part in node.body for name in ast.walk(part)]
                found = {it.id for it in below if isinstance(it, ast.Name) and _is_stored(it)}
                fields |= {
                    *(it.attr for it in nodes if isinstance(it, ast.Attribute)),
                } & found
        taken = list(range(3 * len(stored | fields)))
        rng.shuffle(taken)
        self.new = {name: f"v{taken.pop()}" for name in sorted(stored | fields)}
        self.fields = fields

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        self.generic_visit(node)
        node.attr = self.new[node.attr] if node.attr in self.fields else node.attr
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self.new.get(node.id, node.id), node.ctx), node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.new.get(node.arg, node.arg)
        return node


class _Split(ast.NodeTransformer):
    """Some right sides are worked out in two steps; something useless is put in between."""

    def __init__(self, rng: random.Random, split: float, dead: float) -> None:
        self.rng, self.split, self.dead, self.count = rng, split, dead, 0

    def _more(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            if self.rng.random() < self.dead:
                self.count += 1
                useless = ("unused{0} = {0} + 1", "if False:\n    print({0})", "debug{0} = []")
                made += ast.parse(self.rng.choice(useless).format(self.count)).body
            value = getattr(statement, "value", None)
            inner = isinstance(value, ast.BinOp) and isinstance(value.left, ast.expr)
            if inner and self.rng.random() < self.split:
                assert isinstance(value, ast.BinOp)
                self.count += 1
                name = f"part{self.count}"
                made.append(ast.Assign([ast.Name(name, ast.Store())], value.left, lineno=1))
                value.left = ast.Name(name, ast.Load())
            made.append(statement)
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.With):
            node.body = self._more(node.body)
        return node


def _documented(tree: ast.Module, rng: random.Random) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and rng.random() < 0.7:
            node.body.insert(0, ast.Expr(ast.Constant(f"Does {node.name} in {rng.random()}.")))


def _undocumented(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]


def _reordered(tree: ast.Module, rng: random.Random) -> None:
    places = [at for at, it in enumerate(tree.body) if isinstance(it, ast.FunctionDef)]
    order = rng.sample(places, len(places))
    moved = [tree.body[at] for at in order]
    for at, node in zip(places, moved, strict=True):
        tree.body[at] = node


def _reformatted(text: str, rng: random.Random) -> str:
    """Other indentation, blank lines, comments and line breaks inside of brackets."""
    lines: list[str] = []
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        margin = " " * ((len(line) - len(bare)) // 4 * 3)
        if rng.random() < 0.15:
            lines.append(
                "" if rng.random() < 0.5 else f"{margin}# what follows is line {len(lines)}"
            )
        if bare.count("(") == bare.count(")") and "'" not in bare and rng.random() < 0.4:
            bare = bare.replace(", ", f",\n{margin}        ") if "(" in bare[:9] else bare
            bare = bare.replace(" + ", "+").replace(" * ", "  *  ")
        lines.append(margin + bare + ("  # so" if rng.random() < 0.1 and bare else ""))
    return "\n".join(lines)


ALL = ("rename", "reformat", "comment", "reorder", "dead", "split")


def disguise(
    text: str, seed: int, ways: Iterable[str] = ALL, *, split: float = 0.15, dead: float = 0.1
) -> str:
    """The same program made to look like another."""
    rng, ways = random.Random(seed), set(ways)
    tree = ast.parse(text)
    if "comment" in ways:
        _undocumented(tree)
        _documented(tree, rng)
    if "reorder" in ways:
        _reordered(tree, rng)
    _Split(rng, split if "split" in ways else 0.0, dead if "dead" in ways else 0.0).visit(tree)
    if "rename" in ways:
        tree = _Renamed(tree, rng).visit(tree)
    made = ast.unparse(ast.fix_missing_locations(tree))
    return _reformatted(made, rng) + "\n" if "reformat" in ways else made + "\n"
