# tries: start threads without end
# stopped: always
# then: graded|did not finish|needed more memory|raised

import threading, time

def attack():
    threading.stack_size(1 << 16)
    stop = threading.Event()
    count = 0
    try:
        for _ in range(50_000):
            threading.Thread(target=stop.wait, daemon=True).start()
            count += 1
    except RuntimeError:
        pass
    stop.set()
    return count if count >= 50_000 else None
