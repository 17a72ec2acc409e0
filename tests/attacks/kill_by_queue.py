# tries: signal another process with a queued signal
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, os

def attack():
    info = ctypes.create_string_buffer(128)
    return ctypes.CDLL(None).sigqueue(os.getppid(), 0, None) == 0 and "queued"
