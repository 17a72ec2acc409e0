# tries: rename the machine
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 170, "aarch64": 161}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, b'attacked', 8)
    return f"result {result}" if result >= 0 else None
