# tries: join the namespaces of another process
# stopped: strict
# then: graded

import ctypes, platform

def attack():
    number = {"x86_64": 308, "aarch64": 268}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 3, 0)
    return f"result {result}" if result >= 0 else None
