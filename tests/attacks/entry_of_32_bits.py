# tries: make system calls by the entry for 32-bit programs
# stopped: strict
# then: SIGSYS
# unconfined: succeeds
# needs: the entry of 32 bits

import ctypes, mmap, platform

def attack():
    if platform.machine() != "x86_64":
        os.kill(os.getpid(), 31)
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\0\0\0" b"\xcd\x80" b"\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    place = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return f"process {ctypes.CFUNCTYPE(ctypes.c_int)(place)()}"

import os
