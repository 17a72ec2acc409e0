# tries: connect past Python
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, struct

def attack():
    libc = ctypes.CDLL(None)
    fd = libc.socket(2, 1, 0)
    address = struct.pack("=H", 2) + struct.pack("!H4s8x", PORT, bytes([127, 0, 0, 1]))
    return fd >= 0 and libc.connect(fd, address, 16) == 0 and "connected"
