"""Servers at an address: how they are reached over HTTP, SSE and WebSocket."""
