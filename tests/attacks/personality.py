# tries: change how the kernel treats the process
# stopped: strict
# then: graded
# unconfined: succeeds
# needs: another personality

import ctypes, platform

def attack():
    number = {"x86_64": 135, "aarch64": 92}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0x0040000)
    return f"result {result}" if result >= 0 else None
