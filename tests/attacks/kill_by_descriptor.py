# tries: signal another process through a descriptor of it
# stopped: strict
# then: graded
# unconfined: succeeds

import os, signal

def attack():
    fd = os.pidfd_open(os.getppid())
    signal.pidfd_send_signal(fd, 0)
    return "signalled"
