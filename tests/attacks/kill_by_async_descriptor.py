# tries: have the kernel signal another process about a descriptor
# stopped: strict
# then: graded
# unconfined: succeeds

import fcntl, os

def attack():
    fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid())
    flags = fcntl.fcntl(1, fcntl.F_GETFL)
    fcntl.fcntl(1, fcntl.F_SETFL, flags | os.O_ASYNC)
    fcntl.fcntl(1, fcntl.F_SETFL, flags)
    return "armed"
