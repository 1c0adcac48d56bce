"""Changing a config: edits by span, their history, what is pasted."""
