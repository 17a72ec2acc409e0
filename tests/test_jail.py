"""The jail: what makes which level, what is readable, and that it fails closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader import doctor, jail
from grader.errors import InfrastructureError
from grader.jail import kernel, paths, probe
from grader.jail.jail import Jail, Plan, attempt
from grader.jail.paths import Readable
from grader.launch import ForkLauncher, SpawnLauncher
from grader.model import Isolation, Limits
from tests.support import ROOT

ALL = set(jail.MECHANISMS)


@pytest.mark.parametrize(
    ("holds", "level"),
    [
        (ALL, "strict"),
        (ALL - {jail.NAMESPACES}, "strict"),
        (ALL - {jail.FILES}, "strict"),
        (ALL - {jail.UNPRIVILEGED}, "strict"),
        (ALL - {jail.FILES, jail.NAMESPACES}, "limited"),
        (ALL - {jail.SYSTEM_CALLS}, "limited"),
        (ALL - {jail.NO_NEW_PRIVILEGES}, "limited"),
        (ALL - {jail.LIMITS}, "none"),
        ({jail.PROCESS, jail.LIMITS}, "limited"),
        ({jail.PROCESS}, "none"),
    ],
)
def test_the_level_follows_from_the_walls(holds: set[str], level: str) -> None:
    assert jail.level_of(holds) == level


def test_what_keeps_a_machine_from_a_level_is_named() -> None:
    assert jail.lacking(ALL, "strict") == []
    assert jail.lacking(ALL - {jail.NAMESPACES, jail.UNPRIVILEGED}, "strict") == []
    assert jail.lacking(ALL - {jail.FILES, jail.NAMESPACES, jail.SYSTEM_CALLS}, "strict") == [
        "system call filter",
        "file access rules or namespaces",
    ]
    assert jail.lacking({jail.PROCESS}, "limited") == ["resource limits"]
    assert jail.lacking({jail.PROCESS}, "none") == []


@pytest.mark.parametrize("gone", [(jail.NAMESPACES,), (jail.NAMESPACES, jail.FILES)])
def test_doctor_names_what_decides_the_level(
    gone: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tuple(name for name in jail.MECHANISMS if name not in gone)
    level = jail.level_of(there)
    found = Isolation(level, there, gone), dict.fromkeys(gone, "no"), 0.006
    monkeypatch.setattr(doctor, "_isolation", lambda: found)
    said = " ".join(text for _, text in doctor.examine())
    decides = "to be strict it lacks: file access rules or namespaces"
    assert (decides in said) == (level == "limited")
    assert ("even without" in said) == (level == "strict")
    assert "are strict" not in said


def test_this_machine_is_strict_when_forking_and_when_spawning() -> None:
    """Wherever these tests run, CI included: Landlock and seccomp need no privilege."""
    for launcher in (ForkLauncher(["numpy"], ["numpy"]), SpawnLauncher(["numpy"], ["numpy"])):
        try:
            worker = launcher.start(Limits())
            worker.close()
        finally:
            launcher.close()
        assert worker.isolation.level == "strict", worker.reasons
        assert set(worker.isolation.missing) == set(worker.reasons)
        assert set(worker.isolation.mechanisms) | set(worker.isolation.missing) == ALL


def test_a_wall_with_a_hole_is_our_failure_and_no_submission_is_let_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The probe is told that a file of the standard library is secret: the worker can read it."""
    monkeypatch.setattr("grader.launch._secret", lambda: os.__file__)
    launcher = ForkLauncher(["numpy"], ["numpy"])
    try:
        with pytest.raises(InfrastructureError, match="could read a file of the grader"):
            launcher.start(Limits())
    finally:
        launcher.close()


@pytest.mark.parametrize(
    ("mechanism", "said"),
    [
        (jail.FILES, "a confined worker could read a file of the grader"),
        (jail.SYSTEM_CALLS, "a confined worker could open a socket"),
        (jail.NO_NEW_PRIVILEGES, "new privileges can be gained"),
    ],
)
def test_the_probe_finds_every_wall_that_is_not_there(
    mechanism: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bait = tmp_path / "bait"
    bait.touch()
    if kernel.prctl(kernel.PR_GET_NO_NEW_PRIVS) == 1:  # nobody here can be without it any more
        monkeypatch.setattr(kernel, "prctl", lambda *_: 0)
    places = {"secret": __file__, "bait": str(bait), "outside": str(tmp_path)}
    assert attempt(lambda: probe.verify([mechanism], **places)) == said


def test_what_is_tried_happens_in_a_process_that_is_thrown_away() -> None:
    def dies() -> None:
        os._exit(7)

    def fails() -> None:
        os.environ["GRADER_TEST"] = "1"
        raise OSError("no such thing")

    assert attempt(lambda: None) is None
    assert attempt(fails) == "no such thing"
    assert attempt(dies) == "it ended with status 7"
    assert "GRADER_TEST" not in os.environ


def plan(folder: Path, **others: Any) -> Plan:
    names: dict[str, Any] = dict.fromkeys(("submission", "scratch", "outer", "root"), str(folder))
    return Plan(**names, secret=__file__, bait=__file__, libraries={}, **others)


def test_a_mechanism_that_fails_after_it_worked_lets_nothing_in(tmp_path: Path) -> None:
    walls = Jail(plan(tmp_path))
    walls.holds += [jail.FILES]
    walls._rules = os.open(os.devnull, os.O_RDONLY)  # not a set of rules

    from grader.jail.limits import Budget

    assert "landlock_restrict_self" in (attempt(lambda: walls.enter(Budget(1, 1, 1), 3)) or "")


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_platforms_say_what_they_lack(platform: str, tmp_path: Path) -> None:
    """In a process that takes itself for one: nothing of Linux may be touched."""
    code = f"""
import sys, os, ctypes
sys.platform = {platform!r}
if sys.platform == "win32":
    for name in ("uname", "setsid", "geteuid", "fork", "pidfd_open"):
        delattr(os, name)
    sys.modules["resource"] = None
ctypes.CDLL = None
from grader.jail.jail import Jail, Plan
names = dict.fromkeys(("submission", "scratch", "outer", "root"), {str(tmp_path)!r})
walls = Jail(Plan(**names, secret="", bait="", libraries={{}}))
walls.build(forking=False)
from grader.jail import level_of, MECHANISMS
assert set(walls.holds) | set(walls.missing) == set(MECHANISMS), walls.missing
from grader.doctor import WITHOUT
assert set(walls.missing) <= set(WITHOUT)
print(level_of(walls.holds))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == {"darwin": "limited", "win32": "none"}[platform], done.stderr


# --- what may be read ----------------------------------------------------------------------------


def test_packages_inside_the_standard_library_are_left_out(tmp_path: Path) -> None:
    for name in ("json/site-packages", "site-packages/sklearn", "python3.12/x", "pythonic.so"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "os.py").touch()
    folder = paths._folder(str(tmp_path))
    assert set(folder.hidden) == {"site-packages", "python3.12", "pythonic.so"}
    assert {Path(part).name for part in folder.parts()} == {"json", "os.py"}
    assert list(Readable("/a").parts()) == ["/a"]


def test_of_site_packages_only_the_allowed_libraries_are_given(tmp_path: Path) -> None:
    for name in (
        *("numpy", "numpy.libs", "numpy-2.0.dist-info", "numpydoc", "sklearn", "grader"),
        *("numpy_financial", "numpy-stubs", "scipy"),
    ):
        (tmp_path / name).mkdir()
    given = {
        Path(item.path).name
        for item in paths.find_readable({"numpy": str(tmp_path)})
        if Path(item.path).parent == tmp_path
    }
    assert given == {"numpy", "numpy.libs", "numpy-2.0.dist-info"}


def test_outer_folders_come_before_what_lies_in_them() -> None:
    found = [item.path for item in paths.find_readable({})]
    for index, inner in enumerate(found):
        assert not any(outer.startswith(f"{inner}/") for outer in found[:index])
    assert os.path.dirname(os.__file__) in found
