# tries: count the processes of the machine by asking for their groups
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    found = 0
    # its own parent is always there to be found, however high the machine's numbers have grown
    for pid in {os.getppid(), *range(1, 3_000)} - {0, os.getpid()}:
        try:
            os.getpgid(pid)
        except OSError:
            continue
        found += 1
    return found
