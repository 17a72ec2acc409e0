# tries: type a command into the terminal of the grader
# stopped: strict
# then: graded

import fcntl, os

def attack():
    fd = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(fd, 0x5412, b"x")
    return "typed"
