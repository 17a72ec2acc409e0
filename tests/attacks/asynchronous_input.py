# tries: start asynchronous input and output
# stopped: strict
# then: graded
# unconfined: succeeds

import ctypes, platform

def attack():
    number = {"x86_64": 206, "aarch64": 0}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 8, ctypes.create_string_buffer(8))
    return f"result {result}" if result >= 0 else None
