# tries: start a process
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "forked"
