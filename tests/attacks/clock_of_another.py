# tries: learn how much another process has computed
# stopped: strict
# then: graded
# unconfined: succeeds

import os, time

def attack():
    return time.clock_gettime((~os.getppid() << 3) | 2)
