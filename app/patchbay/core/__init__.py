"""Everything Patchbay knows; imports without Qt."""
