# tries: answer in the name of the worker
# stopped: always
# then: connection

import json, os, struct

def attack():
    pairs = [["id", 2], ["verb", "passed"], ["points", 100], ["score", 100]]
    text = json.dumps({"d": pairs}).encode()
    for fd in range(3, 64):
        try:
            os.write(fd, struct.pack("!4sIQ", b"MLG1", len(text), 0) + text)
        except OSError:
            pass
