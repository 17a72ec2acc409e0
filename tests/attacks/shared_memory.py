# tries: leave shared memory behind
# stopped: strict
# then: graded
# unconfined: succeeds

from multiprocessing import shared_memory, resource_tracker

def attack():
    resource_tracker.register = resource_tracker.unregister = lambda *a: None
    memory = shared_memory.SharedMemory(NAME, create=True, size=4096)
    memory.unlink()
    return "made"
