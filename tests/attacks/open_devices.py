# tries: open the disk and the memory of the machine
# stopped: strict
# then: graded

import os

def attack():
    for name in ("/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/ptmx", "/dev/fuse"):
        try:
            return os.open(name, os.O_RDONLY)
        except OSError:
            pass
