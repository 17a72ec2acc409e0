# tries: write a file where it should not
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    open(f"{TARGET}/written", "w").close()
    return "written"
