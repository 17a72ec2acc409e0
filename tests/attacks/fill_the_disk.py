# tries: fill the disk with large files
# stopped: always
# then: No space left|wrote more than

def attack():
    for index in range(256):
        with open(f"large-{index}", "wb") as file:
            file.write(bytes(8 << 20))
    return "2 GiB"
