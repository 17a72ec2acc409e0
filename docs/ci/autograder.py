"""For Classroom 50: grades one submission with the wheel that lies beside this file.

The runner starts it in the student's checkout and reads `result.json` there. Status 0 says that the
submission was graded, well or badly; any other that nothing was.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HOMEWORK = "hw0"  # what the course calls it; the assignment's slug may be another

here = Path(__file__).resolve().parent
wheel = next(here.glob("*.whl"))
home = Path(tempfile.mkdtemp(prefix="grader.", dir=os.environ.get("RUNNER_TEMP")))
python = home / "environment" / "bin" / "python"
result = Path.cwd() / "result.json"
result.unlink(missing_ok=True)  # a link of the student's would lead it elsewhere

# From a folder of our own, and isolated (-I): nothing of the checkout is imported or installed.
subprocess.run([sys.executable, "-I", "-m", "venv", home / "environment"], cwd=home, check=True)
subprocess.run([python, "-I", "-m", "pip", "install", "--quiet", wheel], cwd=home, check=True)
grade = [python, "-I", "-m", "grader", "ci", HOMEWORK, "--seed", "fresh"]
done = subprocess.run([*grade, "--reports", home / "reports", "--classroom50", result], check=False)
sys.exit(0 if done.returncode in (0, 1) else done.returncode)
