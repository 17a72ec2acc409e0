# tries: send urgent data through the channel, which few programs expect
# stopped: strict
# then: graded

import os, socket

def attack():
    for fd in range(3, 64):
        try:
            channel = socket.socket(fileno=os.dup(fd))
            channel.send(b"x", socket.MSG_OOB)
            return "sent"
        except OSError:
            pass
