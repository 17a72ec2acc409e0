# tries: read a file through a hard link of its own making
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.link(SECRET_FILE, "link")
    return open("link").read()
