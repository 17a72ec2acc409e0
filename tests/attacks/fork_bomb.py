# tries: start processes without end
# stopped: strict
# then: graded

import os

def attack():
    while True:
        try:
            os.fork()
        except OSError:
            return None
