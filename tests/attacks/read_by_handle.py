# tries: open a file by its handle, past all paths
# stopped: strict
# then: graded

import ctypes, os

def attack():
    libc = ctypes.CDLL(None)
    handle = ctypes.create_string_buffer(b"\x80\0\0\0" + bytes(200))
    mount = ctypes.c_int()
    if libc.name_to_handle_at(-100, SECRET_FILE.encode(), handle, ctypes.byref(mount), 0):
        return None
    folder = os.open(os.path.dirname(SECRET_FILE), os.O_RDONLY)
    fd = libc.open_by_handle_at(folder, handle, os.O_RDONLY)
    return os.read(fd, 100) if fd >= 0 else None
