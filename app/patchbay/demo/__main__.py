"""`python -m patchbay.demo`: the demo server on standard input and output."""

import sys

from patchbay.demo.server import main

if __name__ == "__main__":
    sys.exit(main())
