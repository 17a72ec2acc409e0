# tries: read the hidden checks of the assignment
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    return open(f"{PROJECT}/assignments/hw0/hidden.py").read()[:40]
