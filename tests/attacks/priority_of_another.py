# tries: slow another process down
# stopped: strict
# then: graded

import os

def attack():
    os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)
    return "slowed"
