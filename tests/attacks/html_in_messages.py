# tries: put a script into the page
# stopped: always
# then: script

class E(Exception):
    pass

E.__name__ = E.__qualname__ = "<script>alert(1)</script>"

def attack():
    print("</pre></template><script>alert(2)</script><img src=x onerror=alert(3)>")
    raise E("</code><svg onload=alert(4)>{{ 7 * 7 }}{% raw %}")
