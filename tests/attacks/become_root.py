# tries: become root again
# stopped: strict
# then: graded

import os

def attack():
    for become in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgroups([0])):
        try:
            become()
            if os.getuid() == 0 != START:
                return "root"
        except OSError:
            pass

START = os.getuid()
