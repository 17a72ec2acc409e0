# tries: find the seed of the checks in its own process
# stopped: always
# then: graded

import gc, sys

def attack():
    values = {SEED, str(SEED)}
    frame = sys._getframe(2)
    while frame:
        for value in frame.f_locals.values():
            if isinstance(value, (int, str)) and value in values:
                return value
        frame = frame.f_back
    for held in gc.get_objects():
        if type(held) is dict and held is not globals():
            for value in list(held.values()):
                if type(value) in (int, str) and value in values:
                    return value
    return sys.argv[1:] + sys.orig_argv[1:]
