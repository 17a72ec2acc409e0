# tries: read the machine's users, and who is logged in
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    return open("/etc/passwd").read()[:40]
