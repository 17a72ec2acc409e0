# tries: talk to a service of this machine through its socket file
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    with socket.socket(socket.AF_UNIX) as unix:
        unix.connect(SOCKET)
    return "connected"
