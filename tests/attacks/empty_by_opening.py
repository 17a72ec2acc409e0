# tries: empty a file by opening it for reading
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    for name in (__file__, SECRET_FILE):
        try:
            os.close(os.open(name, os.O_RDONLY | os.O_TRUNC))
        except OSError:
            continue
        return name
