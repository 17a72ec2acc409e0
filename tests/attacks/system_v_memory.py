# tries: leave System V shared memory behind
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes

def attack():
    libc = ctypes.CDLL(None)
    id = libc.shmget(KEY, 4096, 0o1600)
    if id >= 0:
        libc.shmctl(id, 0, None)
        return "made"
