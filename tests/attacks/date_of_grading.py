# tries: find out when it was handed in or unpacked
# stopped: always
# then: graded

import os, time

def attack():
    return os.stat(__file__).st_mtime if os.stat(__file__).st_mtime > 1.5e9 else None
