"""A native desktop manager for MCP servers."""

__version__ = "0.1.0"
