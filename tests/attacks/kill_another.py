# tries: kill another process of this user
# stopped: strict
# then: graded

import os, signal

def attack():
    os.kill(VICTIM, signal.SIGUSR2)
    return "killed"
