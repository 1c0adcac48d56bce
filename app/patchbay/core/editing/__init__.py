"""Changing a config by span: one small interface over JSON with comments and YAML."""
