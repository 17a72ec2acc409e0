# tries: leave a process behind that goes on when the check has ended
# stopped: strict
# then: graded

import os, time

def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(2)
            open(f"{TARGET}/daemon", "w").close()
        os._exit(0)
    return "started"
