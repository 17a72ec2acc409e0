# tries: trace another process
# stopped: strict
# then: graded

import ctypes

def attack():
    libc = ctypes.CDLL(None)
    if libc.ptrace(0x4206, VICTIM, 0, 0) == 0:
        libc.ptrace(17, VICTIM, 0, 0)
        return "traced"
