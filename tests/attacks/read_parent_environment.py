# tries: read the environment of the grader through /proc
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    return str(open(f"/proc/{os.getppid()}/environ", "rb").read())[:40]
