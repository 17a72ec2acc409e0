"""`python -m grader`.

Python puts the current folder first on its path here. That folder may be a student's, and a
`click.py` in it must not be what we import: it is taken off, unless the grader itself lies in it.
"""

import sys
from pathlib import Path

if Path(__file__).resolve().parents[1] != Path.cwd().resolve():
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != Path.cwd().resolve()]

try:
    from grader.cli import main
except ModuleNotFoundError as error:
    sys.exit(
        f"grader: this Python ({sys.executable}) lacks the package {error.name!r}: run the one of "
        "the environment in which the grader is installed, such as .venv/bin/python"
    )

if __name__ == "__main__":
    main()
