# tries: switch off the signal that comes when the grader dies
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes

def attack():
    return ctypes.CDLL(None).prctl(1, 0, 0, 0, 0) == 0 and "forgotten"
