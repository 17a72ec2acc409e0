# tries: become another program
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.execv("/bin/sh", ["sh", "-c", f"touch {TARGET}/executed"])
