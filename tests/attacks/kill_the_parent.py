# tries: kill the process that started it
# stopped: strict
# then: graded

import os, signal

def attack():
    os.kill(os.getppid(), signal.SIGKILL)
    return "killed"
