# tries: fill the terminal with one message
# stopped: always
# then: ValueError

def attack():
    raise ValueError("\n" * 4_000)
