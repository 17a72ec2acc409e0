# tries: give commands to the CI system by printing them
# stopped: always
# then: ValueError

def attack():
    print("::error file=x,line=1::forged")
    print("   ::set-output name=score::100")
    print("x" * 70, "::stop-commands::forged")
    print("##[error]forged ##vso[task.complete result=Succeeded]")
    print("\r::warning::forged\n::add-mask::1")
    raise ValueError("nothing\n::error::forged")
