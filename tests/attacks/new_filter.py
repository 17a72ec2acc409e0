# tries: install a system call filter that listens
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 317, "aarch64": 277}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 2, 0, ctypes.c_char_p(b'log'))
    return f"result {result}" if result >= 0 else None
