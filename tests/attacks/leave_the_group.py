# tries: leave the process group, so as not to be killed with it
# stopped: always
# then: graded

import os

def attack():
    for leave in (os.setsid, lambda: os.setpgid(0, 0), lambda: os.setpgid(0, os.getppid())):
        try:
            leave()
            if os.getpgid(0) != os.getpid():
                return "left"
        except OSError:
            pass
