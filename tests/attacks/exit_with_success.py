# tries: end with the exit status of success
# stopped: always
# then: exit status 0

import os

def attack():
    os._exit(0)
