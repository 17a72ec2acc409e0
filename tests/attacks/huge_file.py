# tries: write one file that is larger than the limit
# stopped: always
# then: File too large|Invalid argument

import os

def attack():
    with open("large", "wb") as file:
        file.truncate(1 << 40)
    return os.path.getsize("large")
