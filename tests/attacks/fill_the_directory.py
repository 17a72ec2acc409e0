# tries: fill the disk with small files
# stopped: always
# then: No space left|wrote more than|did not finish

import time

def attack():
    for index in range(20_000):
        open(f"small-{index}", "w").close()
    time.sleep(1)
    return "20,000 files"
