# tries: send a datagram
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
        datagram.sendto(b"hello", ("127.0.0.1", PORT))
    return "sent"
