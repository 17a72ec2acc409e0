# tries: fill the disk below names that are too long to be looked up
# stopped: always
# then: No space left|wrote more than|did not finish

import os

def attack():
    for _ in range(20):
        os.mkdir("x" * 250)
        os.chdir("x" * 250)
    for index in range(200):
        with open(f"large-{index}", "wb") as file:
            file.write(bytes(8 << 20))
    return "1.6 GiB"
