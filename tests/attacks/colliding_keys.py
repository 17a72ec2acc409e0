# tries: return a dict whose keys all collide
# stopped: always
# then: can't be judged

def attack():
    step = 2**61 - 1
    globals()["_right"] = lambda Z, y: {index * step: 0 for index in range(2_000)}
