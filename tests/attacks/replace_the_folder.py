# tries: replace its scratch folder by a link to elsewhere
# stopped: strict
# then: graded
# unconfined: succeeds

import os

def attack():
    here = os.getcwd()
    os.rmdir(here)
    os.symlink(TARGET, here)
    return "replaced"
