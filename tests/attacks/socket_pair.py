# tries: make sockets of its own to pass descriptors
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    for end in socket.socketpair():
        end.close()
    return "made"
