# tries: change the dates of a file
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.utime(SECRET_FILE, (0, 0))
    return os.stat(SECRET_FILE).st_mtime == 0 and "changed"
