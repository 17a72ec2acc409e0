# tries: leave a message queue and a semaphore behind
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes

def attack():
    libc = ctypes.CDLL(None)
    queue, semaphore = libc.msgget(KEY, 0o1600), libc.semget(KEY, 1, 0o1600)
    libc.msgctl(queue, 0, None)
    libc.semctl(semaphore, 0, 0)
    return "made" if max(queue, semaphore) >= 0 else None
