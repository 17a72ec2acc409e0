# tries: learn where a link outside of the submission leads
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    return os.readlink(SECRET_FILE + ".link")
