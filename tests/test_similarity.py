"""Who is alike and who is not: copies in disguise are found, honest work is left alone."""

from __future__ import annotations

import itertools
import random
import time

import numpy as np
import pytest

from grader.similarity import (
    LOOK,
    STRONG,
    Comparison,
    Fingerprints,
    Pair,
    Stub,
    compare,
    fingerprint,
    pairs,
)
from grader.similarity.fingerprints import GUARANTEED, MAX_TEXT, MAX_WORDS, RUN
from grader.similarity.words import NAME, NUMBER, STRING, read
from tests.classroom import ALL, SUBMISSIONS, base, disguise, encoded, honest, stub, styles

HOMEWORKS = ("hw0", "hw1", "hw2", "hw3", "hw4", "hw5")
STUB = Stub.of(encoded(stub("hw0")))


def prints(text: str) -> Fingerprints:
    return fingerprint({"simple_ml.py": text.encode()})


def words(text: str) -> list[str]:
    return read(text, 10_000).words


def score(found: Comparison, *names: str) -> float:
    kept = {frozenset((pair.left, pair.right)): pair.score for pair in found.pairs}
    return kept.get(frozenset(names), 0.0)


@pytest.fixture(scope="module")
def room() -> dict[str, Fingerprints]:
    """A class in which nobody has copied, and all have written the plain thing."""
    return {f"h{seed}": prints(honest(seed)) for seed in range(220)}


# What does and does not matter


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = b + c", "total=left   +  right # sum"),
        ("if a:\n    return b\n", "if a :\n\treturn b\n\n\n"),
        ("x = 'a'", 'x = """another"""'),
        ("x = f(1, 2)", "x = f(\n    3,\n    4.5e-3,\n)"),
        ("x = 'a' 'b'", "x = 'ab'"),
        ("import numpy as np\ny = np.exp(x)", "import numpy\ny = numpy.exp(x)"),
        ("import numpy as np\ny = np.exp(x)", "from numpy import exp as e\ny = e(x)"),
        ("def f(x):\n    '''Doc.'''\n    return x", "def g(y: int = 3) -> int:\n    return y"),
        ("x: list[int] = [1]", "x = [1]"),
        ("x = 1; y = 2", "x = 1\ny = 2"),
        ("x = (a + b) * c", "x = ((a + b) * c)"),
        ("x = a + \\\n    b", "x = a + b"),
        ("x = 1\r\ny = 2\r", "x = 1\ny = 2"),
        ("class A(B):\n    x: int\n    y: int = 1", "class C:\n    y = 1"),
        ("from a import (\n    b,\n    c)\nx = 1", "x = 1"),
    ],
)
def test_what_does_not_matter(one: str, other: str) -> None:
    assert prints(one).digest == prints(other).digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("import numpy as np\ny = np.exp(x)", "import numpy as np\ny = np.log(x)"),
        ("y = x.sum()", "y = x.mean()"),
        ("y = len(x)", "y = max(x)"),
        ("y = a + b", "y = a - b"),
        ("y = a", "y = 1"),
        ("y = 'a'", "y = 1"),
        ("y = True", "y = None"),
        ("for x in y: pass", "while x: pass"),
    ],
)
def test_what_does_matter(one: str, other: str) -> None:
    assert prints(one).digest != prints(other).digest


def test_words_of_a_line() -> None:
    text = "import numpy as np\n\ndef f(x):\n    return np.exp(x.T[:, 0], axis='k')\n"
    expected = ["def", "return", "exp", NAME, ".T", "[", ":", ",", NUMBER, "]", ",", NAME, "="]
    assert words(text) == [*expected, STRING]
    assert read(text, 100).lines == [3, *[4] * 13]


def test_attributes_of_the_students_own_may_have_any_name() -> None:
    head = "class A:\n    def __init__(self):\n        self.b, self.{0} = 1, 2\n"
    text = head + "    def f(self):\n        return self.{0}.T + self.b\n"
    assert prints(text.format("weights")).digest == prints(text.format("W")).digest
    assert prints("y = a.weights.T").digest != prints("y = a.W.T").digest


def test_lines_are_counted_through_strings_and_continuations() -> None:
    text = 'a = """\n\n"""\nb = \\\n  1\n# c\n\nd = 2\n'
    assert read(text, 100).lines == [1, 1, 1, 4, 4, 5, 8, 8, 8]


def test_a_bracket_that_is_never_closed_hides_nothing() -> None:
    assert words("x = (\ndef f():\n    '''doc'''\n    return 1\n") == [
        *(NAME, "=", "def", "return", NUMBER)
    ]


# Fingerprints


def test_a_run_that_is_long_enough_is_found_wherever_it_stands() -> None:
    rng = random.Random(0)
    letters = [f".{letter}" for letter in "abcdefghijklmnop"]
    for _ in range(50):
        common = "x" + "".join(rng.choices(letters, k=GUARANTEED - 1))
        texts = []
        for _ in range(2):
            before, after = ("x" + "".join(rng.choices(letters, k=40)) for _ in range(2))
            texts.append(f"{before}\n{common}\n{after}\n")
        one, other = (set(prints(text).marks["hash"].tolist()) for text in texts)
        assert one & other


def test_what_is_shorter_than_a_run_has_no_fingerprint() -> None:
    assert len(prints("x" + ".a" * (RUN - 2)).marks) == 0
    assert len(prints("x" + ".a" * (RUN - 1)).marks) == 1


def test_fingerprints_know_their_lines() -> None:
    text = base("hw0")["simple_ml.py"]
    marks = prints(text).marks
    assert (marks["first"] <= marks["last"]).all()
    assert marks["last"].max() <= text.count("\n")
    assert (marks["last"] - marks["first"]).max() <= 8


def test_fingerprints_can_be_stored() -> None:
    made = fingerprint(encoded(base("hw1")))
    assert Fingerprints.from_bytes(made.to_bytes()) == made
    assert set(made.files) == {"logistic.py", "perceptron.py"}
    with pytest.raises(ValueError, match="version"):
        Fingerprints.from_bytes(made.to_bytes().replace(b"[1,", b"[0,", 1))


def test_only_python_is_read_and_named_files_come_first() -> None:
    long = b"x = [" + b"1, " * MAX_WORDS + b"]\n"
    text = base("hw0")["simple_ml.py"].encode()
    made = fingerprint({"a.py": long, "z.py": text, "b.txt": text}, first=["z.py"])
    assert made.files == ("z.py", "a.py")
    assert made.cut
    assert set(prints(text.decode()).marks["hash"]) <= set(made.marks["hash"])


N = 400_000
HOSTILE = {
    "quotes": '"' * N,
    "triple quotes": "'''\\" * (N // 4),
    "escaped quotes": '"""' + '\\"' * (N // 2),
    "brackets": "([{" * (N // 3),
    "closing": ")]}" * (N // 3),
    "backslashes": "\\" * N,
    "continuations": "\\\n" * (N // 2),
    "spaces": " " * N,
    "spaces and a mark": " " * N + "?",
    "dots": "a." * (N // 2),
    "numbers": "1e" * (N // 2) + "+",
    "annotations": "x: (" * (N // 4),
    "imports": "import a," * (N // 9),
    "heads": "(def\n" * (N // 5),
    "one name": "a" * N,
    "nothing": "\0" * N,
    "prefixes": "rb'" * (N // 3),
    "percent": "'%" + "0" * N,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_to_its_end(name: str) -> None:
    """No claim about speed: what grows with the square of the length would take minutes here."""
    text = HOSTILE[name]
    begin = time.process_time()
    read(text, 10**9)
    prints(text)
    assert time.process_time() - begin < 30.0


def test_what_is_looked_at_is_bounded() -> None:
    made = fingerprint({f"{name}.py": b"x = y + z\n" * 90_000 for name in "abc"})
    assert made.cut
    assert made.words <= MAX_WORDS
    assert len(made.to_bytes()) < MAX_TEXT
    assert not prints("x = 1\n").cut


def test_noise_is_no_reason_to_fail() -> None:
    rng = random.Random(1)
    for _ in range(200):
        prints("".join(rng.choices("ab1.'\"\\\n ()[]{}#:;=@,\x00é\r\tdef", k=300)))
        fingerprint({"a.py": rng.randbytes(300)})


# Pairs


@pytest.mark.parametrize("way", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_one_disguise_does_not_help(room: dict[str, Fingerprints], way: str, seed: int) -> None:
    copy = prints(disguise(honest(seed), seed, [way]))
    assert score(compare({**room, "copy": copy}, STUB), f"h{seed}", "copy") > 0.75


@pytest.mark.parametrize("size", [2, 4, 10, 30, 200])
def test_a_disguised_copy_is_found_in_a_class_of_any_size(
    room: dict[str, Fingerprints], size: int
) -> None:
    seeds = range(min(size - 1, 12))
    others = {name: room[name] for name in itertools.islice(room, size - 1)}
    simply = ("rename", "reformat", "comment", "reorder")
    for seed in seeds:
        text = honest(seed)
        found = compare({**others, "copy": prints(disguise(text, seed))}, STUB)
        assert score(found, f"h{seed}", "copy") >= LOOK
        found = compare({**others, "copy": prints(disguise(text, seed, simply))}, STUB)
        assert score(found, f"h{seed}", "copy") >= STRONG


def test_honest_work_is_left_alone_even_if_all_is_plain(room: dict[str, Fingerprints]) -> None:
    found = compare(room, STUB, most=10_000)
    assert sum(pair.is_suspicious for pair in found.pairs) <= 2  # of 24,090
    assert not any(pair.is_strong for pair in found.pairs)
    for size in (2, 5, 30):
        names = [*room]
        for start in range(0, 210, size):
            part = {name: room[name] for name in names[start : start + size]}
            assert not any(pair.is_suspicious for pair in pairs(part, STUB))


@pytest.mark.parametrize("name", HOMEWORKS)
def test_different_styles_are_not_alike(name: str) -> None:
    given = Stub.of(encoded(stub(name)))
    made = {
        style: fingerprint(encoded(files))
        for style, files in {**styles(name), "base": base(name)}.items()
    }
    found = compare(made, given)
    assert max(found.best.values()) < 0.2
    assert not found.too_short
    for one, other in itertools.combinations(made, 2):  # as a class of two, too
        assert not pairs({one: made[one], other: made[other]}, given)


@pytest.mark.parametrize("name", HOMEWORKS)
def test_a_disguised_copy_of_any_style_is_found(name: str) -> None:
    given = Stub.of(encoded(stub(name)))
    texts = {**styles(name), "base": base(name)}
    made = {style: fingerprint(encoded(files)) for style, files in texts.items()}
    for style, files in texts.items():
        copy = {f"my_{file}": disguise(text, 5) for file, text in files.items()}
        found = compare({**made, "copy": fingerprint(encoded(copy))}, given)
        assert score(found, style, "copy") >= LOOK
        assert found.pairs[0].left_lines > 8


def test_wrong_versions_of_one_program_are_alike(room: dict[str, Fingerprints]) -> None:
    text = base("hw0")["simple_ml.py"]
    wrong = sorted((SUBMISSIONS / "hw0" / "wrong").glob("*.py"))
    for seed in range(5):
        chosen = random.Random(seed).sample(wrong, 4)
        made = {path.stem: prints(f"{text}\n\n{path.read_text()}") for path in chosen}
        for others in ({}, room):
            found = compare({**others, **made, "base": prints(text)}, STUB)
            assert min(found.best[name] for name in made) >= STRONG


def test_a_ring_is_found_whatever_its_size(room: dict[str, Fingerprints]) -> None:
    ring = {f"c{seed}": prints(disguise(honest(0), seed)) for seed in range(40)}
    found = compare({**room, **ring}, STUB)
    assert min(found.best[name] for name in ring) >= LOOK
    partners = [name for pair in found.pairs for name in (pair.left, pair.right)]
    assert {*ring} <= {*partners}
    assert found.best["h5"] < LOOK


def test_what_is_the_same_has_score_one(room: dict[str, Fingerprints]) -> None:
    text = disguise(honest(3), 3, ["rename", "reformat", "comment"])
    (pair, *_) = pairs({**room, "copy": prints(text)}, STUB)
    assert (pair.left, pair.right) == ("copy", "h3")
    assert pair.identical
    assert pair.score == 1.0
    assert pair.is_strong
    whole = pairs(dict.fromkeys(map(str, range(1500)), room["h0"]), STUB, most=50)
    assert len(whole) == 50
    assert all(pair.identical and pair.score == 1.0 for pair in whole)


def test_stubs_and_next_to_nothing_are_never_alike(room: dict[str, Fingerprints]) -> None:
    given = stub("hw0")["simple_ml.py"]
    added = given.replace("x + y\n    ", "x + y\n    ").replace(
        '    """\n    raise NotImplementedError', '    """\n    return x + y', 1
    )
    assert added != given
    short = {
        "stub": prints(given),
        "stub again": prints(given),
        "empty": fingerprint({}),
        "empty again": prints(""),
        "add": prints(added),
        "add again": prints(added),
    }
    assert pairs(short, STUB) == []
    found = compare({**short, **room}, STUB)
    assert set(found.too_short) == {*short}
    assert set(found.best) == {*room}
    assert pairs({}, STUB) == []


def test_given_code_makes_nobody_alike() -> None:
    given = honest(500)
    made = {f"s{seed}": prints(f"{given}\n\n{honest(seed)}") for seed in range(2)}
    stubbed = Stub.of({"any name.py": disguise(given, 0, ["rename", "reformat"]).encode()})
    assert pairs(made)[0].is_suspicious
    assert not pairs(made, stubbed)
    assert compare({"a": prints(given), "b": prints(given)}, stubbed).too_short == ("a", "b")


@pytest.mark.parametrize("name", HOMEWORKS)
def test_the_stub_itself_is_worth_nothing(name: str) -> None:
    files = encoded(stub(name))
    assert compare({"a": fingerprint(files)}, Stub.of(files)).too_short == ("a",)


def test_a_group_is_not_compared_with_itself(room: dict[str, Fingerprints]) -> None:
    again = {"first try": room["h1"], "second try": prints(disguise(honest(1), 1))}
    thief = {"thief": prints(disguise(honest(1), 2))}
    group = dict.fromkeys(["h1", *again], "team")
    alone = compare({**room, **again}, STUB, group=group)
    assert max(alone.best[name] for name in ("h1", *again)) < LOOK
    found = compare({**room, **again, **thief}, STUB, group=group)
    assert found.best["thief"] >= LOOK
    assert {found.pairs[0].left, found.pairs[0].right} <= {"thief", "h1", *again}
    # A group counts once: its own attempts do not make its code common.
    many = {f"try {number}": room["h1"] for number in range(100)}
    crowd = compare({**room, **many, **thief}, STUB, group=group | dict.fromkeys(many, "team"))
    assert crowd.best["thief"] == pytest.approx(found.best["thief"], abs=0.02)


def test_scores_of_one_pair_are_comparable_across_classes(room: dict[str, Fingerprints]) -> None:
    copy = prints(disguise(honest(0), 9))
    scores = []
    for size in (1, 9, 29, 199):
        others = {name: room[name] for name in itertools.islice(room, size)}
        scores.append(score(compare({**others, "copy": copy}, STUB), "h0", "copy"))
    assert max(scores) - min(scores) < 0.15


def test_who_has_little_that_is_rare_is_not_suspected_for_a_little() -> None:
    """All are the same but for one line, which two share."""
    text = honest(0)
    made = {f"s{number}": prints(text + f"\nx{'.a' * number} = 1\n") for number in range(60)}
    odd = text + "\n\ndef f(a):\n    return [b ** 2 for b in a if b not in (1, 2)]\n"
    made |= {"one": prints(odd), "two": prints(odd + "\nx = 1\n")}
    assert score(compare(made, STUB), "one", "two") < LOOK


# Regions


def test_pieces_are_the_lines_that_are_alike(room: dict[str, Fingerprints]) -> None:
    one, other = honest(0), disguise(honest(0), 4)
    files = {"h0": one.split("\n"), "copy": other.split("\n")}
    (pair, *_) = pairs({**room, "copy": prints(other)}, STUB)
    assert (pair.left, pair.right) == ("copy", "h0")
    assert pair.left_lines == sum(region.left.count for region in pair.regions)
    assert pair.right_lines == sum(region.right.count for region in pair.regions) > 20
    for name, places in (
        ("copy", [region.left for region in pair.regions]),
        ("h0", [region.right for region in pair.regions]),
    ):
        lines = [number for it in places for number in range(it.first, it.last + 1)]
        assert len(lines) == len(set(lines)), "a line is in two pieces"
        assert min(lines) >= 1
        assert max(lines) <= len(files[name])
    for region in pair.regions:  # the library functions of both sides are the same
        left = set(words("\n".join(files["copy"][region.left.first - 1 : region.left.last])))
        right = set(words("\n".join(files["h0"][region.right.first - 1 : region.right.last])))
        assert len(left & right) > 0.5 * len(right)


def test_a_pair_is_plain_values() -> None:
    copy = disguise(honest(0), 1)
    (pair,) = pairs({"a": prints(honest(0)), "b": prints(copy)}, STUB)
    assert pair.regions
    assert Pair.from_dict(pair.to_dict()) == pair


def test_the_same_input_gives_the_same_pairs(room: dict[str, Fingerprints]) -> None:
    backwards = dict(reversed(room.items()))
    assert pairs(room, STUB) == pairs(backwards, STUB)


def test_hostile_repetition_makes_no_work() -> None:
    assert len(prints("-" * 20_000).marks) == 1
    text = "x = y + z * w - v\n" * 20_000
    begin = time.process_time()
    found = compare({str(number): prints(text) for number in range(20)}, STUB)
    assert time.process_time() - begin < 20
    assert not found.pairs or all(np.isfinite(pair.score) for pair in found.pairs)
