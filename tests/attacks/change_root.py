# tries: change the root folder
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 161, "aarch64": 51}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, b'/')
    return f"result {result}" if result >= 0 else None
