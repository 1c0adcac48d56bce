"""What stands in the config file of a test, and what is saved in its place."""

OLD = b'{"mcpServers": {"old": {"command": "npx"}}}\r\n'
NEW = b'{"mcpServers": {"new": {"command": "uvx"}}}\r\n'
