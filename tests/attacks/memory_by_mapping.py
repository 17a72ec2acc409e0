# tries: take memory without end, past Python
# stopped: always
# then: graded

import mmap

def attack():
    hoard = []
    try:
        while len(hoard) < 4096:
            hoard.append(mmap.mmap(-1, 1 << 24))
    except OSError:
        return None
    return len(hoard)
