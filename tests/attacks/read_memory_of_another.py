# tries: read the memory of another process by a system call
# stopped: strict
# then: graded
# unconfined: succeeds
# needs: reading the memory of a parent

import ctypes, os

def attack():
    word = ctypes.create_string_buffer(8)
    place = id(np) if os.getppid() else 0
    ours = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
    theirs = (ctypes.c_void_p * 2)(place, 8)
    count = ctypes.CDLL(None).process_vm_readv(os.getppid(), ours, 1, theirs, 1, 0)
    return word.raw.hex() if count == 8 else None
