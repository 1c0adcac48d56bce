"""Config files on the disk: read, saved without losing a byte, their versions, unsaved edits."""
