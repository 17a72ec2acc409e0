# tries: answer from a list, by the number of the call
# stopped: always
# then: expected

ANSWERS = [2.3, 2.5, 2.1, 2.7]
calls = 0

def attack():
    def counted(Z, y):
        global calls
        calls += 1
        return ANSWERS[calls % 4]
    globals()["_right"] = counted
