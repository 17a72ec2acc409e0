# tries: hand a descriptor to the grader, or fetch one from it
# stopped: strict
# then: graded

import array, os, socket

def attack():
    for fd in range(3, 64):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))]
        try:
            channel.sendmsg([b""], rights)
            return "sent"
        except OSError:
            pass
