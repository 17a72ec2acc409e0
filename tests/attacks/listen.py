# tries: wait for connections
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    socket.create_server(("127.0.0.1", 0)).close()
    return "listening"
