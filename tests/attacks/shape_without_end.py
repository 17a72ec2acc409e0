# tries: return an array whose rows never end
# stopped: always
# then: can't be judged

def attack():
    globals()["_right"] = lambda Z, y: np.zeros((2**40, 0))
