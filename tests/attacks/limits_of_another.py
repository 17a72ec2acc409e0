# tries: take the resources of another process away
# stopped: strict
# then: graded
# unconfined: succeeds

import os, resource

def attack():
    resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))
    return "limited"
