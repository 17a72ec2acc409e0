# tries: empty a file that it may not write to
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.truncate(SECRET_FILE, 0)
    return "emptied"
