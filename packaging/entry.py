"""What the packaged program runs."""

import sys

from patchbay.__main__ import main

sys.exit(main())
