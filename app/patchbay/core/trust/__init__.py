"""What may start: allow-list, consent, risks."""
