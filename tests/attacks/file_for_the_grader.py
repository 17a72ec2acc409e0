# tries: send the grader a file to write
# stopped: always
# then: connection|single number

import sys

def attack():
    wire = sys.modules["_grader.wire"]
    globals()["_right"] = lambda Z, y: wire.File(f"{TARGET}/written", b"x")
