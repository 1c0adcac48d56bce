from tests.keychain import *  # noqa: F403 - its fixtures
