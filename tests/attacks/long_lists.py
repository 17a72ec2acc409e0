# tries: return lists that are slow to look at
# stopped: always
# then: single number

def attack():
    globals()["_right"] = lambda Z, y: [[0.5] * 90_000]
