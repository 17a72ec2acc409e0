# tries: read the kernel's log
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 103, "aarch64": 116}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 10, 0, 0)
    return f"result {result}" if result >= 0 else None
