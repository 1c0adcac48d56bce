"""Live connections: environment, transports, tap, catalog, session, pool."""
