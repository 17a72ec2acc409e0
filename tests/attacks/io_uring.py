# tries: make system calls through a ring that no filter sees
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 425, "aarch64": 425}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 8, ctypes.create_string_buffer(120))
    return f"result {result}" if result >= 0 else None
