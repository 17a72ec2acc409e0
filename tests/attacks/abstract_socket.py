# tries: talk to a service of this machine through an abstract socket
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    with socket.socket(socket.AF_UNIX) as unix:
        unix.connect("\0" + NAME)
    return "connected"
