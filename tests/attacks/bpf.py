# tries: load a program into the kernel
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 321, "aarch64": 280}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0, ctypes.create_string_buffer(120), 120)
    return f"result {result}" if result >= 0 else None
