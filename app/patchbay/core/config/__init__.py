"""Config files: what is written in them, where, and what is wrong with it."""
