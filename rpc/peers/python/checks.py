"""Runs checks and prints one JSON object for each, on one line."""

import json
import sys


class Wrong(Exception):
    """What a check found instead of what must be."""


def same(found, expected, what="the answer"):
    """Both must be equal; long ones are told by their length and the first place where they part."""
    if found == expected:
        return
    if isinstance(found, bytes) and isinstance(expected, bytes) and max(len(found), len(expected)) > 64:
        at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
        raise Wrong(f"{what} has {len(found)} bytes and parts at byte {at} from the {len(expected)} that were expected")
    raise Wrong(f"{what} is {found!r} instead of {expected!r}")


class Checks:
    """The checks of one peer, in the order in which they are run."""

    def __init__(self, peer, version):
        self.peer, self.version, self.failed = peer, version, 0

    def run(self, name, check, *arguments):
        """Prints what became of it. What it returns is told as its detail; whatever it raises is a failure."""
        try:
            outcome, detail = "passed", check(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            outcome, detail = "failed", told(error)
            self.failed += 1
        line = {"peer": self.peer, "version": self.version, "check": name, "outcome": outcome, "detail": detail}
        print(json.dumps(line), flush=True)

    def end(self):
        """Ends the program: 0 when all passed, otherwise 1."""
        sys.exit(1 if self.failed else 0)


def told(error):
    """An error in one line: of a call, its code and what the server said."""
    if isinstance(error, Wrong):
        return str(error)
    code = getattr(error, "code", None)
    if callable(code):
        return f"{code().name}: {error.details()}"
    return f"{type(error).__name__}: {error}"
