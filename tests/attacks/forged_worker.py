# tries: take over the code of the worker and let it say that all is well
# stopped: always
# then: connection

import sys

def attack():
    wire = sys.modules["_grader.wire"]
    send = wire.Channel.send
    def forged(channel, message, *a, **k):
        return send(channel, {"id": message["id"], "verb": "passed", "score": 100}, *a, **k)
    wire.Channel.send = forged
