# tries: read about itself in /proc: command line, mounts, environment at the start
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    return [open(f"/proc/self/{name}", "rb").read() for name in ("cmdline", "mounts", "environ")]
