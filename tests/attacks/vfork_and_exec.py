# tries: start a program
# stopped: strict
# then: graded
# unconfined: succeeds

import os, subprocess

def attack():
    for start in (lambda: os.system("true") == 0, lambda: subprocess.run(["true"]),
                  lambda: os.posix_spawnp("true", ["true"], {})):
        try:
            if start():
                return "started"
        except OSError:
            pass
