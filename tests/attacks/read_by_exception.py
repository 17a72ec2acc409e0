# tries: have the file quoted by an error message: run it as code
# stopped: strict
# then: graded
# unconfined: succeeds

import linecache, runpy

def attack():
    lines = linecache.getlines(SECRET_FILE)
    if lines:
        return lines
    try:
        runpy.run_path(SECRET_FILE)
    except SyntaxError as error:
        return error.text
    except NameError as error:
        return str(error)
