#!/bin/sh
# Starts Patchbay from the folder this file is in, also through a link to it.
exec "$(dirname "$(readlink -f "$0")")/lib/patchbay/patchbay" "$@"
