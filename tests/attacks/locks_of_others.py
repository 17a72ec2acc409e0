# tries: see who has locked a file that everybody can open
# stopped: strict
# then: graded
# unconfined: succeeds

import fcntl, os, struct

LOCK = struct.Struct("hhqqi4x")

def attack():
    null = os.open("/dev/null", os.O_RDWR)
    question = LOCK.pack(fcntl.F_WRLCK, 0, PLACE, 0, 0)
    answer = fcntl.fcntl(null, fcntl.F_GETLK, question)
    if answer != question and LOCK.unpack(answer)[0] != fcntl.F_UNLCK:
        return LOCK.unpack(answer)
