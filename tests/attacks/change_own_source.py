# tries: change its own source between two checks
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    with open(__file__, "a") as file:
        file.write("\n")
    return "changed"
