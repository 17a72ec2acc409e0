# tries: mount a file system
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 165, "aarch64": 40}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, b'tmpfs', b'/', b'tmpfs', 0, 0)
    return f"result {result}" if result >= 0 else None
