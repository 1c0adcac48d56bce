"""Tool calls: schema to fields, validation, content blocks, runs."""
