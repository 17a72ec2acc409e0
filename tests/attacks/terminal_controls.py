# tries: repaint the terminal: a title, colours, a score of 100
# stopped: always
# then: ValueError

def attack():
    print("\x1b[2J\x1b[HScore: 100 of 100\x1b]0;title\x07\x9b31m\u202e\u2066")
    raise ValueError("\x1b[2J\x1b[32mScore: 100\x08\x7f")
