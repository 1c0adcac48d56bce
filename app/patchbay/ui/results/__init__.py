"""Results: a run, how it ends, and one widget for each kind of content."""
