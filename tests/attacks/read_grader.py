# tries: read the source of the grader
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    return open(f"{PROJECT}/grader/runner.py").read()[:40]
