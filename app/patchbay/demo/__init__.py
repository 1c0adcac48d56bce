"""A built-in MCP server that shows every content kind."""
