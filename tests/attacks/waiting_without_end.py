# tries: wait without end
# stopped: always
# then: did not finish

import time

def attack():
    while True:
        time.sleep(1000)
