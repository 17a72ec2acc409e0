# tries: end the XML early and add a passed test
# stopped: always
# then: ValueError

def attack():
    print("]]></system-out></testcase><testcase name='forged' classname='x'/>")
    raise ValueError("</failure></testcase><testcase name='forged'/>]]>\x00\x1f")
