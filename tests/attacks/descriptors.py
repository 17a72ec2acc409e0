# tries: open files without end
# stopped: always
# then: graded

def attack():
    hoard = []
    try:
        while len(hoard) < 10_000:
            hoard.append(open("/dev/null"))
    except OSError:
        return None
    return len(hoard)
