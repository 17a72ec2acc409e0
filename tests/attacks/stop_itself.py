# tries: stop itself, so as to wait for something
# stopped: always
# then: did not finish

import os, signal

def attack():
    os.kill(os.getpid(), signal.SIGSTOP)
