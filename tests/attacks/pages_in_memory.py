# tries: see which pages of a library are in memory, as the workers before have left them
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
    pages = ctypes.create_string_buffer(size.value // 4096 + 1)
    return f"pages {pages.raw}" if libc.mincore(start, size, pages) == 0 else None
