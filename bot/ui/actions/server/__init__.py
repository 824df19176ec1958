"""What people can do on a server besides playing: set it up, have things forgotten."""
