"""What a definition depends on: small packages in which one thing is changed at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.footprint import Footprint, Footprints

HELP = "def used():\n    return 1\n\n\ndef other():\n    return 2\n"


def footprint(folder: Path, files: dict[str, str], *, loaded: str = "a.top") -> Footprint:
    """That of `judge` in the module `top` of a package `a`, beside a package `b`."""
    for name in ("a", "b"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    packages = {name: folder / name for name in ("a", "b")}
    return Footprints(packages, loaded.split()).of([("a.top", "judge")])


def judge(body: str, before: str = "") -> str:
    return f"{before}\n\n\ndef judge():\n    {body}\n\n\ndef beside():\n    return 0\n"


FORMS: dict[str, dict[str, str]] = {
    "relative": {"a/top.py": judge("return used()", "from .x import used"), "a/x.py": HELP},
    "renamed": {"a/top.py": judge("return u()", "from .x import used as u"), "a/x.py": HELP},
    "module": {"a/top.py": judge("return x.used()", "from . import x"), "a/x.py": HELP},
    "absolute": {"a/top.py": judge("return b.x.used()", "import b.x"), "b/x.py": HELP},
    "absolute, renamed": {"a/top.py": judge("return m.used()", "import b.x as m"), "b/x.py": HELP},
    "two of one package": {
        "a/top.py": judge("return b.x.used()", "import b.x\nimport b.y"),
        "b/x.py": HELP,
        "b/y.py": "",
    },
    "two of one package, the other way": {
        "a/top.py": judge("return b.x.used()", "import b.y\nimport b.x"),
        "b/x.py": HELP,
        "b/y.py": "",
    },
    "in a function": {
        "a/top.py": judge("from .x import used\n    return used()"),
        "a/x.py": HELP,
    },
    "in a nested function": {
        "a/top.py": judge(
            "def inner():\n        from . import x\n        return x.used()\n    return inner"
        ),
        "a/x.py": HELP,
    },
    "in try": {
        "a/top.py": judge(
            "return used()",
            "try:\n    from .x import used\nexcept ImportError:\n    used = None",
        ),
        "a/x.py": HELP,
    },
    "in if": {
        "a/top.py": judge("return x.used()", "import sys\nif sys.flags:\n    from . import x"),
        "a/x.py": HELP,
    },
    "in the else of TYPE_CHECKING": {
        "a/top.py": judge(
            "return used()",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    used = None\n"
            "else:\n    from .x import used",
        ),
        "a/x.py": HELP,
    },
    "in a class": {
        "a/top.py": judge("return C.f()", "class C:\n    from .x import used as f"),
        "a/x.py": HELP,
    },
    "from above": {
        "a/top.py": judge("return thing()", "from .sub.deep import thing"),
        "a/sub/__init__.py": "",
        "a/sub/deep.py": "from ..x import used\n\ndef thing():\n    return used()\n",
        "a/x.py": HELP,
    },
    "of a sub-package's __init__": {
        "a/top.py": judge("return used()", "from .sub import used"),
        "a/sub/__init__.py": "from ..x import used\n",
        "a/x.py": HELP,
    },
    "defined in a sub-package's __init__": {
        "a/top.py": judge("return sub.used()", "from . import sub"),
        "a/sub/__init__.py": HELP,
    },
    "a sub-package without __init__": {
        "a/top.py": judge("return used()", "from .sub.x import used"),
        "a/sub/x.py": HELP,
    },
    "a long chain": {
        "a/top.py": judge("return sub.deep.x.used()", "from . import sub"),
        "a/sub/__init__.py": "from . import deep",
        "a/sub/deep/__init__.py": "",
        "a/sub/deep/x.py": HELP,
    },
    "handed on": {
        "a/top.py": judge("return third()", "from .one import third"),
        "a/one.py": "from .two import second as third\n",
        "a/two.py": "from .x import used as second\n",
        "a/x.py": HELP,
    },
    "handed on as a module": {
        "a/top.py": judge("return one.x.used()", "from . import one"),
        "a/one.py": "from . import x\n",
        "a/x.py": HELP,
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_an_imported_name_is_followed_and_what_stands_beside_it_is_not(
    tmp_path: Path, form: str
) -> None:
    files = FORMS[form]
    (file,) = [name for name, text in files.items() if text == HELP]
    before = footprint(tmp_path, files)
    assert footprint(tmp_path, {file: HELP.replace("return 1", "return 3")}) != before
    assert footprint(tmp_path, {file: HELP.replace("return 2", "return 3")}) == before
    top = files["a/top.py"]
    assert footprint(tmp_path, {file: f"# why\n\n{HELP}"}) == before
    assert footprint(tmp_path, {"a/top.py": top.replace("return 0", "return 5")}) == before
    assert footprint(tmp_path, {"a/z.py": "print()"}) == before


# Here nobody can tell which name is meant: all of it counts.
WHOLE: dict[str, dict[str, str]] = {
    "a star": {"a/top.py": judge("return used()", "from .x import *"), "a/x.py": HELP},
    "a star, handed on": {
        "a/top.py": judge("return used()", "from .one import used"),
        "a/one.py": "from .x import *\n",
        "a/x.py": HELP,
    },
    "a module as a value": {"a/top.py": judge("return dir(x)", "from . import x"), "a/x.py": HELP},
    "a package as a value": {
        "a/top.py": judge("return dir(sub)", "from . import sub"),
        "a/sub/__init__.py": "",
        "a/sub/x.py": HELP,
    },
    "a module under another name": {
        "a/top.py": judge("return y.used()", "from . import x\ny = x"),
        "a/x.py": HELP,
    },
    "a name that is not there": {
        "a/top.py": judge("return x.made()", "from . import x"),
        "a/x.py": HELP + "def __getattr__(name):\n    return other\n",
    },
    "import_module": {
        "a/top.py": judge("return importlib.import_module('b.x').used()", "import importlib"),
        "b/x.py": HELP,
    },
    "import_module by another name": {
        "a/top.py": judge("return im('b.x')", "from importlib import import_module as im"),
        "b/x.py": HELP,
    },
    "import_module, relative": {
        "a/top.py": judge(
            "return import_module('.x', __package__)", "from importlib import import_module"
        ),
        "a/x.py": HELP,
    },
    "import_module of what is not written": {
        "a/top.py": judge("return importlib.import_module(str(1))", "import importlib"),
        "b/x.py": HELP,
    },
    "__import__": {"a/top.py": judge("return __import__('b.x')"), "b/x.py": HELP},
    "exec": {"a/top.py": judge("exec('from b.x import used')"), "b/x.py": HELP},
    "sys.modules": {"a/top.py": judge("return sys.modules", "import sys"), "b/x.py": HELP},
    "an import that leads nowhere": {
        "a/top.py": judge("from .gone import used\n    return used()"),
        "a/x.py": HELP,
    },
    "no Python": {"a/top.py": judge("return used()", "from .x import used"), "a/x.py": HELP + "("},
}


@pytest.mark.parametrize("form", WHOLE)
def test_what_cannot_be_followed_stands_for_all_of_it(tmp_path: Path, form: str) -> None:
    files = WHOLE[form]
    (file,) = [name for name, text in files.items() if text.startswith(HELP)]
    before = footprint(tmp_path, files)
    for old in ("return 1", "return 2"):
        assert footprint(tmp_path, {file: files[file].replace(old, "return 3")}) != before


def test_all_names_of_its_own_module(tmp_path: Path) -> None:
    for body in ("return globals()['beside']", "return vars()", "return eval('beside')"):
        before = footprint(tmp_path, {"a/top.py": judge(body)})
        changed = judge(body).replace("return 0", "return 5")
        assert footprint(tmp_path, {"a/top.py": changed}) != before


BOUND = [
    "for name in (1,):\n    pass",
    "with open('1') as name:\n    pass",
    "(name := 1)",
    "print(name := 1)",
    "try:\n    pass\nexcept OSError as name:\n    print(1)",
    "match 1:\n    case name:\n        pass",
    "match [1]:\n    case [*name]:\n        pass",
    "match {}:\n    case {'1': 2, **name}:\n        pass",
    "name = 0\ndel name\nname = 1",
    "def other():\n    global name\n    name = 1",
    "name: int = 1",
    "name = 0\nname += 1",
    "first, (name, *rest) = 0, (1, 2)",
    "name = {}\nname[1] = 2",
    "name = []\nname.append(1)",
    "if True:\n    def name():\n        return 1",
    "while True:\n    name = 1\n    break",
    "class name:\n    at = 1",
    "class name:\n    class inner:\n        def f(self):\n            return 1",
    "name = lambda: 1",
    "async def name():\n    return 1",
]


@pytest.mark.parametrize("text", BOUND)
@pytest.mark.parametrize("outside", [False, True], ids=["here", "imported"])
def test_every_way_to_define_a_name(tmp_path: Path, text: str, outside: bool) -> None:
    found = []
    for source in (text, text.replace("1", "7")):
        files = {"a/top.py": judge("return name", source)}
        if outside:
            files = {"a/top.py": judge("return name", "from .x import name"), "a/x.py": source}
        found.append(footprint(tmp_path, files))
    assert found[0] != found[1]


EFFECTS: dict[str, tuple[str, str]] = {
    "a call": ("a/x.py", "print(1)"),
    "a loop": ("a/x.py", "for i in range(1):\n    pass"),
    "of what it calls": ("a/x.py", "def f():\n    return 1\n\nf()"),
    "in a parent": ("a/sub/__init__.py", "print(1)"),
    "in the parent above": ("a/__init__.py", "print(1)"),
    "of an import of an import": ("a/y.py", "print(1)"),
    "of an import in a function": ("a/w.py", "print(1)"),
    "of an import that uses nothing": ("b/v.py", "print(1)"),
    "on another module": ("a/more.py", "from . import x\nx.TABLE[1] = 1"),
    "on another module, by a call": ("a/more.py", "from . import x\ndone = x.TABLE.append(1)"),
    "on another module, by a decorator": (
        "a/more.py",
        "from .x import registered\n\n@registered\ndef f():\n    return 1",
    ),
    "on another module, by deriving": (
        "a/more.py",
        "from . import x\n\nclass C(x.Base):\n    at = 1",
    ),
    "on another module, by name": ("a/more.py", "from . import x\nsetattr(x, 'TABLE', 1)"),
    "on another module, by a lambda": (
        "a/more.py",
        "from . import x\ndone = list(map(lambda i: x.TABLE.append(i), [1]))",
    ),
    "on a library": ("a/more.py", "import numpy as np\nnp.seterr(all='1')"),
    "on a library's variable": ("a/more.py", "import os\nos.environ['A'] = '1'"),
}
REGISTRY = """
TABLE = []

def registered(function):
    TABLE.append(function)
    return function

class Base:
    def __init_subclass__(cls):
        TABLE.append(cls)
"""


@pytest.mark.parametrize("effect", EFFECTS)
def test_what_an_import_does_belongs_to_who_imports(tmp_path: Path, effect: str) -> None:
    file, text = EFFECTS[effect]
    files = {
        "a/top.py": judge(
            "from .w import nothing\n    return TABLE",
            "import b.v\nfrom .x import TABLE\nfrom .sub.z import nothing",
        ),
        "a/more.py": "",
        "a/sub/z.py": "from ..y import nothing\n",
        "b/v.py": "",
        "a/w.py": "",
        "a/y.py": "",
    }
    found = []
    for source in (text, text.replace("1", "7")):
        files[file] = source
        files["a/x.py"] = REGISTRY + (source if file == "a/x.py" else "")
        found.append(footprint(tmp_path, files, loaded="a.top a.more"))
    assert found[0] != found[1]


@pytest.mark.parametrize(
    "text",
    [
        "@registered\ndef f():\n    return 1",
        "f = registered(1)",
        "class C(Base):\n    at = 1",
        "def g():\n    TABLE.append(1)\n\nf = g()",
        "def g():\n    for row in TABLE:\n        row.append(1)\n\nf = g()",
        "def g():\n    globals()['TABLE'] = 1\n\nf = g()",
    ],
)
def test_a_definition_that_changes_a_variable_takes_part_in_it(tmp_path: Path, text: str) -> None:
    found = [
        footprint(tmp_path, {"a/top.py": judge("return TABLE", REGISTRY + source)})
        for source in (text, text.replace("1", "7"))
    ]
    assert found[0] != found[1]


@pytest.mark.parametrize(
    "text",
    [
        "import functools\n\n@functools.cache\ndef f():\n    return 1",
        "def kept(function):\n    return function if 2 in FLAT else FLAT[0]\n\n"
        "@kept\ndef f():\n    return 1",
        "def made(n):\n    return [n]\n\nf = made(1)",
        "class Plain:\n    at = 0\n\nclass C(Plain):\n    at = 1",
        "f = sorted(FLAT) + [1]",
        "if TYPE_CHECKING:\n    from x import y as y1",
        "import numpy as n1",
    ],
)
def test_a_definition_that_changes_nothing_belongs_to_who_uses_it(
    tmp_path: Path, text: str
) -> None:
    start = "from typing import TYPE_CHECKING\n\nFLAT = [0, 2]\n"
    found = [
        footprint(tmp_path, {"a/top.py": judge("return FLAT", start + source)})
        for source in (text, text.replace("1", "7"))
    ]
    assert found[0] == found[1]


def test_a_library_under_the_same_name_is_another(tmp_path: Path) -> None:
    one = footprint(tmp_path, {"a/top.py": judge("return f(1)", "from math import sin as f")})
    two = footprint(tmp_path, {"a/top.py": judge("return f(1)", "from math import cos as f")})
    assert one != two


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("return it.ReLU()", True),
        ("return it.deep.ReLU", True),
        ("return it().ReLU", True),
        ("return getattr(it, 'ReLU')", True),
        ("return [make(it, name) for name in ('Tanh', 'ReLU')]", True),
        ("return attrgetter('mlp.ReLU')(it)", True),
        ("return getattr(it, 'Re' + 'LU')", True),
        ("return map(getattr, it)", True),
        ("return eval('it.' + what)", True),
        ("return getattr(it, 'Tanh')", False),
        ("return it.Tanh", False),
        ("return 'a ReLU is a layer'", False),
    ],
)
def test_the_attributes_that_are_asked_for(tmp_path: Path, body: str, asked: bool) -> None:
    found = footprint(tmp_path, {"a/top.py": judge(body)})
    assert found.may_ask_for("ReLU") == asked


def test_forwarding_asks_for_no_more_than_is_asked_of_it(tmp_path: Path) -> None:
    wrapper = "class W:\n    def __getattr__(self, name):\n        {}\n"
    plain = judge("return W().Tanh", wrapper.format("return getattr(self.it, name)"))
    changed = judge(
        "return W().Tanh", wrapper.format("name = name[1:]\n        return getattr(self.it, name)")
    )
    assert not footprint(tmp_path, {"a/top.py": plain}).may_ask_for("ReLU")
    assert footprint(tmp_path, {"a/top.py": changed}).may_ask_for("ReLU")
