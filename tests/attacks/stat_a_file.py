# tries: learn the size and date of a file that it can't read
# stopped: namespaces
# then: graded
# unconfined: succeeds

import os

def attack():
    return os.stat(SECRET_FILE).st_size
