# tries: ask the kernel about the network
# stopped: strict
# then: graded
# unconfined: succeeds

import socket

def attack():
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
    return "open"
