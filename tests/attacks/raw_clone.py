# tries: start a process past Python and the C library
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, platform

def attack():
    number = {"x86_64": 56, "aarch64": 220}[platform.machine()]
    libc = ctypes.CDLL(None)
    pid = libc.syscall(number, 17, 0, 0, 0, 0)
    if pid == 0:
        libc._exit(0)
    return "cloned" if pid > 0 else None
