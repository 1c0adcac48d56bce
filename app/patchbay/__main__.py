"""`python -m patchbay` and the `patchbay` command."""


def main() -> int:
    return 0
