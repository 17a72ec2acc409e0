# tries: put pages of a library out of memory, for the next worker to notice
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, os

def attack():
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    file = os.open(LIBRARY, os.O_RDONLY)
    size = ctypes.c_size_t(os.fstat(file).st_size)
    start = ctypes.c_void_p(libc.mmap(None, size, 1, 1, file, ctypes.c_long(0)))
    os.close(file)
    return [advice for advice in (20, 21) if libc.madvise(start, size, advice) == 0]
