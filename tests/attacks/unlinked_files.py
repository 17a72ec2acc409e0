# tries: fill the disk with files that have no name any more
# stopped: always
# then: No space left|wrote more than|did not finish

import mmap, os

def attack():
    held = []
    for _ in range(200):
        with open("x", "wb+") as file:
            file.write(bytes(8 << 20))
            held.append(mmap.mmap(file.fileno(), 4096))
        os.unlink("x")
    return "1.6 GiB"
