# tries: fill the disk in a folder that nobody may look into
# stopped: always
# then: No space left|wrote more than|did not finish

import os, time

def attack():
    os.mkdir("closed", 0o300)
    for index in range(200):
        with open(f"closed/large-{index}", "wb") as file:
            file.write(bytes(8 << 20))
    return "1.6 GiB"
