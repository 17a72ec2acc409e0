# tries: read a file outside of the submission
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    return open(SECRET_FILE).read()
