# tries: talk with somebody outside by locks on a file that everybody can open
# stopped: strict
# then: graded
# unconfined: succeeds

import fcntl, os, struct, time

LOCK = struct.Struct("hhqqi4x")
tried = []

def attack():
    if tried:
        return None
    tried.append(True)
    null = os.open("/dev/null", os.O_RDWR)
    fcntl.fcntl(null, fcntl.F_SETLK, LOCK.pack(fcntl.F_WRLCK, 0, PLACE + 1, 1, 0))
    question = LOCK.pack(fcntl.F_WRLCK, 0, PLACE + 2, 0, 0)
    for _ in range(50):
        answer = fcntl.fcntl(null, fcntl.F_GETLK, question)
        if answer != question and LOCK.unpack(answer)[0] != fcntl.F_UNLCK:
            return "answered"
        time.sleep(0.01)
