# tries: compute without end, with every signal ignored
# stopped: always
# then: did not finish

import signal

def attack():
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            pass
    while True:
        pass
