class Fault(Exception):
    """What is wrong with an event, in words."""


def same(what, expected, found):
    if expected != found:
        raise Fault(f"{what} is {expected}, not {found}")
