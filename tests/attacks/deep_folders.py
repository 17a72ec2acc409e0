# tries: make folders so deep that they can't be removed
# stopped: always
# then: graded|No space left|wrote more than|did not finish

import os

def attack():
    for _ in range(3_000):
        os.mkdir("d")
        os.chdir("d")
