"""What reaches from one start to another: the running window, recent files, the last sitting."""
