# tries: let the C library open the file, without Python
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes

def attack():
    libc = ctypes.CDLL(None)
    libc.fopen.restype = ctypes.c_void_p
    file = libc.fopen(SECRET_FILE.encode(), b"r")
    if file:
        line = ctypes.create_string_buffer(100)
        libc.fgets(line, 100, ctypes.c_void_p(file))
        return line.value
