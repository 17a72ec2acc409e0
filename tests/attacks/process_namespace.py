# tries: start a process in new namespaces
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 56, "aarch64": 220}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0x10000000 | 0x20000000 | 17, 0, 0, 0, 0)
    return f"result {result}" if result >= 0 else None
