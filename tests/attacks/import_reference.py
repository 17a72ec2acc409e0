# tries: import the reference from where the grader lies
# stopped: strict
# then: graded
# unconfined: succeeds

import sys

def attack():
    sys.path.insert(0, PROJECT)
    try:
        import reference.softmax_loss
    except ImportError:
        return None
    return reference.softmax_loss.__file__
