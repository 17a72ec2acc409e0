# tries: handle page faults, to slow the kernel down at will
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 323, "aarch64": 282}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 1)
    return f"result {result}" if result >= 0 else None
