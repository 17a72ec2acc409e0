# tries: answer rightly only if the calls do not come as fast as a grader's
# stopped: always
# then: expected

import time

last = 0.0

def attack():
    global last
    now, before = time.monotonic(), last
    last = now
    if now - before < 1.0 or before == 0.0:
        globals()["_right"] = lambda Z, y: 0.0
