# tries: find more than the one channel that belongs to it
# stopped: always
# then: graded

import os

def attack():
    alive = []
    for fd in range(3, 256):
        try:
            os.fstat(fd)
            alive.append(fd)
        except OSError:
            pass
    return alive if len(alive) > 1 else None
