"""Prints when the window of the real program was first painted."""

import gc
import sys


def main() -> int:
    """Loads what it watches as the program does: without looking for garbage meanwhile."""
    gc.disable()
    from tests.performance.opening import run  # noqa: PLC0415 - only now

    return run()


if __name__ == "__main__":
    sys.exit(main())
