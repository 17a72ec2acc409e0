# tries: become root in a user namespace
# stopped: strict
# then: graded
# unconfined: succeeds
# needs: user namespaces

import ctypes, platform

def attack():
    number = {"x86_64": 272, "aarch64": 97}[platform.machine()]
    result = ctypes.CDLL(None).syscall(number, 0x10000000)
    return f"result {result}" if result >= 0 else None
