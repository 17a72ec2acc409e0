# tries: close every descriptor and go on
# stopped: always
# then: connection|did not finish

import os, time

def attack():
    os.closerange(0, 256)
    time.sleep(60)
