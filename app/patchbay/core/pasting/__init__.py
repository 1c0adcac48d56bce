"""What people paste to get a server: command lines, JSON in any state, addresses, install links."""
