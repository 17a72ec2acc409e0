# tries: keep something in the kernel's keyring
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 250, "aarch64": 219}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0, -3, 1)
    return f"result {result}" if result >= 0 else None
