# tries: find out when it was handed in or unpacked
# stopped: always
# then: graded

import os, time

def attack():
    dates = [os.stat(path).st_mtime for path in (__file__, os.path.dirname(__file__))]
    return dates if max(dates) > 1.5e9 else None
