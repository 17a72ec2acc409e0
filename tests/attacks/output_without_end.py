# tries: print without end
# stopped: always
# then: graded|did not finish

def attack():
    for _ in range(300_000):
        print("x" * 100)
