# tries: connect to a server on this machine
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    socket.create_connection(("127.0.0.1", PORT), timeout=2).close()
    return "connected"
