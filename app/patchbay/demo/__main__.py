"""`python -m patchbay.demo`: the demo server on standard input and output."""

import gc
import sys

if __name__ == "__main__":
    gc.disable()  # looking for garbage takes a quarter of the imports; `main` turns it on again
    from patchbay.demo.server import main

    sys.exit(main())
