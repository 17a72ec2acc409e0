# tries: write to the memory of another process by a system call
# stopped: strict
# then: graded

import ctypes, os

def attack():
    word = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
    count = ctypes.CDLL(None).process_vm_writev(os.getppid(), vector, 1, vector, 1, 0)
    return count if count > 0 else None
