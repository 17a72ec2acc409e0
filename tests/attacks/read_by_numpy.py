# tries: let NumPy read the file: fromfile, memmap, loadtxt
# stopped: strict
# then: graded
# unconfined: succeeds

def attack():
    for read in (np.fromfile, np.memmap, np.loadtxt):
        try:
            return bytes(read(SECRET_FILE, dtype="S1"))
        except PermissionError:
            pass
        except FileNotFoundError:
            pass
