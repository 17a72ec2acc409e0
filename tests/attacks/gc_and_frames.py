# tries: find the checks, the expected values or the reference in its own process
# stopped: always
# then: graded

import gc, sys

def attack():
    names = ("expected", "truths", "tolerances", "softmax_loss_truth", "reference")
    frame = sys._getframe()
    while frame:
        for name in names:
            if name in frame.f_locals:
                return name
        frame = frame.f_back
    found = [name for name in sys.modules if name.split(".")[0] in ("grader", "reference", "pytest")]
    found += [type(x).__name__ for x in gc.get_objects() if type(x).__name__ in ("Kit", "CheckSpec")]
    return found
