# tries: give itself capabilities
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 126, "aarch64": 91}[platform.machine()]
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF, 0xFFFFFFFF, 0] * 2)
    return ctypes.CDLL(None).syscall(number, header, data) == 0 and "taken"
