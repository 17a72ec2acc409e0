# tries: read a file through a symbolic link of its own making
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.symlink(SECRET_FILE, "link")
    return open("link").read()
