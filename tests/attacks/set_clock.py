# tries: set the machine's clock
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 227, "aarch64": 112}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0, ctypes.create_string_buffer(16))
    return f"result {result}" if result >= 0 else None
