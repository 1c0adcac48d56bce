"""Runs before all else in the packaged program."""

import os
import sys

if sys.platform == "linux":
    # Our libraries are found by now, and no program that we start may load them. The part of us
    # that set this variable keeps what it replaced.
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before

if sys.argv[1:2] in (["--relay"], ["--decoder"]):
    # One runs for each server: what is prepared next for Qt and others would double its size.
    from patchbay.__main__ import main

    sys.exit(main())
