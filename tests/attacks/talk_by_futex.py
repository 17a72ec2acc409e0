# tries: be woken by somebody outside who maps the same file of the standard library
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, mmap, os, platform

def attack():
    number = {"x86_64": 202, "aarch64": 98}[platform.machine()]
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    file = os.open(LIBRARY, os.O_RDONLY)
    start = libc.mmap(None, ctypes.c_size_t(os.fstat(file).st_size), 1, 2, file, ctypes.c_long(0))
    os.close(file)
    value = ctypes.c_uint32.from_address(start + WORD)
    two_seconds = (ctypes.c_long * 2)(2, 0)
    result = libc.syscall(number, ctypes.byref(value), 0, value, two_seconds, None, 0)
    return "woken" if result == 0 else None
