# tries: count the processes of the machine by asking for their groups
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    found = 0
    for pid in range(1, 3_000):
        try:
            found += os.getpgid(pid) > 0 and pid != os.getpid()
        except OSError:
            pass
    return found
