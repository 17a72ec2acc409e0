# tries: kill every process of this user
# stopped: strict
# then: graded

import os, signal

def attack():
    os.kill(-1, signal.SIGKILL)
    return "killed"
