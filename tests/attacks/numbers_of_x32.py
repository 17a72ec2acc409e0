# tries: make system calls by their x32 numbers
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    result = ctypes.CDLL(None).syscall(0x40000000 + 41, 2, 1, 0)
    return result if result >= 0 else None
