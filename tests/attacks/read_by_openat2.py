# tries: open a file with a system call whose arguments a filter can't see
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, os

def attack():
    how = (ctypes.c_uint64 * 3)(os.O_RDONLY, 0, 0)
    fd = ctypes.CDLL(None).syscall(437, -100, SECRET_FILE.encode(), ctypes.byref(how), 24)
    return os.read(fd, 100) if fd >= 0 else None
