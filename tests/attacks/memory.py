# tries: take memory without end
# stopped: always
# then: needed more memory

def attack():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 24))
