"""Grading the checks: the reference is broken in one place after another, and graded each time.

mutants     the reference with one change each: general operators (`general`) and those of this
            field (`field`, `blocks`)
reach       which questions a change touches, and which checks can notice it at all
trial       one mutant before the checks, in a process that is thrown away (`squad`)
separate    of one that got through: an input on which it differs from the reference, or the
            evidence that there is none
result      what came of it, as plain values; the reporters make text and a page of it
run         the whole of it, resumable (`notes`)
"""
