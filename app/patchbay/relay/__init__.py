"""Small programs of the standard library alone that stand between Patchbay and a server."""
