"""`python -m grader.gradescope grade PARENT` grades what was handed in, `… check` the reference."""

import faulthandler
import os
import signal
import sys

from grader.gradescope.container import check, grade, root_folder
from grader.jail import kernel

faulthandler.enable()
# Standard output is a file there, and its encoding that of a bare container.
sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
task, *parents = sys.argv[1:] or ["grade"]
if task == "check":
    sys.exit(check(root_folder()))
# The platform ends only the script that has started this: then nothing may be written any more.
kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
if parents and parents != [str(os.getppid())]:
    sys.exit("the script that started the grader has ended")
status = grade(root_folder())
# Not by sys.exit: an interruption that came while Python executed a text, as for a dataclass, was
# caught, but Python would end as if it had not been. Everything is written, nothing is left to do.
sys.stdout.flush()
os._exit(status)
