# tries: hoard memory in files that exist in memory only
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    return os.memfd_create("hoard")
