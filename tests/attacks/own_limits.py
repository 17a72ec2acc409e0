# tries: raise its own limits
# stopped: strict
# then: graded

import resource

def attack():
    for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_CPU):
        hard = resource.getrlimit(which)[1]
        try:
            resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            continue
        if resource.getrlimit(which)[1] != hard:
            return which
