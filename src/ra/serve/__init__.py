"""Serves a library to programs over HTTP, to agents over MCP, and to people in a browser."""
