# tries: change the permissions of a file
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    os.chmod(SECRET_FILE, 0o777)
    return os.stat(SECRET_FILE).st_mode & 0o777 == 0o777 and "changed"
