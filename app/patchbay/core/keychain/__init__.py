"""Secrets that are kept for the person, by the name of the variable they fill in."""
