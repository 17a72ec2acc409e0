# tries: learn how long the machine has been running, past the clocks of its own
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    return os.times().elapsed
