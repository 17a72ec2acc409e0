# tries: list the folder in which other submissions lie
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    import os
    return SECRET_FILE.rpartition("/")[2] in os.listdir(os.path.dirname(SECRET_FILE)) and "listed"
