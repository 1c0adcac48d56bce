"""Configs that are being changed: unsaved text, every step back, and what the disk says."""
