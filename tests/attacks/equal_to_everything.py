# tries: return an object that equals everything
# stopped: always
# then: expected

class Equal(float):
    __eq__ = __le__ = __ge__ = lambda *a: True
    __ne__ = __lt__ = __gt__ = lambda *a: False
    __sub__ = __rsub__ = lambda *a: 0.0

def attack():
    globals()["_right"] = lambda Z, y: Equal(12.5)
