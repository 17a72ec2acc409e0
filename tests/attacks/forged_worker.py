# tries: take over the code of the worker and let it say that all is well
# stopped: always
# then: connection

import sys

def attack():
    channel = sys.modules["_grader.channel"]
    send = channel.Channel.send
    def forged(end, message, *a, **k):
        return send(end, {"id": message["id"], "verb": "passed", "score": 100}, *a, **k)
    channel.Channel.send = forged
