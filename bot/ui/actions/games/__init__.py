"""What people can do with a game: look at it, learn it, try it."""
