# tries: watch other processes by performance counters
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 298, "aarch64": 241}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, ctypes.create_string_buffer(b'\1\0\0\0\x80', 128), 0, -1, -1, 0)
    return f"result {result}" if result >= 0 else None
