# tries: look up a name, which asks the network
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    try:
        return socket.getaddrinfo("localhost", 80)
    except socket.gaierror:
        return None
