"""From evidence to words: why a server is not up, and what to do about it."""
