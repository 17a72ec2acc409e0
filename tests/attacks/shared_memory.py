# tries: leave shared memory behind
# stopped: strict
# then: graded
# unconfined: succeeds

from multiprocessing import shared_memory, resource_tracker

def attack():
    resource_tracker.register = lambda *a: None
    memory = shared_memory.SharedMemory("grader-attack", create=True, size=4096)
    memory.unlink()
    return "made"
