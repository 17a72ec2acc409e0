# tries: give a file an extended attribute
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.setxattr(SECRET_FILE, "user.test", b"1")
    return "changed"
