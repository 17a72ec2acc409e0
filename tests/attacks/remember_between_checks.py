# tries: leave a note for the next check
# stopped: strict
# then: graded

import os, tempfile

PLACES = (os.path.dirname(os.path.abspath(__file__)), os.getcwd(), tempfile.gettempdir(), "/dev/shm",
          "/tmp", "/var/tmp", "..")

calls = 0

def attack():
    global calls
    calls += 1
    if calls > 1:  # within one check it may remember as it likes
        return None
    found = [place for place in PLACES if os.path.exists(f"{place}/{NAME}")]
    for place in PLACES:
        try:
            open(f"{place}/{NAME}", "w").close()
        except OSError:
            pass
    return found
